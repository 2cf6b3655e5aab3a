// `npm run lab-gateway`: builds what is missing or stale, then takes results of laboratories (docs/integrations.md).
import { buildStale } from './build.mjs';

try {
  buildStale();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('../dist/server/lab-gateway/main.js');

// `npm start`: builds what is missing or stale, then runs the server in this process.
import { buildStale } from './build.mjs';

try {
  buildStale();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('../dist/server/main.js');

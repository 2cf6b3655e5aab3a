// `npm start`: builds what is missing or stale, then runs the server in this process.
import { buildStale } from './build.mjs';

// npm runs its scripts with the Node.js that package-lock.json pins; an older one would start and then fail on some calls.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `This is Node.js ${process.versions.node}; the portal needs 24. Use "npm start", which brings it.\n`,
  );
  process.exit(1);
}
try {
  buildStale();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('../dist/server/main.js');

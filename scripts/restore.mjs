// `npm run restore -- --from FOLDER`: restores a backup into a DATA_DIR that contains only the
// app-keys it was made with (or set APP_KEYS). Then start.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { buildStale } from './build.mjs';

const EXIT_USAGE = 64;
let from;
try {
  ({ from } = parseArgs({ options: { from: { type: 'string' } } }).values);
} catch {
  // reported below
}
if (!from) {
  process.stderr.write('Usage: npm run restore -- --from FOLDER\n');
  process.exit(EXIT_USAGE);
}
if (process.env.DATABASE_URL?.trim()) {
  process.stderr.write(
    'DATABASE_URL is set: the portal would not use what is restored. Restore that PostgreSQL with its own tools (docs/operations.md).\n',
  );
  process.exit(EXIT_USAGE);
}
buildStale(['server']);
const { restore } = await import('../dist/server/database/embedded/backup.js');
const { readKeys } = await import('../dist/server/config/config.js');
const dataDir = resolve(process.env.DATA_DIR || '.data');
await restore(resolve(from), dataDir, readKeys(process.env.APP_KEYS, dataDir)).then(
  () => process.stdout.write(`The backup is in ${dataDir}. Start the portal.\n`),
  (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);

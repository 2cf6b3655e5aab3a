// `npm run backup -- --to FOLDER`: copies the embedded database, running or not, with a manifest of
// SHA-256 hashes, encrypted with the portal's keys. The keys (DATA_DIR/app-keys) are not included: store them separately.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { buildStale } from './build.mjs';

const EXIT_USAGE = 64;
let to;
try {
  ({ to } = parseArgs({ options: { to: { type: 'string' } } }).values);
} catch {
  // reported below
}
if (!to) {
  process.stderr.write('Usage: npm run backup -- --to FOLDER\n');
  process.exit(EXIT_USAGE);
}
buildStale(['server']);
const { loadConfig } = await import('../dist/server/config/config.js');
const { backUp } = await import('../dist/server/database/embedded/backup.js');
const config = loadConfig({ ...process.env, LOG_LEVEL: 'silent' });
if (config.databaseUrl) {
  process.stderr.write(
    'DATABASE_URL is set: back that PostgreSQL up with its own tools (docs/operations.md).\n',
  );
  process.exit(EXIT_USAGE);
}
const { files, bytes } = await backUp(config.dataDir, resolve(to), config.appKeys[0]).catch((error) => {
  process.stderr.write(`No backup was made: ${error.message}\n`);
  process.exit(1);
});
process.stdout.write(
  `${files} files (${(bytes / 1024 ** 2).toFixed(0)} MiB) are in ${resolve(to)}. Back up ${config.dataDir}/app-keys apart.\n`,
);

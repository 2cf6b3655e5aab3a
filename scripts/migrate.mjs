// `npm run migrate`: migrates the schema, lets the portal's user in, and ends: the job before a roll-out whose portals run with
// MIGRATE_ON_START=0. Needs DATABASE_URL and DATABASE_OWNER_URL, and no keys. If it is killed, the next run continues.
import { buildStale } from './build.mjs';

buildStale(['server']);
const { loadMigrationTarget, ConfigError, EXIT_CONFIG } = await import('../dist/server/config/config.js');
const { migrate } = await import('../dist/server/schema/migrate.js');
try {
  const { ownerUrl, login } = loadMigrationTarget();
  const { applied } = await migrate(ownerUrl, login);
  process.stdout.write(`The schema is up to date: ${applied.length} migrations applied.\n`);
} catch (error) {
  const known = error instanceof ConfigError;
  process.stderr.write(`${known ? error.message : `The migration failed: ${error?.stack ?? error}`}\n`);
  process.exitCode = known ? EXIT_CONFIG : 1;
}

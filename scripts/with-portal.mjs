// For the operator's commands: the portal without its web server, jobs and metrics, on DATABASE_URL or on the
// data folder while it is stopped.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { buildStale } from './build.mjs';

/** With other keys the journals would be discarded, and the audit chain reported as broken. */
async function refuseOtherKeys(config, url) {
  const { ConfigError } = await import('../dist/server/config/config.js');
  const { keysFit } = await import('../dist/server/keys/key-check.js');
  const { FieldCipher } = await import('../dist/server/platform/crypto/field-cipher.js');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (await keysFit(new FieldCipher(config), client)) return;
    throw new ConfigError(['APP_KEYS'], 'APP_KEYS does not open what is stored');
  } finally {
    await client.end();
  }
}

/**
 * @param existing a database must already exist: a wrong folder would look like an empty one
 * @param work receives the application and its settings; a known error is reported in one line.
 */
export async function withPortal(what, work, { existing = false } = {}) {
  buildStale(['server']);
  const { loadConfig, ConfigError, DATABASE_SECRET, EXIT_CONFIG } =
    await import('../dist/server/config/config.js');
  const { lockDataFolder, AlreadyRunningError } =
    await import('../dist/server/database/embedded/instance-lock.js');
  const { EmbeddedPostgres } = await import('../dist/server/database/embedded/embedded-postgres.js');
  const { migrate } = await import('../dist/server/schema/migrate.js');
  let embedded;
  let unlock;
  let app;
  let apart;
  try {
    const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', METRICS_PORT: '' };
    const config = loadConfig(env, { command: true });
    if (!config.databaseUrl) {
      if (existing && !existsSync(join(config.dataDir, DATABASE_SECRET)))
        throw new ConfigError(
          ['DATA_DIR'],
          `there is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`,
        );
      unlock = await lockDataFolder(config.dataDir);
      embedded = new EmbeddedPostgres(config.dataDir);
      await embedded.start();
    }
    const url =
      config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl ?? embedded.ownerUrl;
    const { appRole } = await migrate(url);
    await refuseOtherKeys(config, url);
    // Loaded once nothing speaks against it: it takes most of the time.
    const { AppModule } = await import('../dist/server/app.module.js');
    // A running portal owns what is in its data folder.
    if (config.databaseUrl) apart = mkdtempSync(join(tmpdir(), 'trt-command-'));
    // The portal that runs alongside works the jobs.
    const settings = { ...config, dataDir: apart ?? config.dataDir, processRole: 'web' };
    const module = AppModule.for(settings, { url, appRole });
    app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    await work(app, config);
  } catch (error) {
    process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
    const known = error instanceof ConfigError || error instanceof AlreadyRunningError || error.forPeople;
    process.stderr.write(`${known ? error.message : `${what} failed: ${error?.stack ?? error}`}\n`);
  } finally {
    await app?.close();
    await embedded?.stop();
    await unlock?.();
    if (apart) rmSync(apart, { recursive: true, force: true });
  }
  process.exit();
}

import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { Readiness } from './cockpit/readiness.js';
import { ConfigError, EXIT_CONFIG, loadConfig, type Config } from './config/config.js';
import { configureApp, httpAdapter } from './configure-app.js';
import { DatabaseLink } from './database/database-link.js';
import { VolatileDatabaseError } from './database/durability.js';
import { EmbeddedPostgres, StuckPostgresError } from './database/embedded/embedded-postgres.js';
import { AlreadyRunningError, lockDataFolder } from './database/embedded/instance-lock.js';
import { assertMigrated, migrate } from './schema/migrate.js';
import { Demo } from './demo/demo.service.js';
import { loadLanguages } from './platform/text/languages.js';
import { startupBlock } from './startup-block.js';

const DRAIN_LIMIT_MS = 10_000;
const CLIENT_FOLDER = new URL('../client', import.meta.url).pathname;
const LANGUAGES_FOLDER = new URL('../languages', import.meta.url).pathname;

function config(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}

/** What must be closed when this process ends, last started first. */
const open: (() => Promise<unknown>)[] = [];
let stopping = false;

async function stop(code: number): Promise<never> {
  if (!stopping) {
    stopping = true;
    for (const close of open.toReversed()) await close().catch(() => undefined);
    process.exit(code);
  }
  return new Promise(() => undefined);
}

const atMost = (work: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())]);

async function start(): Promise<void> {
  // A full or missing log must not end the portal.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const settings = config();
  await loadLanguages(LANGUAGES_FOLDER);
  open.push(await lockDataFolder(settings.dataDir));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  const embedded = settings.databaseUrl ? null : new EmbeddedPostgres(settings.dataDir);
  if (embedded) {
    open.push(() => embedded.stop());
    await embedded.start();
  }
  const url = settings.databaseUrl ?? embedded!.url;
  const directUrl = settings.databaseDirectUrl;
  const apart = settings.databaseOwnerUrl ?? embedded?.ownerUrl;
  const login = apart && apart !== url ? decodeURIComponent(new URL(url).username) : null;
  const migrated = () =>
    settings.migratesOnStart ? migrate(apart ?? directUrl ?? url, login) : assertMigrated(directUrl ?? url);
  const module = AppModule.for(settings, {
    url,
    directUrl,
    readUrl: settings.databaseReadUrl,
    appRole: null,
    migrate: migrated,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, httpAdapter(settings), {
    bodyParser: false,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  open.push(() => {
    app.get(Readiness).drain();
    return atMost(app.close(), DRAIN_LIMIT_MS);
  });
  await configureApp(app, settings, settings.servesClient ? CLIENT_FOLDER : null);
  if (settings.demoData) await app.get(DatabaseLink).whenAvailable(() => app.get(Demo).prepare());
  await app.listen({ host: settings.host, port: settings.port });
  const ready = app.get(DatabaseLink).writable;
  process.stdout.write(startupBlock(settings, { embedded: embedded !== null, ready }));
}

function failure(error: unknown): { code: number; text: string } {
  if (error instanceof ConfigError || error instanceof VolatileDatabaseError)
    return { code: EXIT_CONFIG, text: error.message };
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const known =
    error instanceof AlreadyRunningError || error instanceof StuckPostgresError || code === 'EADDRINUSE';
  return { code: 1, text: known ? message : `The portal did not start: ${stack ?? String(error)}` };
}

try {
  await start();
} catch (error) {
  const { code, text } = failure(error);
  process.stderr.write(`${text}\n`);
  await stop(code);
}

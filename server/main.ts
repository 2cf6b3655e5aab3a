import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { Readiness } from './cockpit/readiness.js';
import { ConfigError, EXIT_CONFIG, loadConfig, type Config } from './config/config.js';
import { configureApp, httpAdapter } from './configure-app.js';
import { EmbeddedPostgres } from './database/embedded/embedded-postgres.js';
import { AlreadyRunningError, lockDataFolder } from './database/embedded/instance-lock.js';
import { migrate } from './database/migrate.js';
import { Demo } from './demo/demo.service.js';
import { startupBlock } from './startup-block.js';

const DRAIN_LIMIT_MS = 10_000;
const CLIENT_FOLDER = new URL('../client', import.meta.url).pathname;

function config(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}

async function start(): Promise<void> {
  const settings = config();
  const unlock = await lockDataFolder(settings.dataDir);
  const embedded = settings.databaseUrl ? null : new EmbeddedPostgres(settings.dataDir);
  await embedded?.start();
  const url = settings.databaseUrl ?? embedded!.url;
  const { appRole } = await migrate(url);
  const module = AppModule.for(settings, { url, appRole });
  const app = await NestFactory.create<NestFastifyApplication>(module, httpAdapter(settings), {
    bodyParser: false,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  await configureApp(app, settings, settings.servesClient ? CLIENT_FOLDER : null);
  if (settings.demoData) await app.get(Demo).prepare();

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    app.get(Readiness).drain();
    const drained = app.close();
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_LIMIT_MS).unref())]);
    await embedded?.stop();
    await unlock();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());

  await app.listen({ host: settings.host, port: settings.port });
  process.stdout.write(startupBlock(settings, embedded !== null));
}

try {
  await start();
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
  const known =
    error instanceof AlreadyRunningError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(
    known
      ? `${(error as Error).message}\n`
      : `The portal did not start: ${(error as Error).stack ?? String(error)}\n`,
  );
  process.exit(1);
}

// One PostgreSQL for the whole run; each test file gets a clone of a migrated (or a demo) database.
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildStale } from '../../scripts/build.mjs';

/** A sign-in at full cost takes a tenth of a second of CPU; only tests about passwords and load need that. */
const passwordCost = { memoryCost: 64, timeCost: 1 };

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;
/** In memory where there is room: the database then waits for no disk, and is as durable as anything there. */
function home() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

export default async function globalSetup() {
  buildStale(['server']);
  const { EmbeddedPostgres } = await import('../../dist/server/database/embedded/embedded-postgres.js');
  const { migrate } = await import('../../dist/server/schema/migrate.js');
  const folder = mkdtempSync(join(home(), 'trt-test-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const { loadConfig } = await import('../../dist/server/config/config.js');
  // The keys come first, as on a first start: a database without them is refused.
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const postgres = new EmbeddedPostgres(folder);
  await postgres.start();
  const login = new URL(postgres.url).username;
  await migrate(postgres.ownerUrl, login);
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE template_empty TEMPLATE trt OWNER trt_owner');
  await admin.query('CREATE DATABASE template_demo TEMPLATE trt OWNER trt_owner');
  await seed(postgres.url.replace(/\/trt$/, '/template_demo'), config);
  await admin.end();
  process.env.TEST_POSTGRES = JSON.stringify({
    adminUrl: postgres.adminUrl,
    ownerUrl: postgres.ownerUrl,
    loginUrl: postgres.url,
    folder,
    passwordCost,
  });
  globalThis.testPostgres = postgres;
}

async function seed(url, config) {
  const { Test } = await import('@nestjs/testing');
  const { AppModule } = await import('../../dist/server/app.module.js');
  const { httpAdapter } = await import('../../dist/server/configure-app.js');
  const { Demo } = await import('../../dist/server/demo/demo.service.js');
  const { PASSWORD_COST } = await import('../../dist/server/accounts/passwords/passwords.service.js');
  const module = await Test.createTestingModule({ imports: [AppModule.for(config, { url, appRole: false })] })
    .overrideProvider(PASSWORD_COST)
    .useValue(passwordCost)
    .compile();
  const app = module.createNestApplication(httpAdapter(config), { logger: false });
  await app.get(Demo).prepare();
  await app.close();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { DraftedPrescription, Plan } from '../../common/api/index.js';
import { FULL_COST, PASSWORD_COST } from '../../server/accounts/passwords/passwords.service.js';
import { AppModule } from '../../server/app.module.js';
import { loadConfig } from '../../server/config/config.js';
import type { DatabaseLocation } from '../../server/database/database-link.js';
import { configureApp, httpAdapter } from '../../server/configure-app.js';
import { cloneDatabase, testPostgres, type ClonedDatabase } from './database.js';
import { freePort } from './free-port.js';
import { Person } from './person.js';

export interface TestPortal {
  app: NestFastifyApplication;
  base: string;
  database: ClonedDatabase;
  anonymous(): Person;
  /** Signed in as a demo account (template demo) or one created by signUp. */
  signIn(email: string, password?: string): Promise<Person>;
  signUp(email?: string): Promise<Person>;
  /** The next of its prepared patients, while there are any (see prepared.ts). */
  prepared?: (stage: 'submitted' | 'ordered' | 'inForce') => PreparedPatient | undefined;
  close(options?: { keepAs?: string }): Promise<void>;
}

/** A plan and its order if the stage has them. */
interface PreparedPatient {
  patient: Person;
  caseId: string;
  patientId: string;
  plan?: Plan;
  order?: DraftedPrescription;
}

async function listen(
  base: string,
  env: Record<string, string>,
  location: DatabaseLocation,
  fullPasswordCost = false,
): Promise<NestFastifyApplication> {
  const { port } = new URL(base);
  const config = loadConfig({
    PORT: port,
    PUBLIC_ORIGIN: base,
    DATA_DIR: testPostgres().folder,
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '6',
    TRUST_PROXY: '1',
    ...env,
  });
  const module = await Test.createTestingModule({ imports: [AppModule.for(config, location)] })
    .overrideProvider(PASSWORD_COST)
    .useValue(fullPasswordCost ? FULL_COST : testPostgres().passwordCost)
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(httpAdapter(config), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  await configureApp(app, config, null);
  await app.listen({ host: '127.0.0.1', port: Number(port) });
  return app;
}

const CLOSE_LIMIT_MS = 12_000;
async function atMost(work: Promise<void>, fault: string): Promise<void> {
  const late = new AbortController();
  const limit = sleep(CLOSE_LIMIT_MS, undefined, { ref: false, signal: late.signal }).then(
    () => process.stderr.write(`${fault} within ${CLOSE_LIMIT_MS} ms.\n`),
    () => undefined,
  );
  await Promise.race([work, limit]);
  late.abort();
}

/** Restarts a closed portal: its database may be unavailable. */
export async function startAgain(
  portal: TestPortal,
  env: Record<string, string>,
  url: string,
): Promise<void> {
  const migrate = async () => ({ appRole: false });
  portal.app = await listen(portal.base, env, { url, appRole: null, migrate });
}

export interface PortalOptions {
  /** The path to the database. */
  through?: (url: string) => Promise<string>;
  fullPasswordCost?: boolean;
  /** As behind a pooler that gives connections to others after each transaction. */
  borrowed?: boolean;
}

/** The real application with its own real database, listening on a port. */
export async function startPortal(
  template: 'empty' | 'demo' | 'treated' = 'demo',
  env: Record<string, string> = {},
  { through, fullPasswordCost, borrowed }: PortalOptions = {},
): Promise<TestPortal> {
  const database = await cloneDatabase(template);
  const url = through ? await through(database.loginUrl) : database.loginUrl;
  const base = `http://127.0.0.1:${await freePort()}`;
  const app = await listen(
    base,
    env,
    { url, directUrl: borrowed ? database.loginUrl : null, appRole: false },
    fullPasswordCost,
  ).catch(async (error) => {
    await database.drop();
    throw error;
  });
  const anonymous = () => new Person(base);
  const portal: TestPortal = {
    app,
    base,
    database,
    anonymous,
    signIn: (email, password) => anonymous().signIn(email, password),
    signUp: (email) => anonymous().signUp(email),
    close: async ({ keepAs } = {}) => {
      // As the portal does: what hangs does not keep it from ending.
      await atMost(portal.app.close(), 'The portal did not close');
      if (keepAs) await database.keepAs(keepAs);
      else await atMost(database.drop(), 'The database was not dropped');
    },
  };
  return portal;
}

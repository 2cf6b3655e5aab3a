import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { madeInForce, madeOrdered, madeSubmitted, type Ordered, type Treated } from './care.js';
import { PREPARED, testPostgres } from './database.js';
import { Person, type KeptPerson } from './person.js';
import { until } from './until.js';
import { startPortal, type PortalOptions, type TestPortal } from './portal.js';

/** Patients with nothing against treatment, at the three stages that most tests begin at: made once a run, cloned with the database. */
const STAGES = { submitted: madeSubmitted, ordered: madeOrdered, inForce: madeInForce } as const;
type Stage = keyof typeof STAGES;
/** A portal that needs more of them makes its own. */
const HOW_MANY: Readonly<Record<Stage, number>> = { submitted: 12, ordered: 12, inForce: 20 };

type Kept = Pick<Treated, 'caseId' | 'patientId'> &
  Partial<Pick<Ordered, 'plan' | 'order'>> & { patient: KeptPerson };
type Pool = Record<Stage, Kept[]>;

const DUE = `SELECT FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now() LIMIT 1`;

const manifest = (): string => join(testPostgres().folder, 'prepared.json');

async function make(): Promise<void> {
  const portal = await startPortal('demo');
  const pool: Pool = { submitted: [], ordered: [], inForce: [] };
  for (const stage of Object.keys(STAGES) as Stage[])
    while (pool[stage].length < HOW_MANY[stage]) {
      const { patient, provider: _, ...facts } = await STAGES[stage](portal);
      pool[stage].push({ ...facts, patient: patient.kept() });
    }
  // A clone would send the same emails and webhooks again before its own.
  await until(
    'the queue of jobs is empty',
    async () => !(await portal.database.asSuperuser(DUE)).length,
    90_000,
  );
  await portal.close({ keepAs: PREPARED });
  writeFileSync(manifest(), JSON.stringify(pool));
}

/** Made by the first worker that needs them; the others wait. */
async function prepared(): Promise<Pool> {
  const admin = new pg.Client({ connectionString: testPostgres().adminUrl });
  await admin.connect();
  try {
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [PREPARED]);
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [PREPARED]);
    if (!rowCount) await make();
  } finally {
    await admin.end();
  }
  return JSON.parse(readFileSync(manifest(), 'utf8')) as Pool;
}

/** A portal with the demo clinics and prepared patients, whom `submitted`, `ordered`, `planned` and `inForce` hand out. */
export async function startTreatedPortal(
  env: Record<string, string> = {},
  options: PortalOptions = {},
): Promise<TestPortal> {
  const pool = await prepared();
  const portal = await startPortal('treated', env, options);
  portal.prepared = (stage) => {
    const kept = pool[stage].shift();
    return kept && { ...kept, patient: Person.restored(portal.base, kept.patient) };
  };
  return portal;
}

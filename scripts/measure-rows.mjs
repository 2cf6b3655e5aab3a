// `npm run measure:rows [-- --patients 10000]`: what a row of each large table takes on disk, indexes included, in a clinic of that
// size; audit rows from real calls. For docs/scaling.md.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadClinic } from '../bench/data.mjs';
import { Caller, startDatabase } from './drill-cluster.mjs';
import { startOwnPortal } from './own-portal.mjs';

const { values } = parseArgs({ options: { patients: { type: 'string', default: '10000' } } });
const CALLS = 6000;
/** A person has ten sessions at most. */
const CALLERS = 8;
/** Smaller tables say more about pages than about rows. */
const LEAST_ROWS = 2000;

/** Lists and single records, as staff read them. */
async function read(base) {
  const callers = await Promise.all(
    Array.from({ length: CALLERS }, () => new Caller(base).signIn('provider@demo.test')),
  );
  const { items } = (await callers[0].get('/api/trt/cases')).body;
  let left = CALLS;
  await Promise.all(
    callers.map(async (caller) => {
      while (left-- > 0) {
        const path = left % 4 ? `/api/trt/cases/${items[left % items.length].id}/detail` : '/api/trt/cases';
        const { status } = await caller.get(path);
        if (status !== 200) throw new Error(`${path}: ${status}`);
      }
    }),
  );
}

const database = await startDatabase();
try {
  const owner = new pg.Client({ connectionString: database.settings.DATABASE_OWNER_URL });
  await owner.connect();
  await loadClinic(owner, Number(values.patients), (step) => process.stdout.write(`${step}\n`));
  await owner.end();
  const portal = await startOwnPortal({ env: database.settings });
  await read(portal.base);
  await new Promise((resolve) => setTimeout(resolve, 7000));
  await portal.stop();
  await database.rows('ANALYZE');
  const rows = await database.rows(
    `SELECT relname AS name, reltuples::bigint::int AS n, pg_table_size(oid)::float8 / reltuples AS own,
       pg_indexes_size(oid)::float8 / reltuples AS indexes
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= $1 ORDER BY 1`,
    [LEAST_ROWS],
  );
  for (const { name, n, own, indexes } of rows)
    process.stdout.write(`${name}: ${n} rows, ${Math.round(own)} + ${Math.round(indexes)} bytes a row\n`);
} finally {
  await database.stop();
}

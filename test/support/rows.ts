import type { ClonedDatabase } from './database.js';

interface Column {
  name: string;
  type: string;
  array: boolean;
}

const SAMPLES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  bytea: `'\\x00'::bytea`,
  boolean: 'true',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  jsonb: `'{}'::jsonb`,
  integer: '1',
  smallint: '1',
  bigint: '1',
  'double precision': '1',
  numeric: '1',
};

/** The demo's own patient, and the rows that belong to them. */
const LINKS: Readonly<Record<string, string>> = {
  org_id: 'p.org_id',
  patient_id: 'p.id',
  user_id: 'p.user_id',
  case_id: '(SELECT id FROM cases WHERE patient_id = p.id)',
  plan_id: '(SELECT id FROM plans WHERE patient_id = p.id LIMIT 1)',
  thread_id: '(SELECT id FROM message_threads WHERE patient_id = p.id LIMIT 1)',
  order_id: '(SELECT id FROM lab_orders WHERE patient_id = p.id LIMIT 1)',
  panel_id: '(SELECT id FROM lab_panels WHERE patient_id = p.id LIMIT 1)',
  intake_id: '(SELECT id FROM intakes WHERE patient_id = p.id)',
  report_id: '(SELECT id FROM lab_reports WHERE patient_id = p.id LIMIT 1)',
  conversation_id: '(SELECT id FROM assistant_conversations WHERE user_id = p.user_id LIMIT 1)',
  session_id: '(SELECT id FROM sessions WHERE user_id = p.user_id LIMIT 1)',
};
/** Others hang on these. */
const FIRST = ['lab_reports', 'assistant_conversations', 'sessions', 'message_threads'];

/** Gives every empty table a row of one patient of the demo, so that nothing is invisible only because it is not there. */
export async function fillEmptyTables(database: ClonedDatabase): Promise<void> {
  const found = await database.asSuperuser<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const tables = found.map(({ name }) => name);
  await database.asSuperuser(`SET session_replication_role = 'replica'`);
  for (const table of [...FIRST, ...tables.filter((name) => !FIRST.includes(name))]) {
    const rows = await database.asSuperuser(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rows.length) continue;
    const columns = await database.asSuperuser<Column>(
      `SELECT attname AS name, format_type(COALESCE(NULLIF(t.typelem, 0), t.oid), NULL) AS type, t.typcategory = 'A' AS array
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''
          AND (attname = ANY($2) OR attnotnull AND NOT atthasdef)`,
      [table, Object.keys(LINKS)],
    );
    const value = ({ name, type, array }: Column): string =>
      LINKS[name] ?? (array ? `'{}'` : (SAMPLES[type] ?? 'NULL'));
    await database.asSuperuser(
      `INSERT INTO ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
        SELECT ${columns.map(value).join(', ')} FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = 'patient@demo.test'`,
    );
  }
  await database.asSuperuser('RESET session_replication_role');
}

// What people normally write: Express, express-session in PostgreSQL, TypeORM's findAndCount with relations. It reads the
// same tables and answers the lists with the same facts, without Nest's layer, audit, access rules or limits.
import connectPgSimple from 'connect-pg-simple';
import express from 'express';
import session from 'express-session';
import pg from 'pg';
import { DataSource, EntitySchema, ILike, IsNull } from 'typeorm';

const { DATABASE_URL, PORT } = process.env;
const PAGE = 25;

const id = { type: 'uuid', primary: true };
const [text, uuid, time] = ['text', 'uuid', 'timestamptz'].map((type) => ({ type, nullable: true }));
const one = (target, column) => ({ type: 'many-to-one', target, joinColumn: { name: column } });
const many = (target, inverseSide) => ({ type: 'one-to-many', target, inverseSide });
const entity = (name, tableName, columns, relations = {}) =>
  new EntitySchema({ name, tableName, columns, relations });

const entities = [
  entity('User', 'users', { id, org_id: uuid, email: text, display_name: text }),
  entity(
    'Patient',
    'patients',
    { id, org_id: uuid, full_name: text, dob: { type: 'date' }, created_at: time },
    { user: one('User', 'user_id') },
  ),
  entity(
    'Plan',
    'plans',
    { id, lifecycle: text, flagged: { type: 'boolean' }, next_review_on: { type: 'date' } },
    { case: one('Case', 'case_id') },
  ),
  entity(
    'Case',
    'cases',
    {
      id,
      org_id: uuid,
      case_number: text,
      status: text,
      version: { type: 'int' },
      created_at: time,
      updated_at: time,
    },
    { patient: one('Patient', 'patient_id'), plans: many('Plan', 'case') },
  ),
  entity(
    'Prescription',
    'prescriptions',
    {
      id,
      org_id: uuid,
      drug: text,
      dose: text,
      sig: text,
      status: text,
      quantity: { type: 'float' },
      refills: { type: 'int' },
      days_supply: { type: 'int' },
      created_at: time,
    },
    { patient: one('Patient', 'patient_id') },
  ),
  entity(
    'LabPanel',
    'lab_panels',
    { id, org_id: uuid, status: text, collected_at: time, reviewed_at: time },
    { patient: one('Patient', 'patient_id'), results: many('LabResult', 'panel') },
  ),
  entity(
    'LabResult',
    'lab_results',
    {
      panel_id: id,
      analyte: { type: 'text', primary: true },
      value: { type: 'float' },
      unit: text,
      flag: text,
    },
    { panel: one('LabPanel', 'panel_id') },
  ),
];

const like = (q) => ILike(`%${q}%`);
const NEWEST = { created_at: 'DESC', id: 'ASC' };

/** What each list is asked of TypeORM, by the organisation and the address's query. */
const LISTS = {
  cases: [
    'Case',
    (own, { q, status }) => ({
      where: (q
        ? [{ patient: { full_name: like(q) } }, { patient: { user: { email: like(q) } } }]
        : [{}]
      ).map((searched) => ({ ...own, ...searched, ...(status && { status }) })),
      relations: { patient: { user: true }, plans: true },
      order: NEWEST,
    }),
  ],
  patients: [
    'Patient',
    (own, { q }) => ({ where: { ...own, full_name: like(q) }, relations: { user: true }, order: NEWEST }),
  ],
  prescriptions: [
    'Prescription',
    (own) => ({ where: own, relations: { patient: { user: true } }, order: NEWEST }),
  ],
  labs: [
    'LabPanel',
    (own) => ({
      where: { ...own, status: 'completed', reviewed_at: IsNull() },
      relations: { patient: true, results: true },
      order: { collected_at: 'ASC', id: 'ASC' },
    }),
  ],
};

const database = await new DataSource({
  type: 'postgres',
  url: DATABASE_URL,
  entities,
  extra: { max: 10 },
}).initialize();
const Store = connectPgSimple(session);
const store = new Store({
  pool: new pg.Pool({ connectionString: DATABASE_URL }),
  createTableIfMissing: true,
  tableName: 'usual_sessions',
});

const app = express();
app.use(session({ store, secret: 'only for the bench', resave: false, saveUninitialized: false }));
app.get('/ready', (_request, response) => response.json({ ok: true }));
app.get('/login/:email', async (request, response) => {
  const user = await database.getRepository('User').findOneByOrFail({ email: request.params.email });
  request.session.userId = user.id;
  response.json({ id: user.id });
});
app.use(async (request, response, next) => {
  const { userId } = request.session;
  request.user = userId ? await database.getRepository('User').findOneBy({ id: userId }) : null;
  if (request.user) next();
  else response.status(401).json({ error: 'not signed in' });
});
app.get('/me', (request, response) => response.json(request.user));
for (const [path, [name, find]] of Object.entries(LISTS)) {
  app.get(`/${path}`, async ({ query, user }, response) => {
    const asked = find({ org_id: user.org_id }, query);
    const [items, total] = await database
      .getRepository(name)
      .findAndCount({ ...asked, skip: Number(query.skip ?? 0), take: PAGE });
    response.json({ items, total });
  });
}
app.listen(Number(PORT), '127.0.0.1');

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'supertest';
import { RECORD_ACTIONS } from '../../server/audit/record-actions.js';
import { scanRoutes, type RouteRow } from '../../server/platform/access/route-scan.js';
import { reset, tokensTo } from '../support/accounts.js';
import { listsFor } from '../support/described.mjs';
import { expectListed } from '../support/listed.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { COLUMNS, kindsOf, NO_COLUMN, type Target } from './matrix-columns.js';
import { MISSING, worldOf, type Owner, type World } from './matrix-world.js';

// Deleting calls come last, because a later call would find something else.
jest.retryTimes(0);

/** Every route, called by thirteen callers for an object of their own, their clinic, another clinic and no one. */
let portal: TestPortal;
let world: World;
let callers: Caller[];
let asked = 0;
let refused = 0;

interface Caller {
  name: string;
  person: Person;
  /** Null when signed out. */
  roles: readonly string[] | null;
  org: 'founders' | 'north' | 'all';
  patient: Owner | null;
}

beforeAll(async () => {
  portal = await startPortal('demo');
  world = await worldOf(portal);
  const signedOut = await portal.signIn('review@demo.test');
  const thief = signedOut.twin();
  await signedOut.post('/auth/logout', {});
  const waiting = portal.anonymous();
  const { body } = await waiting.post('/auth/login', {
    email: 'mfa@demo.test',
    password: 'Trt-demo-2026!pass',
  });
  const caller = async (
    email: string,
    roles: string[],
    org: Caller['org'],
    patient: Owner | null = null,
  ): Promise<Caller> => ({ name: email, person: await portal.signIn(email), roles, org, patient });
  const northAdmin = await invited('north-admin@example.test', ['system_admin'], world.north.organisation!);
  const asPatient = await portal.signIn('multi@demo.test');
  expect((await asPatient.post('/auth/role', { role: 'patient' })).body.claims.roles[0]).toBe('patient');
  const several = ['provider', 'patient', 'system_admin'];
  const nobody = (name: string, person: Person): Caller => ({
    name,
    person,
    roles: null,
    org: 'founders',
    patient: null,
  });
  callers = [
    nobody('anonymous', portal.anonymous()),
    nobody('signed out', thief),
    nobody('waiting for the second step', waiting.plant('trt_sid', String(body.session_token ?? 'none'))),
    await caller('patient@demo.test', ['patient'], 'founders', 'founders'),
    await caller('review@demo.test', ['patient'], 'founders', 'colleague'),
    await caller('northpatient@demo.test', ['patient'], 'north', 'north'),
    await caller('provider@demo.test', ['provider'], 'founders'),
    await caller('north@demo.test', ['provider'], 'north'),
    await caller('orgadmin@demo.test', ['system_admin'], 'founders'),
    await caller('admin@demo.test', ['system_admin'], 'all'),
    {
      name: 'administrator of North',
      person: northAdmin,
      roles: ['system_admin'],
      org: 'north',
      patient: null,
    },
    await caller('multi@demo.test', several, 'founders'),
    { name: ACTING_AS_PATIENT, person: asPatient, roles: several, org: 'founders', patient: null },
  ];
}, 120_000);
afterAll(() => portal.close());

const ACTING_AS_PATIENT = 'multi@demo.test, patient active';
const emailOf = ({ person, name }: Caller): string => person.email || name;

/** Someone of another clinic, with a password from the link in the email. */
async function invited(email: string, roles: string[], org_id: string): Promise<Person> {
  const admin = await portal.signIn('admin@demo.test');
  const { status } = await admin.post('/api/admin/users/invite', { email, roles, org_id });
  const [token] = await tokensTo(portal, email, '/reset-password');
  expect([status, (await reset(portal, token!, GOOD_PASSWORD)).status]).toEqual([201, 200]);
  return portal.signIn(email, GOOD_PASSWORD);
}

const routes = (): RouteRow[] =>
  scanRoutes(portal.app).filter(({ route, access }) => access !== 'public' && !route.startsWith('ALL '));
const ENDS = /^DELETE|discontinue$/;
const withObject = (): (RouteRow & { target: Target })[] =>
  routes()
    .flatMap((row) => (COLUMNS[row.route] ? [{ ...row, target: COLUMNS[row.route]! }] : []))
    // An ended session cannot be inspected.
    .sort((a, b) => Number(ENDS.test(a.route)) - Number(ENDS.test(b.route)));

function ask({ person }: Caller, { route, target }: { route: string; target: Target }, owner: Owner) {
  const [method = '', path = ''] = route.split(' ');
  const objects = world[owner];
  const address = kindsOf(target).reduce(
    (made, [param, kind]) => made.replace(`:${param}`, objects[kind] ?? MISSING),
    path.replace(':form', 'intake'),
  );
  asked++;
  const body = target.body?.(objects);
  return person.request(
    method,
    `${address}${target.query?.(objects) ?? ''}`,
    method === 'GET' ? undefined : (body ?? {}),
  );
}

/** Whole words: the name of one role may be a part of another's. */
const opensTo = (access: string, role: string): boolean =>
  access === 'any role' || access.split(' ').includes(role);

/** Whether this caller may reach this owner's objects through this route. */
function reaches(caller: Caller, access: string, target: Target, owner: Owner): boolean {
  if (!caller.roles || owner === 'missing') return false;
  const allowed = caller.roles.filter((role) => opensTo(access, role));
  if (target.personal) return emailOf(caller) === world[owner][target.personal];
  const asStaff = allowed.some((role) => role !== 'patient') && !target.patientOnly;
  const clinic = owner === 'north' ? 'north' : 'founders';
  if (asStaff && (caller.org === 'all' || caller.org === clinic)) return true;
  return allowed.includes('patient') && caller.patient === owner;
}

const may = ({ roles }: Caller, access: string): boolean =>
  Boolean(roles?.some((role) => opensTo(access, role)));

/** Whether this caller must see nothing of this owner; a patient's route shows staff only their own record. */
const foreign = (caller: Caller, access: string, owner: Owner): boolean =>
  access === 'patient' || caller.roles!.every((role) => role === 'patient')
    ? caller.patient !== owner
    : (owner === 'north') !== (caller.org === 'north');
/** Colleagues share their clinic and its staff; a clinic learns by id who tried to open a record. */
const PUBLIC_KINDS = ['organisation', 'user', 'staff', 'license', 'dea', 'mail', 'account'];
const isOwn = (caller: Caller, id: string): boolean => emailOf(caller) === id;

/** What staff left in the log of this patient's record. */
const lines = (of: string) =>
  portal.database.asSuperuser<{ action: string }>(
    `SELECT action FROM audit_events WHERE actor_role <> 'patient' AND outcome = 'success'
      AND (patient_id = $1 OR patient_ids @> ARRAY[$1::uuid]) ORDER BY seq`,
    [of],
  );
/** What the calls left, as in the file that lists them. */
function expectLeft(left: readonly string[], file: string): void {
  expectListed(left, file);
  expect(left.filter((line) => line.endsWith('no line'))).toEqual([]);
}

/** Values that differ from one request to the next. */
const said = ({ status, body }: Response): string => {
  const { request_id: _, ...rest } = body as Record<string, unknown>;
  return JSON.stringify({ status, ...rest });
};
const cell = ({ route }: RouteRow, caller: Caller, owner: Owner, status: number): string =>
  `${route} ${caller.name} ${owner}: ${status}`;

/** A refused call changes nothing, so the callers of one route need not wait for each other. */
const together = <T>(all: readonly T[], one: (item: T) => Promise<void>): Promise<void[]> =>
  Promise.all(all.map(one));

describe('the matrix of callers, routes and objects', () => {
  it('has a column for every route: its object, or why it has none', () => {
    const unknown = routes().filter(({ route }) => !COLUMNS[route] && !NO_COLUMN[route]);
    expect(unknown.map(({ route }) => route)).toEqual([]);
    const known = new Set(routes().map(({ route }) => route));
    expect([...Object.keys(COLUMNS), ...Object.keys(NO_COLUMN)].filter((route) => !known.has(route))).toEqual(
      [],
    );
  });

  it('returns 401 when signed out and 403 to other roles, whatever the object', async () => {
    const wrong: string[] = [];
    for (const row of withObject()) {
      await together(
        callers.filter((c) => !may(c, row.access)),
        async (caller) => {
          for (const owner of ['founders', 'missing'] as const) {
            const { status } = await ask(caller, row, owner);
            if (status !== (caller.roles ? 403 : 401)) wrong.push(cell(row, caller, owner, status));
          }
        },
      );
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it("treats someone else's object like one that does not exist", async () => {
    const wrong: string[] = [];
    for (const row of withObject()) {
      await together(
        callers.filter((c) => may(c, row.access)),
        async (caller) => {
          const missing = said(await ask(caller, row, 'missing'));
          for (const owner of ['founders', 'colleague', 'north'] as const) {
            if (reaches(caller, row.access, row.target, owner)) continue;
            const response = await ask(caller, row, owner);
            if (response.status !== 404 || said(response) !== missing)
              wrong.push(
                `${cell(row, caller, owner, response.status)} ${said(response)} but missing: ${missing}`,
              );
            refused++;
          }
        },
      );
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it('names no one else when there is no object', async () => {
    const leaks: string[] = [];
    for (const row of routes().filter(({ route }) => NO_COLUMN[route] && route.startsWith('GET '))) {
      const path = row.route.slice(4).replace(':id', MISSING).replace(':slug', 'missing');
      await together(
        callers.filter((c) => may(c, row.access) && c.org !== 'all'),
        async (caller) => {
          const response = await caller.person.get(path);
          const text = response.text ?? '';
          const others = (['founders', 'colleague', 'north'] as const).filter((owner) =>
            foreign(caller, row.access, owner),
          );
          for (const owner of others)
            for (const [kind, id] of Object.entries(world[owner]))
              if (
                id &&
                new RegExp(`(?<![\\w-])${id}`).test(text) &&
                !PUBLIC_KINDS.includes(kind) &&
                !isOwn(caller, id)
              )
                leaks.push(`${row.route} ${caller.name} sees ${kind} of ${owner}`);
          asked++;
        },
      );
    }
    process.stdout.write(`matrix: ${asked} cells asked, ${refused} objects of others refused\n`);
    expect(leaks).toEqual([]);
  }, 120_000);

  it("leaves an entry in the record's log for every response with content that staff read", async () => {
    const { person } = callers.find((c) => c.name === 'provider@demo.test')!;
    const { patient: id } = world.colleague;
    const left: string[] = [];
    const call = async (route: string, ask: () => Promise<Response>, of = id!): Promise<void> => {
      const before = await lines(of);
      const { status } = await ask();
      const [line] = (await lines(of)).slice(before.length);
      left.push(`${route.padEnd(52)} ${status === 200 && line ? line.action : `${status}, no line`}`);
    };
    for (const { route, access } of routes()) {
      if (!route.startsWith('GET ') || !access.split(' ').includes('provider') || WITHOUT_CONTENT[route])
        continue;
      const target = COLUMNS[route];
      const filter = encodeURIComponent(JSON.stringify({ q: 'ortiz' }));
      const path = route
        .slice(4)
        .replace(':form', 'intake')
        .replace(':id', (target?.id && world.colleague[target.id]) ?? MISSING);
      await call(route, () =>
        person.get(target || !SEARCHED.includes(route) ? path : `${path}?filter=${filter}`),
      );
    }
    for (const search of ['Patient?_id=', 'Observation?patient=', 'QuestionnaireResponse?patient='])
      await call(`GET /fhir/${search}`, () => person.get(`/fhir/${search}${id}`));
    await call('POST /api/trt/provider/plans/approve-unflagged (dry_run)', () =>
      person.post('/api/trt/provider/plans/approve-unflagged', { dry_run: true }),
    );
    const { route, target } = withObject().find((row) => row.route === 'POST /api/trt/cases/:id/titrate')!;
    const { founders } = world;
    await call(
      `${route}?simulate=true`,
      () => person.post(`/api/trt/cases/${founders.case}/titrate?simulate=true`, target.body!(founders)),
      founders.patient,
    );
    expectLeft(left, 'test/security/staff-reads.txt');
  });

  it('leaves one, too, where the page of a list has no row: the total answers its filter', async () => {
    const { person } = callers.find((c) => c.name === 'provider@demo.test')!;
    const { patient: patient_id, case: id } = world.colleague;
    const asked = new Set<string>();
    const silent: string[] = [];
    for (const { route, access } of routes()) {
      if (!/^GET [^:]+$/.test(route) || !access.split(' ').includes('provider') || WITHOUT_CONTENT[route])
        continue;
      for (const [filter, range] of [
        [{ q: 'ortiz' }, [1000, 1001]],
        [{ patient_id }, [1000, 1001]],
        [{ patient_id, q: 'nobody' }, [0, 9]],
        [{ id: patient_id, q: 'nobody' }, [0, 9]],
        [{ id, q: 'nobody' }, [0, 9]],
      ] as const) {
        const before = await lines(patient_id!);
        const { status, body } = await person.list(route.slice(4), { filter, range: [...range] });
        const named = 'patient_id' in filter || 'id' in filter;
        if (status !== 200 || !('total' in body) || (!named && body.total === 0)) continue;
        asked.add(route.slice(4));
        const [line] = (await lines(patient_id!)).slice(before.length);
        if (!line?.action.endsWith('.search')) silent.push(`${route} ${JSON.stringify(filter)}`);
      }
    }
    expect(silent).toEqual([]);
    const lists = listsFor('provider').filter((path) => !WITHOUT_PATIENT_FILTER[path]);
    expect(lists.length).toBeGreaterThan(5);
    expect([...asked].sort()).toEqual(lists);
    // A patient of another clinic is unknown here, and nothing is written to that patient’s log.
    const { patient: north } = world.north;
    const elsewhere = await lines(north!);
    const told = await person.list('/api/labs', { filter: { patient_id: north! }, range: [0, 9] });
    expect([told.status, told.body.total, await lines(north!)]).toEqual([200, 0, elsewhere]);
  });

  it('leaves one, too, for every call of staff that is refused with what the record says now', async () => {
    const { person } = callers.find((c) => c.name === 'provider@demo.test')!;
    const { founders } = world;
    const left: string[] = [];
    for (const { route, access, target } of withObject()) {
      const [method = '', path = ''] = route.split(' ');
      if (!/^(POST|PATCH|PUT)$/.test(method) || !access.split(' ').includes('provider')) continue;
      const body = target.body?.(founders) ?? {};
      const address = kindsOf(target).reduce(
        (made, [param, kind]) => made.replace(`:${param}`, founders[kind] ?? MISSING),
        path,
      );
      const before = await lines(founders.patient!);
      // A call that has no version refuses the field, so that this changes nothing.
      const late =
        'last_message_at' in body
          ? { ...body, last_message_at: '2020-01-01T00:00:00Z' }
          : { ...body, version: 2 ** 31 - 1 };
      const response = await person.request(method, address, late);
      if (!('current' in response.body)) continue;
      expect([route, response.status]).toEqual([route, 409]);
      const [line] = (await lines(founders.patient!)).slice(before.length);
      left.push(`${route.padEnd(52)} ${line?.action ?? 'no line'}`);
    }
    expectLeft(left, 'test/security/staff-conflicts.txt');
  });

  it('leaves one for every replay of an answer', async () => {
    const { person } = callers.find((c) => c.name === 'provider@demo.test')!;
    const { patient, thread } = world.founders;
    const read = () =>
      person.post(`/api/provider/messages/${thread}/read`, {}, { 'idempotency-key': 'read twice' });
    expect((await read()).status).toBe(200);
    const before = await lines(patient!);
    const again = await read();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).toContain('Should I move my day?');
    expect((await lines(patient!)).slice(before.length)).toEqual([{ action: 'record.read_again' }]);
  });

  it('lets allowed callers in: the refusals above are not refusals of the call itself', async () => {
    const wrong: string[] = [];
    for (const row of withObject()) {
      for (const owner of ['founders', 'north'] as const) {
        const caller = callers.find((c) => may(c, row.access) && reaches(c, row.access, row.target, owner));
        if (!caller) continue;
        const { status, body } = await ask(caller, row, owner);
        if (status === 401 || status === 404 || status === 422 || status >= 500 || body.error === 'forbidden')
          wrong.push(`${cell(row, caller, owner, status)} ${JSON.stringify(body)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('has words for the patient for each entry that any of these calls left', async () => {
    const rows = await portal.database.asSuperuser<{ action: string }>(
      `SELECT DISTINCT COALESCE(detail->>'read', action) AS action FROM audit_events
        WHERE (patient_id IS NOT NULL OR patient_ids IS NOT NULL) AND actor_role <> 'patient' AND outcome = 'success'`,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.map(({ action }) => action).filter((action) => !(action in RECORD_ACTIONS))).toEqual([]);
  });
});

const SEARCHED = ['GET /api/trt/cases', 'GET /api/provider/patients', 'GET /api/provider/messages'];
/** Lists that no filter narrows to one patient. */
const WITHOUT_PATIENT_FILTER: Readonly<Record<string, string>> = {
  '/api/lab-messages': 'what laboratories sent, often before it is known whose it is: e2e/lab-messages',
};
/** Staff reads without patient content. */
const WITHOUT_CONTENT: Readonly<Record<string, string>> = {
  'GET /api/provider/held-records': 'none of the demo is held; those that are leave a line each',
  'GET /api/provider/record-openings': 'none was opened; of patients whom the reader treats',
  'GET /api/provider/inbox': 'counts',
  'GET /fhir/:type': 'of a type that does not exist; of those that do: e2e/fhir',
  'GET /fhir/:type/:id': 'of a type that does not exist; of those that do: e2e/fhir',
  'GET /api/provider/dea-registrations': 'their own',
  'GET /api/provider/licenses': 'their own',
  'GET /api/provider/profile': 'their own',
  'GET /api/trt/cases/:id/clinicians': 'names of staff',
};

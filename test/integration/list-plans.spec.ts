import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Db } from '../../server/database/db.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const MANY = 12_000;
/** Everything here grows with the number of patients; organizations and the like do not. */
const LARGE = [
  'cases',
  'patients',
  'users',
  'plans',
  'prescriptions',
  'lab_panels',
  'lab_results',
  'case_alerts',
];
/** A page of 25 with the rows joined to it; a search reads its matches. */
const FEW_ROWS = 1500;

const LOAD = [
  `CREATE TEMP TABLE g AS SELECT i, gen_random_uuid() AS uid, gen_random_uuid() AS pid, gen_random_uuid() AS cid, (SELECT id FROM organisations WHERE is_default) AS oid,
    (ARRAY['James','Robert','John','Michael','David'])[1 + i % 5] || ' ' || (ARRAY['Smith','Johnson','Brown','Jones','Garcia','Miller','Davis'])[1 + (i / 5) % 7] || ' ' || i AS name
    FROM generate_series(1, ${MANY}) i`,
  `INSERT INTO users (id, org_id, email, roles, display_name, email_verified_at) SELECT uid, oid, 'load' || i || '@bench.test', ARRAY['patient'], name, now() FROM g`,
  `INSERT INTO patients (id, org_id, user_id, full_name, dob) SELECT pid, oid, uid, name, date '1960-01-01' + (i % 15000) FROM g`,
  `INSERT INTO cases (id, org_id, patient_id, case_number, status, created_at) SELECT cid, oid, pid, 'B-' || i, (ARRAY['open','monitoring','monitoring','closed'])[1 + i % 4], now() - make_interval(mins => i) FROM g`,
  `INSERT INTO plans (id, org_id, case_id, patient_id, dose, rule_set_version, lifecycle, origin, formulation, frequency, route, blood_draw_timing, flagged, next_review_on)
    SELECT gen_random_uuid(), oid, cid, pid, 80, 'x', CASE WHEN i % 4 IN (1, 2) THEN 'approved' ELSE 'pending_review' END, 'baseline', 'testosterone_cypionate_im', 'once weekly', 'intramuscular', 'x',
      i % 20 = 0, current_date + (i * 7) % 200 - 5 FROM g WHERE i % 4 IN (1, 2) OR i % 16 = 0`,
  `INSERT INTO prescriptions (id, org_id, case_id, plan_id, patient_id, formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills, status, approved_at, filled_at, created_at)
    SELECT gen_random_uuid(), g.oid, g.cid, l.id, g.pid, l.formulation, 'Testosterone cypionate injection 200 mg/mL', '80 mg', 'x', 'once weekly', 'intramuscular', 2, 28, 5,
      (ARRAY['filled','accepted','draft','canceled'])[1 + (i / 4) % 4], now(), CASE WHEN (i / 4) % 4 = 0 THEN now() - make_interval(days => i % 250) END, now() - make_interval(mins => i)
    FROM g JOIN plans l ON l.case_id = g.cid`,
  `CREATE TEMP TABLE drawn AS SELECT gen_random_uuid() AS id, g.*, k FROM g CROSS JOIN generate_series(1, 2) k`,
  `INSERT INTO lab_panels (id, org_id, patient_id, status, collected_at, collected_as_sent, source, reviewed_at) SELECT id, oid, pid, 'completed', now() - make_interval(days => 90 * k, mins => i), '2026-01-05T08:00:00-05:00', 'import', CASE WHEN i % 30 > 0 THEN now() END FROM drawn`,
  `INSERT INTO lab_results (panel_id, analyte, value, unit, flag) SELECT id, 'tt_ng_dl', 300, 'ng/dL', CASE WHEN i % 25 = 0 THEN 'low' ELSE 'normal' END FROM drawn`,
  `INSERT INTO lab_panels (id, org_id, patient_id, status, due_on, source) SELECT gen_random_uuid(), oid, pid, 'scheduled', current_date + (i * 3) % 400 - 10, 'schedule' FROM g`,
  'VACUUM ANALYZE',
];

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
const isLarge = (node: PlanNode): boolean => LARGE.includes(node['Relation Name'] ?? '');
const rowsRead = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

let portal: TestPortal;
let provider: Person;
/** As the portal's own user, in the provider's scope: row-level security changes plans. */
let viewer: pg.Client;
beforeAll(async () => {
  portal = await startPortal('demo');
  for (const sql of LOAD) await portal.database.asSuperuser(sql);
  provider = await portal.signIn('provider@demo.test');
  viewer = new pg.Client({ connectionString: portal.database.loginUrl });
  await viewer.connect();
  await viewer.query(
    `SELECT set_config('trt.org', $1, false), set_config('trt.patient', '*', false), set_config('trt.user', '*', false)`,
    [provider.me!.claims.org_id],
  );
}, 120_000);
afterAll(async () => {
  await viewer.end();
  await portal.close();
});

/** The actual plans of the statements that a list sends. */
async function plansOf(path: string, query: object): Promise<{ name: string; plan: PlanNode[] }[]> {
  const spy = jest.spyOn(portal.app.get(Db), 'rows');
  const response = await provider.list(path, query);
  const sent = spy.mock.calls.filter(
    ([{ text }]) => /^(WITH (page|found)|SELECT)/.test(text) && /LIMIT/.test(text),
  );
  spy.mockRestore();
  expect([path, response.status]).toEqual([path, 200]);
  expect(sent.length).toBeGreaterThan(0);
  const plans = [];
  for (const [{ name, text }, values] of sent) {
    const { rows } = await viewer.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...(values ?? [])],
    );
    plans.push({ name, plan: nodes(rows[0]!['QUERY PLAN'][0].Plan) });
  }
  return plans;
}

const cases = '/api/trt/cases';
const orders = '/api/trt/prescriptions/all';
const labs = '/api/labs';
const patients = '/api/provider/patients';
const pending = '/api/trt/provider/pending-plans';
const by = (field: string, order: 'ASC' | 'DESC' = 'ASC') => ({ sort: [field, order] as const });
const only = (filter: object) => ({ filter });

describe('no list reads a large table from end to end', () => {
  it.each<[string, object]>([
    ...['urgency', 'patient_name', 'status', 'created_at', 'updated_at', 'next_review_at'].flatMap(
      (field): [string, object][] => [
        [cases, by(field)],
        [cases, by(field, 'DESC')],
      ],
    ),
    [cases, { ...by('urgency'), ...only({ status: 'open' }) }],
    [cases, only({ flagged: true })],
    [cases, { ...by('next_review_at'), ...only({ overdue: true }) }],
    [cases, only({ q: 'load4711@' })],
    [cases, only({ q: 'Smith 47' })],
    [cases, only({ q: 'nobody at all' })],
    [orders, {}],
    [orders, only({ prescription_state: 'draft' })],
    [orders, only({ prescription_state: 'current' })],
    [orders, only({ q: 'Smith 47' })],
    [orders, only({ q: 'nobody at all' })],
    [labs, by('collected_at', 'DESC')],
    [labs, { ...by('collected_at'), ...only({ unreviewed: true }) }],
    [labs, { ...by('urgency'), ...only({ unreviewed: true }) }],
    [labs, { ...by('due_on'), ...only({ status: 'overdue' }) }],
    [labs, { ...by('collected_at', 'DESC'), ...only({ abnormal: true }) }],
    [patients, {}],
    [patients, only({ q: 'Smith 47' })],
    [pending, {}],
    [pending, only({ flagged: true })],
    [pending, only({ q: 'Smith 47' })],
  ])('%s %j', async (path, query) => {
    for (const { name, plan } of await plansOf(path, { range: [0, 24], ...query })) {
      // Without a filter every row counts, and the count stops at 10,001 however it reads them.
      if (name.endsWith('-count') && !('filter' in query)) continue;
      const scans = plan.filter((node) => node['Node Type'] === 'Seq Scan' && isLarge(node));
      expect([name, scans.map((node) => node['Relation Name'])]).toEqual([name, []]);
      if (name.endsWith('-count')) continue;
      const most = Math.max(...plan.filter(isLarge).map(rowsRead));
      expect(most).toBeLessThanOrEqual(FEW_ROWS);
    }
  });

  it.each<[string, object]>([
    [cases, by('created_at', 'DESC')],
    [labs, by('collected_at', 'DESC')],
    [orders, {}],
  ])('%s has a deep page that reads the tables only for its own rows', async (path, query) => {
    const [first] = await plansOf(path, { range: [5000, 5024], ...query });
    const read = first!.plan.filter((node) => isLarge(node) && node['Node Type'] !== 'Index Only Scan');
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read.map(rowsRead))).toBeLessThanOrEqual(FEW_ROWS);
  });

  it.each<[string, object, string]>([
    [cases, by('created_at', 'DESC'), 'created_at DESC NULLS LAST, id'],
    [cases, by('patient_name'), 'lower(list_name) ASC NULLS LAST, id'],
    [cases, by('next_review_at'), 'next_review_on ASC NULLS LAST, id'],
    [cases, by('next_review_at', 'DESC'), 'next_review_on DESC NULLS LAST, id'],
  ])(
    '%s %j continues from a page read before, and skips only the rows in between',
    async (path, query, order) => {
      const [org] = await portal.database.asSuperuser<{ id: string }>(
        'SELECT id FROM organisations WHERE is_default',
      );
      const pages: [number, number][] = [
        [5500, FEW_ROWS + 5500],
        [5500, FEW_ROWS],
        [5525, FEW_ROWS],
        [6400, FEW_ROWS],
        [5200, FEW_ROWS + 5500],
        [11_990, MANY + FEW_ROWS],
      ];
      for (const [offset, mostRead] of pages) {
        const range: [number, number] = [offset, offset + 24];
        const { body } = await provider.list(path, { range, ...query });
        const rows = await portal.database.asSuperuser<{ id: string }>(
          `SELECT id FROM cases WHERE org_id = $1 ORDER BY ${order} LIMIT 25 OFFSET $2`,
          [org!.id, offset],
        );
        expect([offset, (body as { items: { id: string }[] }).items.map((r) => r.id)]).toEqual([
          offset,
          rows.map((r) => r.id),
        ]);
        const [page] = await plansOf(path, { range, ...query });
        expect(Math.max(...page!.plan.filter(isLarge).map(rowsRead))).toBeLessThanOrEqual(mostRead);
      }
    },
  );

  it('would be noticed', async () => {
    await portal.database.asSuperuser('DROP INDEX cases_list_urgent_idx');
    const [page] = await plansOf(cases, { range: [0, 24], ...by('urgency') });
    expect(page!.plan.filter(isLarge).map((node) => node['Node Type'])).toContain('Seq Scan');
  });
});

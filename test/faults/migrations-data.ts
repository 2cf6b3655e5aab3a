import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** For migrations of a database in use: its content, the concurrent writers, and what must be true at the end. */
export const CASES = 4000;
const id = (kind: string, of: string | number = 'i'): string =>
  typeof of === 'number' ? `md5('${kind}-${of}')::uuid` : `md5('${kind}-' || ${of})::uuid`;

const ORG = '(SELECT id FROM organisations WHERE is_default)';
const PLAN = `dose, rule_set_version, origin, formulation, frequency, route, blood_draw_timing`;
const PLAN_VALUES = `80, '1', 'baseline', 'testosterone_cypionate_im', 'once weekly', 'intramuscular', 'morning'`;
const ORDER = `formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills, status`;
const ORDER_VALUES = `'testosterone_cypionate_im', 'Testosterone Cypionate', '80 mg', 'Once weekly.', 'once weekly', 'intramuscular', 2, 28, 5, 'draft'`;
const RESULT = 'lab_results (panel_id, analyte, value, unit, flag)';

export const load = (count: number): string[] => [
  `INSERT INTO users (id, org_id, email, roles) SELECT ${id('user')}, ${ORG}, 'Somebody' || i || '@portal.test', ARRAY['patient'] FROM generate_series(1, ${count}) i`,
  `INSERT INTO patients (id, org_id, user_id, full_name) SELECT ${id('patient')}, ${ORG}, ${id('user')}, CASE WHEN i % 3 > 0 THEN 'Some Body ' || i END FROM generate_series(1, ${count}) i`,
  `INSERT INTO cases (id, org_id, patient_id, case_number, status) SELECT ${id('case')}, ${ORG}, ${id('patient')}, 'M-' || i, (ARRAY['open', 'monitoring', 'closed'])[1 + i % 3]
    FROM generate_series(1, ${count}) i`,
  `INSERT INTO plans (id, org_id, case_id, patient_id, lifecycle, flagged, next_review_on, ${PLAN})
    SELECT ${id('plan')}, ${ORG}, ${id('case')}, ${id('patient')}, CASE WHEN i % 2 = 0 THEN 'approved' ELSE 'pending_review' END, i % 5 = 0, current_date + i % 90, ${PLAN_VALUES}
    FROM generate_series(1, ${count}) i`,
  `INSERT INTO prescriptions (id, org_id, case_id, patient_id, ${ORDER}) SELECT ${id('rx')}, ${ORG}, ${id('case')}, ${id('patient')}, ${ORDER_VALUES} FROM generate_series(1, ${count}) i`,
  `INSERT INTO lab_panels (id, org_id, patient_id, status, source) SELECT ${id('panel')}, ${ORG}, ${id('patient')}, 'completed', 'import' FROM generate_series(1, ${count}) i`,
  `INSERT INTO ${RESULT} SELECT ${id('panel')}, 'tt_ng_dl', i, 'ng/dL', CASE WHEN i % 2 = 0 THEN 'high' ELSE 'normal' END FROM generate_series(1, ${count}) i`,
  `INSERT INTO case_alerts (id, org_id, case_id, rule_key, severity, message) SELECT ${id('alert')}, ${ORG}, ${id('case')}, 'rule', (ARRAY['critical', 'warning'])[1 + i % 2], 'See a doctor'
    FROM generate_series(1, ${count}) i`,
];

/** What an earlier server does, one transaction each. */
const ACTS: ((one: () => number) => string[])[] = [
  (one) => [
    `UPDATE patients SET full_name = 'New ${randomUUID().slice(0, 8)}' WHERE id = ${id('patient', one())}`,
  ],
  (one) => [`UPDATE users SET email = 'New-${randomUUID()}@portal.test' WHERE id = ${id('user', one())}`],
  (one) => [
    `UPDATE plans SET flagged = NOT flagged, next_review_on = next_review_on + 1 WHERE id = ${id('plan', one())}`,
  ],
  (one) => [`UPDATE plans SET lifecycle = 'superseded' WHERE id = ${id('plan', one())}`],
  (one) => [
    `UPDATE case_alerts SET closed_at = CASE WHEN closed_at IS NULL THEN now() END WHERE id = ${id('alert', one())}`,
  ],
  (one) => [
    `INSERT INTO prescriptions (id, org_id, case_id, patient_id, ${ORDER}) SELECT gen_random_uuid(), org_id, id, patient_id, ${ORDER_VALUES} FROM cases WHERE id = ${id('case', one())}`,
  ],
  (one) => {
    const panel = randomUUID();
    return [
      `INSERT INTO lab_panels (id, org_id, patient_id, status, source) SELECT '${panel}', org_id, id, 'completed', 'import' FROM patients WHERE id = ${id('patient', one())}`,
      `INSERT INTO ${RESULT} VALUES ('${panel}', 'tt_ng_dl', 1200, 'ng/dL', 'high')`,
    ];
  },
  // Several at once, in any order.
  (one) =>
    Array.from(
      { length: 5 },
      () =>
        `UPDATE cases SET status = (ARRAY['open', 'monitoring', 'closed'])[${randomInt(1, 4)}] WHERE id = ${id('case', one())}`,
    ),
];

/** Each kind of action on separate cases. */
export const APART = (kind: number): number => 1 + kind + ACTS.length * randomInt(CASES / ACTS.length);
/** All of them on the same few, so that conflicts are frequent. */
export const TOGETHER = (): number => randomInt(1, 4);

/** Until told to stop. */
export async function writers(url: string, which: (kind: number) => number = APART) {
  const failed: string[] = [];
  let [slowest, written, working] = [0, 0, true];
  const work = ACTS.map(async (act, kind) => {
    const one = (): number => which(kind);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (; working; await sleep(5)) {
      const from = performance.now();
      const pause = randomInt(30) / 1000;
      try {
        await client.query(['BEGIN', ...act(one), `SELECT pg_sleep(${pause})`, 'COMMIT'].join(';'));
        written++;
      } catch (error) {
        failed.push((error as Error).message);
        await client.query('ROLLBACK');
      }
      slowest = Math.max(slowest, performance.now() - from);
    }
    await client.end();
  });
  return {
    stop: async () => {
      working = false;
      await Promise.all(work);
      return { failed, slowest, written };
    },
  };
}

const CRITICAL = `EXISTS (SELECT 1 FROM case_alerts x WHERE x.case_id = c.id AND x.closed_at IS NULL AND x.severity = 'critical')`;
/** Rows whose derived values are wrong. */
export const WRONG = {
  names: `SELECT c.id FROM cases c, case_list_words(c) w WHERE (c.list_name, c.list_search) <> (w.shown, w.searched) OR c.list_search <> lower(c.list_search)`,
  reviews: `SELECT c.id FROM cases c WHERE c.next_review_on IS DISTINCT FROM case_next_review(c.id)`,
  flagged: `SELECT c.id FROM cases c WHERE c.pending_flagged <> EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'pending_review' AND p.flagged)`,
  waiting: `SELECT c.id FROM cases c WHERE CASE c.status WHEN 'open' THEN c.waiting_since IS NULL
    WHEN 'monitoring' THEN c.waiting_since IS DISTINCT FROM c.next_review_on::timestamp AT TIME ZONE 'UTC' ELSE c.waiting_since IS NOT NULL END`,
  critical: `SELECT c.id FROM cases c WHERE c.critical <> ${CRITICAL}`,
  urgent: `SELECT c.id FROM cases c WHERE c.urgent_since IS DISTINCT FROM
    CASE WHEN c.status = 'closed' THEN NULL
      WHEN c.worst > 0 THEN c.worst_since - make_interval(years => CASE WHEN c.worst = 2 THEN 3000 ELSE 1500 END + c.worst_urgency * 300 + CASE WHEN c.taking THEN 150 ELSE 0 END)
      WHEN c.plan_waits THEN COALESCE(c.waiting_since, c.created_at) - interval '1000 years' END`,
  worst: `SELECT c.id FROM cases c LEFT JOIN LATERAL (SELECT r.rank, x.urgency, min(x.created_at) AS since FROM case_alerts x
      CROSS JOIN LATERAL (SELECT CASE x.severity WHEN 'critical' THEN 2 WHEN 'warning' THEN 1 END AS rank) r
      WHERE x.case_id = c.id AND x.closed_at IS NULL AND x.acknowledged_at IS NULL AND r.rank IS NOT NULL
      GROUP BY r.rank, x.urgency ORDER BY r.rank DESC, x.urgency DESC LIMIT 1) v ON true
    WHERE (c.worst, c.worst_urgency, c.worst_since) IS DISTINCT FROM (COALESCE(v.rank, 0), COALESCE(v.urgency, 0), v.since)`,
  taking: `SELECT c.id FROM cases c WHERE c.taking <> (EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'approved')
    AND NOT EXISTS (SELECT 1 FROM therapy_holds h WHERE h.case_id = c.id AND h.ended_at IS NULL AND h.by IS NOT NULL))`,
  plans: `SELECT c.id FROM cases c WHERE c.plan_waits <> EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'pending_review')`,
  orders: `SELECT p.id FROM prescriptions p JOIN cases c ON c.id = p.case_id WHERE p.list_search <> concat_ws(E'\\n', lower(p.drug), c.list_search)`,
  panels: `SELECT l.id FROM lab_panels l WHERE l.abnormal <> EXISTS (SELECT 1 FROM lab_results r WHERE r.panel_id = l.id AND r.flag <> 'normal')`,
  indexes: `SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid`,
};

/** Whether a migration is midway: some rows filled and some not, or an index half built. */
export const MIDWAY = [
  ['CaseWorklist', `SELECT 1 FROM cases HAVING bool_or(list_search = '') AND bool_or(list_search <> '')`],
  ['CaseWorklist', `SELECT 1 FROM pg_class WHERE relname = 'cases_list_search_idx'`],
  ['CaseUrgency', `SELECT 1 FROM cases WHERE waiting_since IS NOT NULL LIMIT 1`],
  [
    'WorklistSpeed',
    `SELECT 1 FROM cases HAVING bool_or(list_search = lower(list_search)) AND bool_or(list_search <> lower(list_search))`,
  ],
  [
    'WorklistSpeed',
    `SELECT 1 FROM prescriptions HAVING bool_or(list_search = '') AND bool_or(list_search <> '')`,
  ],
  ['WorklistSpeed', `SELECT 1 FROM pg_class WHERE relname = 'lab_panels_list_abnormal_idx'`],
  ['CriticalFirst', `SELECT 1 FROM cases WHERE critical LIMIT 1`],
] as const;

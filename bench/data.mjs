// A clinic of `n` patients, the same one on every run: cases, plans, prescriptions, a year of labs, audit rows.
const FIRST = `ARRAY['James','Robert','John','Michael','David','William','Richard','Joseph','Thomas','Charles']`;
const LAST = `ARRAY['Smith','Johnson','Brown','Jones','Garcia','Miller','Davis','Lopez','Wilson','Moore']`;
const id = (kind, of = 'i') => `md5('bench-${kind}-' || ${of})::uuid`;

const statements = (n) => [
  `CREATE TEMP TABLE g AS SELECT i, ${id('user')} AS uid, ${id('patient')} AS pid, ${id('case')} AS cid, ${id('plan')} AS lid,
      (SELECT id FROM organisations WHERE is_default) AS oid,
      (${FIRST})[1 + i % 10] || ' ' || (${LAST})[1 + (i / 10) % 10] || ' ' || i AS name
    FROM generate_series(1, ${n}) i`,
  `INSERT INTO users (id, org_id, email, roles, display_name, email_verified_at)
    SELECT uid, oid, 'bench' || i || '@bench.test', ARRAY['patient'], name, now() FROM g`,
  `INSERT INTO patients (id, org_id, user_id, full_name, dob, created_at)
    SELECT pid, oid, uid, name, date '1960-01-01' + (i % 15000), now() - make_interval(mins => i % 500000) FROM g`,
  `INSERT INTO cases (id, org_id, patient_id, case_number, status, created_at, updated_at)
    SELECT cid, oid, pid, 'B-' || i, (ARRAY['open','monitoring','monitoring','closed'])[1 + i % 4],
      now() - make_interval(mins => i % 500000), now() - make_interval(mins => (i % 500000) / 2) FROM g`,
  `INSERT INTO plans (id, org_id, case_id, patient_id, dose, rule_set_version, lifecycle, origin, formulation, frequency, route,
      blood_draw_timing, next_review_on, approved_at)
    SELECT lid, oid, cid, pid, 80, '2026.11.1', 'approved', 'baseline', 'testosterone_cypionate_im', 'once weekly', 'intramuscular',
      'Midway between injections, morning', current_date + ((i * 7) % 200) - 20, now() FROM g WHERE i % 4 IN (1, 2)`,
  `INSERT INTO plans (id, org_id, case_id, patient_id, dose, rule_set_version, lifecycle, origin, formulation, frequency, route,
      blood_draw_timing, flagged)
    SELECT ${id('draft')}, oid, cid, pid, 80, '2026.11.1', 'pending_review', 'baseline', 'testosterone_cypionate_im', 'once weekly',
      'intramuscular', 'Midway between injections, morning', i % 3 = 0 FROM g WHERE i % 25 = 0`,
  `INSERT INTO prescriptions (id, org_id, case_id, plan_id, patient_id, formulation, drug, dose, sig, frequency, route, quantity,
      days_supply, refills, status, draft_action, approved_at, filled_at, created_at)
    SELECT ${id('rx')}, oid, cid, lid, pid, 'testosterone_cypionate_im', 'Testosterone cypionate injection 200 mg/mL', '80 mg',
      'Inject 0.4 mL once weekly.', 'once weekly', 'intramuscular', 2, 28, 5,
      (ARRAY['filled','accepted','draft','canceled'])[1 + (i / 4) % 4], 'new', now(),
      CASE WHEN (i / 4) % 4 = 0 THEN now() - make_interval(days => i % 250) END, now() - make_interval(mins => i % 500000)
    FROM g WHERE i % 4 IN (1, 2)`,
  `CREATE TEMP TABLE lp AS SELECT ${id('panel', "i || '-' || k")} AS id, g.*, k FROM g CROSS JOIN generate_series(1, 4) k WHERE i % 4 <> 3`,
  `INSERT INTO lab_panels (id, org_id, patient_id, status, collected_at, collected_as_sent, since_last_dose_h, source, reviewed_at, created_at)
    SELECT id, oid, pid, 'completed', now() - make_interval(days => 90 * k, mins => i % 100000), '2026-01-01T08:00:00-05:00', 84,
      'import', CASE WHEN k > 1 OR i % 7 > 0 THEN now() END, now() - make_interval(days => 90 * k) FROM lp`,
  `INSERT INTO lab_results (panel_id, analyte, value, unit, flag, reference_low, reference_high)
    SELECT id, a, CASE a WHEN 'tt_ng_dl' THEN 300 + (i % 500) WHEN 'hct_percent' THEN 44 ELSE 0.9 END,
      CASE a WHEN 'tt_ng_dl' THEN 'ng/dL' WHEN 'hct_percent' THEN '%' ELSE 'ng/mL' END,
      CASE WHEN a = 'tt_ng_dl' AND i % 5 = 0 THEN 'high' ELSE 'normal' END, 264, 916
    FROM lp CROSS JOIN unnest(ARRAY['tt_ng_dl', 'hct_percent', 'psa_ng_ml']) a`,
  'VACUUM ANALYZE',
];

/** @param db a connected pg client of the owner @param told hears of each step */
export async function loadClinic(db, n, told) {
  const steps = statements(n);
  for (const [i, statement] of steps.entries()) {
    told(`loading ${n} patients: step ${i + 1} of ${steps.length}`);
    await db.query(statement);
  }
}

/** Where a request was asked for labs before the tests were kept with it. */
const USUAL = `ARRAY['tt_ng_dl', 'hct_percent']`;

/** The tests that were asked for: those of a laboratory order since then with a hematocrit, otherwise those that monitoring was due to take. */
const wanted = (
  r: string,
): string => `COALESCE((SELECT q.analytes FROM lab_orders q WHERE q.patient_id = ${r}.patient_id
  AND q.status <> 'canceled' AND q.ordered_at >= ${r}.labs_asked_at AND 'hct_percent' = ANY(q.analytes) ORDER BY q.ordered_at DESC, q.id LIMIT 1),
  ${r}.labs_wanted, ${USUAL})`;

/** Draws that may answer a request: from the day in the clinic's calendar on which labs were asked for, and not voided. */
const DRAWN_SINCE = (
  r: string,
  o: string,
): string => `l.patient_id = ${r}.patient_id AND l.status = 'completed'
  AND (l.collected_at AT TIME ZONE ${o}.timezone)::date >= (${r}.labs_asked_at AT TIME ZONE ${o}.timezone)::date`;

/** The tests asked for without a result; `r` is the request, `o` its organization. */
export const labsMissing = (r: string, o: string): string =>
  `ARRAY(SELECT w.test FROM unnest(${wanted(r)}) WITH ORDINALITY w(test, n) WHERE NOT EXISTS (
    SELECT 1 FROM lab_panels l JOIN lab_results v ON v.panel_id = l.id WHERE ${DRAWN_SINCE(r, o)} AND v.analyte = w.test) ORDER BY w.n)`;

/** The day of the newest draw with a test that was asked for. */
export const labsDrawnOn = (r: string, o: string): string =>
  `(SELECT max(l.collected_at AT TIME ZONE ${o}.timezone)::date::text FROM lab_panels l JOIN lab_results v ON v.panel_id = l.id
    WHERE ${DRAWN_SINCE(r, o)} AND v.analyte = ANY(${wanted(r)}))`;

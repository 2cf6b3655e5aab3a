import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { daysAgo, detail, inForce, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { CYPIONATE, enter, fired } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const HOUR = 3_600_000;
const DRAWN = `${daysAgo(2)}T08:00:00-05:00`;
const before = (hours: number): string => new Date(Date.parse(DRAWN) - hours * HOUR).toISOString();

/** On 80 mg a week for 60 days, with one dose logged so many hours before the draw. */
async function logged(hours: number): Promise<Treated> {
  const treated = await inForce(portal);
  await enter(treated, { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) });
  const dose = { taken_at: before(hours), dose: 80, unit: 'mg' };
  expect((await treated.patient.post('/api/doses', dose)).status).toBe(201);
  return treated;
}
const draw = ({ provider, patientId }: Treated, more: object = {}) =>
  provider.post('/api/labs', {
    patient_id: patientId,
    collected_at: DRAWN,
    results: { tt_ng_dl: 420, hct_percent: 45 },
    ...more,
  });
const offered = async ({ provider, patientId }: Treated, at = DRAWN): Promise<unknown> => {
  const query = encodeURIComponent(at);
  const { body } = await provider.get(`/api/labs/since-dose/${patientId}?collected_at=${query}`);
  return body.hours;
};
const history = async (treated: Treated) => (await detail(treated)).labs_history;

describe('hours since the last dose, from the dose log', () => {
  it('time a draw that has none of its own, for the rules and the pages', async () => {
    const treated = await logged(84);
    expect(await offered(treated)).toBe(84);
    const { status, body } = await draw(treated);
    expect([status, body.since_last_dose_h, body.since_from_log]).toEqual([201, 84, true]);
    expect(await fired(treated)).not.toContain('lab_timing_invalid');
    const { evidence } = (
      await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate?simulate=true`, CYPIONATE)
    ).body as { evidence: { value: number; since_last_dose_h: number }[] };
    expect(evidence.find(({ value }) => value === 420)?.since_last_dose_h).toBe(84);
    const rows = await portal.database.asSuperuser(
      'SELECT since_last_dose_h FROM lab_panels WHERE id = $1 AND since_last_dose_h IS NOT NULL',
      [body.id],
    );
    expect(rows).toEqual([]);
  });

  it('stand back for the hours entered with the draw', async () => {
    const treated = await logged(84);
    await draw(treated, { since_last_dose_h: 12 });
    const [lab] = await history(treated);
    expect([lab!.since_last_dose_h, lab!.since_from_log]).toEqual([12, undefined]);
    expect(await fired(treated)).toContain('lab_timing_invalid');
  });

  it('ask about hours that a later dose contradicts, and fit no curve to them until they are confirmed', async () => {
    const treated = await logged(2);
    const asked = await draw(treated, { since_last_dose_h: 90 });
    expect([asked.status, asked.body.fields]).toEqual([
      422,
      { since_last_dose_h: expect.stringContaining('a dose 2 hours before this draw') },
    ]);
    const curve = async (of: Treated) =>
      (await of.provider.get(`/api/trt/cases/${of.caseId}/curve`)).body as {
        fitted: boolean;
        draws: { hours_after_dose: number | null; used: boolean; not_used?: string }[];
      };
    expect((await draw(treated, { since_last_dose_h: 90, confirmed: ['since_last_dose_h'] })).status).toBe(
      201,
    );
    expect((await curve(treated)).fitted).toBe(true);
    // A dose that was logged after the draw was entered.
    const later = await logged(11 * 24);
    expect((await draw(later, { since_last_dose_h: 90 })).status).toBe(201);
    expect((await curve(later)).fitted).toBe(true);
    await later.patient.post('/api/doses', { taken_at: before(2), dose: 80, unit: 'mg' });
    const { fitted, draws } = await curve(later);
    const own = draws.find(({ hours_after_dose: hours }) => hours === 90);
    expect([fitted, own?.used, own?.not_used]).toEqual([false, false, 'hours_contradict_log']);
  });

  it('are unknown where a later dose may have been forgotten, was missed, or was taken after the draw', async () => {
    expect(await offered(await logged(11 * 24))).toBeNull();
    const treated = await logged(-24);
    expect(await offered(treated)).toBeNull();
    await portal.database.asSuperuser(
      `UPDATE doses SET missed = true, taken_at = taken_at - interval '4 days' WHERE patient_id = $1`,
      [treated.patientId],
    );
    expect(await offered(treated)).toBeNull();
  });

  it('are asked for a time of a draw', async () => {
    const { provider, patientId } = await inForce(portal);
    const path = `/api/labs/since-dose/${patientId}`;
    const wrong = await provider.get(`${path}?collected_at=yesterday`);
    expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([422, ['collected_at']]);
    expect((await provider.get(`${path}?day=1`)).status).toBe(422);
  });
});

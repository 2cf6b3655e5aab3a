import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TimelineResponse } from '../../common/api/index.js';
import { ADAM_ITEMS } from '../../common/scores/index.js';
import { daysAgo, detail, inForce, save, submitted, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { enter, fired, onTreatment } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const emergencies = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).alerts.flatMap(({ rule_key: key }) => (key?.startsWith('emergency_') ? [key] : []));

describe('what a check-in says', () => {
  const items = ['confidence', 'hardness', 'maintain', 'difficulty', 'satisfaction'];
  const before = Object.fromEntries(items.map((item) => [`iief_${item}`, 3]));
  const checkIn = ({ patient }: Treated, each: number) =>
    patient.post('/api/progress/check-in', {
      symptoms: { [ADAM_ITEMS[0]]: { present: true, severity: 5 } },
      iief: Object.fromEntries(items.map((item) => [item, each])),
    });

  it.each([
    [3, true],
    [2, true],
    [4, false],
  ])(
    'is read: IIEF-5 of %d each after 3 each, without benefit after six months: %s',
    async (each, without) => {
      const treated = await onTreatment(portal, {
        day: 200,
        intake: before,
        draws: [[1, { tt_ng_dl: 520, hct_percent: 45 }, 84]],
      });
      expect(await fired(treated)).not.toContain('no_response_after_6_months');
      expect((await checkIn(treated, each)).status).toBe(201);
      const rule = (await detail(treated)).rules.find((one) => one.rule_key === 'no_response_after_6_months');
      expect(rule !== undefined).toBe(without);
      if (rule)
        expect(rule.inputs).toContainEqual(
          expect.objectContaining({ name: 'iief_change', value: 5 * (each - 3), age_days: 0 }),
        );
      const { body } = await treated.provider.get(`/api/trt/cases/${treated.caseId}/timeline`);
      expect((body as TimelineResponse).scores.map((one) => one.iief_total)).toEqual([5 * each]);
    },
  );

  it('is overruled by what the clinician finds', async () => {
    const treated = await onTreatment(portal, {
      day: 200,
      intake: before,
      draws: [[1, { tt_ng_dl: 520, hct_percent: 45 }, 84]],
    });
    await checkIn(treated, 3);
    expect(await fired(treated)).toContain('no_response_after_6_months');
    await enter(treated, { symptoms_improved: true });
    expect(await fired(treated)).not.toContain('no_response_after_6_months');
  });
});

describe('a side effect reported at a safety check', () => {
  const tell = async ({ patient }: Treated, side_effects: object[]) => {
    const sent = await patient.post('/api/safety-checks', {
      location_state: 'NY',
      changes: {},
      side_effects,
    });
    expect([sent.status, sent.status === 201 ? '' : sent.text]).toEqual([201, '']);
  };
  it.each([
    ['mild', true],
    ['moderate', true],
    ['none', false],
  ])('counts as breast symptoms beside an estradiol of 45: %s tenderness, %s', async (severity, fires) => {
    const treated = await onTreatment(portal, { day: 60, draws: [[1, { estradiol_pg_ml: 45 }]] });
    expect(await fired(treated)).not.toContain('estradiol_high_symptomatic');
    await tell(treated, [{ key: 'breast_tenderness', severity, since: daysAgo(9) }]);
    expect((await fired(treated)).includes('estradiol_high_symptomatic')).toBe(fires);
  });

  it.each(['acne', 'headache', 'swelling'])('that is severe is a call: %s', async (key) => {
    const treated = await inForce(portal);
    await tell(treated, [{ key, severity: 'moderate', since: daysAgo(2) }]);
    expect(await fired(treated)).not.toContain('side_effect_severe');
    await tell(treated, [{ key, severity: 'severe', since: daysAgo(2) }]);
    expect(await fired(treated)).toContain('side_effect_severe');
  });
});

describe('one list of emergencies', () => {
  const WORDS = ['I want to die', 'i dont wanna be alive no more', 'thinking of ending my life'];
  const PLACES: Record<string, (treated: Treated, words: string) => Promise<unknown>> = {
    'the intake': ({ patient }, words) => save(patient, { other_symptoms: words }),
    'a message': ({ patient }, body) => patient.post('/api/messages', { subject: 'Today', body }),
    'a safety check': ({ patient }, conditions) =>
      patient.post('/api/safety-checks', { location_state: 'NY', changes: { conditions }, side_effects: [] }),
    'the assistant': ({ patient }, message) => patient.post('/api/trt/assistant/chat', { message }),
  };
  it.each(Object.keys(PLACES).flatMap((place) => WORDS.map((words) => [place, words] as const)))(
    'is read in %s: “%s”',
    async (place, words) => {
      const treated = await submitted(portal);
      await PLACES[place]!(treated, words);
      expect(await emergencies(treated)).toContain('emergency_self_harm');
    },
  );
});

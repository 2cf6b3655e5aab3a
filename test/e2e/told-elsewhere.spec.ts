import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clinicToday, detail, inForce, reviewMessages, planned, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { fired } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const bulk = async ({ provider }: Treated, plan_id: string) =>
  (await provider.post('/api/trt/provider/plans/approve-unflagged', { plan_ids: [plan_id] })).body
    .approved_count;

const write = async ({ patient }: Treated, body: string) =>
  expect((await patient.post('/api/messages', { subject: 'A question', body })).status).toBe(201);

describe('what patients tell in their own words', () => {
  it.each([
    ['treatment_goals', 'continue the testosterone shots I get from my buddy', 'text_hormone_use'],
    ['treatment_goals', 'testosterone injections since 2023 from the gym', 'text_hormone_use'],
    ['treatment_goals', 'I inject T every week from a gym friend', 'text_hormone_use'],
    ['treatment_goals', 'blast and cruise', 'text_hormone_use'],
    ['other_symptoms', 'better on the testosterone my buddy gives me', 'text_hormone_use'],
    ['occupation', 'I inject testosterone', 'text_hormone_use'],
    ['current_medications', 'weekly T injection', 'text_hormone_use'],
    ['treatment_goals', 'my wife orders test cyp for me from a site in Turkey', 'text_hormone_use'],
    ['lack_of_energy_details', 'already on HRT through a wellness spa', 'text_hormone_use'],
    ['treatment_goals', 'I pin 0.4 mL every Sunday already', 'text_hormone_use'],
    ['occupation', 'bodybuilder, on a cycle right now', 'text_hormone_use'],
    ['allergies', 'Coumadin, on it since my leg swelled up', 'text_clotting'],
    ['treatment_goals', 'I had prostate ca in 2019, now want energy', 'text_prostate_cancer'],
    ['allergies', 'ca of prostate', 'text_prostate_cancer'],
    ['lack_of_energy_details', 'tired since the prostate ca treatment', 'text_prostate_cancer'],
    ['treatment_goals', 'my cardiologist put two stints in my heart', 'text_cardiac_event'],
    ['treatment_goals', 'widow maker 2024', 'text_cardiac_event'],
  ])('flags the plan and keeps it out of bulk: %s “%s”', async (field, text, rule) => {
    const treated = await planned(portal, { lack_of_energy: true, [field]: text });
    expect(treated.plan.flagged).toBe(true);
    expect((await detail(treated)).pending_plan!.flags.map(({ key }) => key)).toContain(rule);
    expect(await bulk(treated, treated.plan.plan_id)).toBe(0);
  });

  it.each(['I also use testosterone shots I get from my buddy', 'I had prostate ca in 2019'])(
    'is unread history when a message tells it, also once it was opened: %s',
    async (body) => {
      const treated = await planned(portal);
      await write(treated, body);
      expect(await fired(treated)).toContain('unread_history');
      await reviewMessages(treated.provider, treated.patient.email);
      // What the rules read in it stands after the review.
      expect((await fired(treated)).some((key) => key.startsWith('text_'))).toBe(true);
      expect(await bulk(treated, treated.plan.plan_id)).toBe(0);
    },
  );

  it.each([
    'I inject testosterone',
    'keep my T injections going, my old clinic closed',
    'weekly T injection',
  ])('is the use of testosterone when a message tells it before treatment: %s', async (body) => {
    const treated = await planned(portal);
    await write(treated, body);
    expect(await fired(treated)).toEqual(expect.arrayContaining(['text_hormone_use', 'unread_history']));
    expect(await bulk(treated, treated.plan.plan_id)).toBe(0);
  });

  it('is no news in a message of a patient on treatment', async () => {
    const treated = await inForce(portal);
    await treated.patient.post('/api/first-dose', { taken_on: clinicToday() });
    await write(treated, 'I inject testosterone on Mondays, can I move my T injections to Tuesdays?');
    expect(await fired(treated)).not.toContain('text_hormone_use');
    expect(await fired(treated)).not.toContain('unread_history');
  });
});

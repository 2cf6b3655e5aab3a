import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  clinicToday,
  daysAgo,
  detail,
  form,
  generate,
  planned,
  save,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const WROTE = {
  other_conditions: 'DVT left leg, pulmonary embolism',
  surgeries: 'None',
  family_other: 'Gout on my father’s side',
};
const at = ({ caseId }: Treated): string => `/api/trt/cases/${caseId}/history-review`;
const review = async (treated: Treated, fields: unknown, more: object = {}) =>
  treated.provider.post(at(treated), { version: (await detail(treated)).case.version, fields, ...more });
const flags = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).rules.map((rule) => rule.rule_key);

describe('POST /api/trt/cases/{id}/history-review', () => {
  it('shows the text with the matched words, flags the plan, and is done once it was read', async () => {
    const treated = await planned(portal, WROTE);
    expect(treated.plan.flagged).toBe(true);
    const before = await detail(treated);
    expect(before.unread_history).toEqual([
      { field: 'other_conditions', text: WROTE.other_conditions, matched: ['dvt', 'pulmonary embolism'] },
      { field: 'family_other', text: WROTE.family_other, matched: [] },
    ]);
    expect(await flags(treated)).toEqual(expect.arrayContaining(['unread_history', 'text_clotting']));

    const one = await review(treated, ['other_conditions'], { note: 'Provoked, 2012.' });
    expect([one.status, one.body.unread_history.map((text: { field: string }) => text.field)]).toEqual([
      200,
      ['family_other'],
    ]);
    expect(await flags(treated)).toContain('unread_history');
    expect((await review(treated, ['family_other'])).status).toBe(200);
    expect(await flags(treated)).not.toContain('unread_history');
    // The words stay a flag: reading them is not a clearance.
    expect(await flags(treated)).toContain('text_clotting');
  });

  it('asks again when the text has changed', async () => {
    const treated = await planned(portal, WROTE);
    await review(treated, ['other_conditions', 'family_other']);
    const { data } = await form(treated.patient);
    const changed = { ...data, family_other: 'Gout, and a clot in my brother' };
    expect((await save(treated.patient, changed, { submit: true })).status).toBe(200);
    expect((await detail(treated)).unread_history).toMatchObject([
      { field: 'family_other', matched: ['clot'] },
      { field: 'changes.withdrawn', text: expect.stringContaining(WROTE.family_other) },
    ]);
    expect((await generate(treated.patient)).body.reasons).toContain('unread_history');
  });

  it('rejects a stale version, fields without a text, other clinics and patients', async () => {
    const treated = await planned(portal, WROTE);
    const { version } = (await detail(treated)).case;
    const post = (body: unknown, by = treated.provider) => by.post(at(treated), body as object);
    expect((await post({ version: version - 1, fields: ['other_conditions'] })).body.error).toBe(
      'version_conflict',
    );
    for (const fields of [['surgeries'], ['allergies'], ['__proto__'], [], 'other_conditions', [1], null])
      expect((await post({ version, fields })).status).toBe(422);
    expect((await post({ version, fields: ['other_conditions', 'other_conditions'] })).status).toBe(422);
    expect((await post({ version: 2 ** 40, fields: ['other_conditions'] })).status).toBe(422);
    expect((await post({ version, fields: ['surgeries'] })).body.fields).toHaveProperty('fields');
    const north = await portal.signIn('north@demo.test');
    expect((await post({ version, fields: ['other_conditions'] }, north)).status).toBe(404);
    expect((await post({ version, fields: ['other_conditions'] }, treated.patient)).status).toBe(403);
    expect((await detail(treated)).unread_history).toHaveLength(2);
  });
});

describe('dated facts', () => {
  it('use the day of entry, keep a date that was sent, and drop it with the fact', async () => {
    const treated = await planned(portal);
    const patch = async (extras: object) =>
      treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
        version: (await detail(treated)).case.version,
        extras,
      });
    const entered = await patch({
      bp_systolic: 128,
      bp_diastolic: 80,
      ipss_total: 4,
      ipss_total_on: daysAgo(9),
    });
    expect(entered.body.case.extras).toMatchObject({ bp_on: clinicToday(), ipss_total_on: daysAgo(9) });
    const cleared = await patch({ ipss_total: null });
    expect(cleared.body.case.extras).not.toHaveProperty('ipss_total_on');
    expect((await patch({ bp_on: '2026-02-30' })).status).toBe(422);
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
    expect((await patch({ pdmp_checked_on: tomorrow })).body.fields).toHaveProperty([
      'extras.pdmp_checked_on',
    ]);
  });
});

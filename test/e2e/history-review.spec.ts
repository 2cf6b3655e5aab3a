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
  treated.provider.post(at(treated), {
    version: (await detail(treated)).case.version,
    fields,
    against_treatment: false,
    ...more,
  });
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

  it('takes an answer, and what speaks against treatment stays told when the form changes', async () => {
    const treated = await planned(portal, WROTE);
    const unanswered = await review(treated, ['other_conditions'], { against_treatment: undefined });
    expect([unanswered.status, Object.keys(unanswered.body.fields)]).toEqual([422, ['against_treatment']]);
    const read = await review(treated, ['other_conditions'], { against_treatment: true });
    expect(read.status).toBe(200);
    const told = { rule_key: 'text_against_treatment', open: true };
    const texts = [{ field: 'other_conditions', on: null, text: WROTE.other_conditions }];
    expect(read.body.told_findings).toMatchObject([{ ...told, texts }]);
    expect(read.body.read_history).toMatchObject([{ field: 'other_conditions', against_treatment: true }]);
    const plan = read.body.pending_plan as { flags: { key: string | null; cleared: unknown }[] };
    expect(plan.flags).toContainEqual(expect.objectContaining({ key: told.rule_key, cleared: null }));
    const { data } = await form(treated.patient);
    const changed = { ...data, other_conditions: 'none' };
    expect((await save(treated.patient, changed, { submit: true })).status).toBe(200);
    expect((await detail(treated)).told_findings).toContainEqual(expect.objectContaining({ ...told, texts }));
    const [row] = await portal.database.asSuperuser<{ answer: string }>(
      `SELECT detail ->> 'against_treatment' AS answer FROM audit_events WHERE action = 'case.review_history' AND target_id = $1`,
      [treated.caseId],
    );
    expect(row).toEqual({ answer: 'true' });
  });

  it('rejects a stale version, fields without a text, other clinics and patients', async () => {
    const treated = await planned(portal, WROTE);
    const { version } = (await detail(treated)).case;
    const post = (body: unknown, by = treated.provider) => by.post(at(treated), body as object);
    expect(
      (await post({ version: version - 1, fields: ['other_conditions'], against_treatment: false })).body
        .error,
    ).toBe('version_conflict');
    for (const fields of [['surgeries'], ['allergies'], ['__proto__'], [], 'other_conditions', [1], null])
      expect((await post({ version, fields, against_treatment: false })).status).toBe(422);
    expect(
      (await post({ version, fields: ['other_conditions', 'other_conditions'], against_treatment: false }))
        .status,
    ).toBe(422);
    expect(
      (await post({ version: 2 ** 40, fields: ['other_conditions'], against_treatment: false })).status,
    ).toBe(422);
    expect(
      (await post({ version, fields: ['surgeries'], against_treatment: false })).body.fields,
    ).toHaveProperty('fields');
    const north = await portal.signIn('north@demo.test');
    expect(
      (await post({ version, fields: ['other_conditions'], against_treatment: false }, north)).status,
    ).toBe(404);
    expect(
      (await post({ version, fields: ['other_conditions'], against_treatment: false }, treated.patient))
        .status,
    ).toBe(403);
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

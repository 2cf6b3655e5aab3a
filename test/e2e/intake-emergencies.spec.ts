import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { detail, save, submitted, type Treated } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const emergencies = async (treated: Treated) =>
  (await detail(treated)).alerts
    .filter((alert) => alert.rule_key?.startsWith('emergency_'))
    .map(({ rule_key, severity, reports }) => `${rule_key} ${severity} ${reports.map((r) => r.place).join()}`)
    .sort();

describe('an emergency in the free texts of the intake', () => {
  it('is reported once per kind while the text is being typed, after the intake was submitted', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { other_symptoms: 'I have crushing chest pane' });
    await save(treated.patient, { other_symptoms: 'I have crushing chest pane, getting worse' });
    expect(await emergencies(treated)).toEqual(['emergency_heart_or_breathing critical intake']);
    await save(treated.patient, {
      other_symptoms: 'I have crushing chest pane, getting worse',
      stress_sources: 'I want to die',
    });
    expect(await emergencies(treated)).toEqual([
      'emergency_heart_or_breathing critical intake',
      'emergency_self_harm critical intake',
    ]);
  });

  it('is reported with the first submission, if there was no case before', async () => {
    const treated = await submitted(portal, { other_symptoms: 'cant breathe and my chest hurts' });
    expect(await emergencies(treated)).toEqual(['emergency_heart_or_breathing critical intake']);
  });

  it('stays open when the words are removed, and mood_severe fires on what was submitted', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { stress_sources: 'i dont wanna be alive no more' }, { submit: true });
    expect((await detail(treated)).rules.map((rule) => rule.rule_key)).toContain('mood_severe');
    await save(treated.patient, { stress_sources: null }, { submit: true });
    const { rules } = await detail(treated);
    expect(rules.map((rule) => rule.rule_key)).not.toContain('mood_severe');
    expect(await emergencies(treated)).toEqual(['emergency_self_harm critical intake']);
  });

  it('low mood of 8 to 10 is reported when it becomes severe', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { sadness_mood: true, sadness_mood_severity: 9 });
    await save(treated.patient, { sadness_mood: true, sadness_mood_severity: 10 });
    expect(await emergencies(treated)).toEqual(['emergency_low_mood critical intake']);
  });

  it('puts its kind in the audit, and none of its words', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { other_symptoms: 'I have chest pain' });
    const rows = await portal.database.asSuperuser<{ detail: object }>(
      `SELECT detail FROM audit_events WHERE patient_id = $1 AND action = 'intake.emergency' ORDER BY seq DESC LIMIT 1`,
      [treated.patientId],
    );
    expect(rows[0]!.detail).toMatchObject({ emergency: 'heart_or_breathing', alerted: true });
    expect(JSON.stringify(rows[0])).not.toContain('chest');
  });

  it.each([
    ['surgeries', 'chest pain in 2012, clean angiogram'],
    ['other_symptoms', 'no chest pain'],
    ['stress_sources', 'hopeless at math'],
  ])('is not detected in %s: "%s"', async (field, text) => {
    const treated = await submitted(portal);
    await save(treated.patient, { [field]: text });
    expect(await emergencies(treated)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeEmergency, detail, openEmergencies as emergencies, save, submitted } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

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

  it.each([
    ['self_harm', 'I want to die', 'I have the gun here and I am going to kill myself tonight'],
    ['heart_or_breathing', 'I have chest pain', 'HELP crushing chest pain right now, cant breathe'],
  ])(
    'of %s is reported each time, while its alert is open and after it was closed',
    async (kind, first, next) => {
      const treated = await submitted(portal);
      await save(treated.patient, { other_symptoms: first });
      await save(treated.patient, { other_symptoms: next });
      expect(await emergencies(treated)).toEqual([`emergency_${kind} critical intake,intake`]);
      await closeEmergency(treated, `emergency_${kind}`);
      await save(treated.patient, { treatment_goals: next }, { submit: true });
      expect(await emergencies(treated)).toEqual([`emergency_${kind} critical intake`]);
      await save(treated.patient, { treatment_goals: next }, { submit: true });
      expect(await emergencies(treated)).toEqual([`emergency_${kind} critical intake`]);
    },
  );

  it('low mood of 8 to 10 is reported when it becomes severe, and when it gets worse', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { sadness_mood: true, sadness_mood_severity: 9 });
    await save(treated.patient, { sadness_mood: true, sadness_mood_severity: 10 });
    await save(treated.patient, { sadness_mood: true, sadness_mood_severity: 9 });
    expect(await emergencies(treated)).toEqual(['emergency_low_mood critical intake,intake']);
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

describe('an answer about the past', () => {
  it('that tells of today is reported, and not when it tells of the past', async () => {
    const treated = await submitted(portal, { surgeries: 'Collapsed lung 2004, chest pain then' });
    expect(await emergencies(treated)).toEqual([]);
    await save(treated.patient, { recent_illnesses: 'crushing chest pain since Sunday, getting worse' });
    await save(treated.patient, { allergies: 'my throat is swelling shut' });
    expect(await emergencies(treated)).toEqual([
      'emergency_allergy critical intake',
      'emergency_heart_or_breathing critical intake',
    ]);
  });
});

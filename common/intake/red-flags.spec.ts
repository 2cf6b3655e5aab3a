import { describe, expect, it } from '@jest/globals';
import { emergencyDetector } from '../emergency/emergency.js';
import { freshFlags, redFlags } from './index.js';
import type { FieldName, IntakeData } from './index.js';

/** Each question is asked. */
const ASKED: IntakeData = { prior_hormone_use: true, prostate_issues: true, vte_history: 'yes' };
const kindsIn = (field: FieldName, text: string) =>
  redFlags({ ...ASKED, [field]: text }, emergencyDetector).map(({ kind }) => kind);
const fresh = (before: IntakeData, after: IntakeData) => freshFlags(before, after, emergencyDetector);

describe('an answer about the past', () => {
  it.each<[FieldName, string, string]>([
    [
      'recent_illnesses',
      'crushing chest pain and trouble breathing since Sunday, getting worse',
      'heart_or_breathing',
    ],
    ['recent_illnesses', 'coughing up blood', 'heart_or_breathing'],
    ['other_conditions', 'my face droops and my left arm is numb since 2 hours', 'stroke'],
    ['current_medications', 'took the whole bottle of oxycodone an hour ago', 'collapse'],
    ['allergies', 'my throat is swelling shut', 'allergy'],
    ['hormone_use_details', 'I injected the entire vial an hour ago, feel faint', 'too_much'],
    ['vte_details', 'my calf is swollen and hot', 'clot'],
    ['surgeries', 'Knee 2019. My calf is swollen and hot since yesterday', 'clot'],
    ['supplements', 'I took 30 capsules by mistake last night and passed out', 'collapse'],
    ['hospitalizations_recent', 'ER 3 days ago for chest pain, it is getting worse', 'heart_or_breathing'],
    ['other_conditions', 'me duele el pecho desde ayer', 'heart_or_breathing'],
    ['prostate_details', "I can't breathe and have chest pressure", 'heart_or_breathing'],
  ])('of %s tells of today: %s', (field, text, kind) => expect(kindsIn(field, text)).toContain(kind));

  it.each<[FieldName, string]>([
    ['vte_details', 'left leg'],
    ['surgeries', 'chest pain in 2012, clean angiogram'],
    ['allergies', 'Penicillin: hives, throat swelling'],
    ['allergies', 'Bee stings, my face is swelling when I am stung'],
    ['allergies', 'trouble breathing from latex'],
    ['other_conditions', 'Stroke 2015, left side weakness'],
    ['other_conditions', 'seizures as a child, controlled'],
    ['recent_illnesses', 'Pneumonia in March with shortness of breath, resolved'],
    ['hospitalizations_recent', 'Chest pain, ruled out heart attack, discharged after 2 days'],
    ['hospitalizations_recent', 'blood clot in my leg 3 months ago'],
    ['family_other', 'my father is on oxygen, trouble breathing'],
    ['psychiatric_other', 'Panic attacks, I feel chest tightness when stressed'],
    ['current_medications', 'EpiPen for hives'],
    ['hormone_use_details', 'took double the dose in 2018'],
    ['recent_illnesses', 'COVID in 2021, shortness of breath for 2 months'],
  ])('of %s does not: %s', (field, text) => expect(kindsIn(field, text)).toEqual([]));
});

describe('what is said of an emergency', () => {
  const said = 'I want to die';
  it.each<[string, IntakeData, IntakeData, string[]]>([
    ['first', {}, { other_symptoms: said }, ['self_harm']],
    [
      'again in another answer',
      { other_symptoms: said },
      { other_symptoms: said, treatment_goals: 'I will shoot myself tonight, goodbye' },
      ['self_harm'],
    ],
    [
      'in other words',
      { other_symptoms: said },
      { other_symptoms: 'I have the gun here and I am going to kill myself tonight' },
      ['self_harm'],
    ],
    [
      'once more',
      { other_symptoms: 'I have chest pain.' },
      { other_symptoms: 'I have chest pain. HELP crushing chest pain right now' },
      ['heart_or_breathing'],
    ],
    [
      'in the same sentence',
      { other_symptoms: 'I want to die i will kill mys' },
      { other_symptoms: 'I want to die i will kill myself' },
      ['self_harm'],
    ],
    [
      'after what was harmless',
      { other_symptoms: 'My knee hurts' },
      { other_symptoms: 'My knee hurts and I want to die' },
      ['self_harm'],
    ],
    [
      'of two kinds',
      { other_symptoms: said },
      { other_symptoms: `${said}, crushing chest pain` },
      ['heart_or_breathing'],
    ],
  ])('is new: %s', (_, before, after, kinds) => expect(fresh(before, after).kinds).toEqual(kinds));

  it.each<[string, IntakeData, IntakeData]>([
    ['the same', { other_symptoms: said }, { other_symptoms: said }],
    [
      'typed further',
      { other_symptoms: 'I have crushing chest pane' },
      { other_symptoms: 'I have crushing chest pane, getting worse' },
    ],
    ['shortened', { other_symptoms: `${said} because of work` }, { other_symptoms: said }],
    ['with a harmless sentence', { other_symptoms: said }, { other_symptoms: `${said}. My knee is better.` }],
    ['without another sentence', { other_symptoms: `My knee is better. ${said}` }, { other_symptoms: said }],
    ['taken back', { other_symptoms: said }, {}],
  ])('is known: %s', (_, before, after) => expect(fresh(before, after).kinds).toEqual([]));
});

describe('severe low mood', () => {
  const mood = (severity: number): IntakeData => ({ sadness_mood: true, sadness_mood_severity: severity });
  it.each([
    [7, 8, 8],
    [8, 10, 10],
    [10, 9, null],
    [9, 9, null],
    [3, 7, null],
  ])('from %s to %s is reported as %s', (before, after, reported) =>
    expect(fresh(mood(before), mood(after)).lowMood).toBe(reported),
  );
});

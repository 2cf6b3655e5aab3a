import { describe, expect, it } from '@jest/globals';
import { EMERGENCY_PHRASES } from '../../test/assistant/emergencies.js';
import { ANSWERED, REFUSED } from '../../test/assistant/golden.js';
import { EMERGENCIES, detectEmergency, type EmergencyKind } from '../emergency/emergency.js';
import { normalise } from '../text/normalise.js';
import { refusalIn } from './refusals.js';
import { closest, editDistance } from '../text/spelling.js';

describe('emergencies', () => {
  const phrases = Object.entries(EMERGENCY_PHRASES) as [EmergencyKind, readonly string[]][];

  it('are caught in every phrasing', () => {
    const all = phrases.flatMap(([kind, list]) => list.map((phrase) => [phrase, kind] as const));
    const found = all.filter(([phrase]) => detectEmergency(phrase) !== null);
    process.stdout.write(`emergency phrasings caught: ${found.length} of ${all.length}\n`);
    expect(all.filter(([phrase]) => detectEmergency(phrase) === null)).toEqual([]);
  });

  it('name where to call, and thoughts of suicide get 988', () => {
    for (const { text } of Object.values(EMERGENCIES)) expect(text).toMatch(/911/);
    expect(EMERGENCIES.self_harm.text).toMatch(/988/);
    for (const kind of ['self_harm', 'heart_or_breathing', 'too_much', 'infection'] as const)
      for (const phrase of EMERGENCY_PHRASES[kind])
        expect([phrase, detectEmergency(phrase)?.kind]).toEqual([phrase, kind]);
  });

  it('are not seen in everyday questions', () => {
    const everyday = [...ANSWERED, ...REFUSED].map(([question]) => question);
    const more = [
      'calf workout tips',
      'erections 4 times a week is that common',
      'my labs are overdue',
      'what is the pharmacy number',
      'I follow the warm-up plan',
      'does the gel hurt my wife',
      'can too many pills kill my kidneys',
      'I do not want to harm my kids with the gel',
      'my back is killing me after chest day',
      'me duele la cabeza',
      'can I split an appointment',
      'can too much testosterone cause acne',
      'what happens if you take too much testosterone',
      'is a fever a side effect',
      'can the injection site get infected',
      'how do I avoid infection when injecting',
      'what are the signs of infection',
      'injection site is sore',
      'my shoulder is red from the sun',
      'a lump after the shot, is it normal',
      'can I inject when I have a fever',
      'does testosterone help with hopelessness',
      'is depression a symptom',
      'does trt help depression',
      'how much gel is too much',
      'what is the whole vial for',
      'do I use the whole vial',
      'can I swallow capsules with food',
      'I took the bus twice today',
      'can I go on vacation',
      "I can't go on the site",
      'what is the point of two tests',
      'no point in testing twice?',
      'is there any hope for my fertility',
      'hot flashes and fever',
      'I hope it works',
      'yellow oil leaked out after my shot',
      'I did the quiz twice',
      'I had two injections last month',
      'I was supposed to have two visits',
      'I used the wrong password',
      'nothing left to fill in',
    ];
    expect([...everyday, ...more].filter((question) => detectEmergency(question))).toEqual([]);
  });
});

describe('refusals', () => {
  it('come after emergencies only, and leave general questions alone', () => {
    expect(refusalIn('Can I increase my dose to 150 mg?')).toEqual({ slug: 'refuse-dose-change' });
    expect(ANSWERED.filter(([question, slug]) => slug && refusalIn(question)).length).toBeLessThanOrEqual(2);
  });

  it('do not see a change of dose in what people do as often', () => {
    const often = [
      'how often is testosterone usually injected?',
      'is it one shot a week?',
      'do people inject weekly',
      'why once a week',
      'do I use the gel every day',
      'are labs every 6 months',
      'can I get labs every 3 months',
      'do injections come every two weeks',
      'is Aveed given every 10 weeks',
      'can I split an appointment',
      'can I message every day',
      'can I exercise every day',
      'can I have two appointments a week',
      'can I do cardio three times a week',
      'can I take a trip for two weeks',
      'what if I miss a dose',
      'I missed two shots, can I inject now',
    ];
    expect(often.filter((question) => refusalIn(question))).toEqual([]);
  });
});

describe('a message as the patterns read it', () => {
  it.each([
    ['<b>Chest</b> pain', 'chest pain'],
    ['I can’t breathe!!!', "i can't breathe"],
    ['chéstpain', 'chestpain'],
    ['ch​est pain', 'chest pain'],
    ['Heeeelp', 'heelp'],
    ["what's psa", 'what is psa'],
    ['Schedule III', 'schedule iii'],
  ])('%s', (message, plain) => expect(normalise(message)).toBe(plain));
});

describe('spelling', () => {
  it('counts letters added, left out, replaced and swapped', () => {
    expect(['chset', 'ches', 'chestt', 'chast', 'pain'].map((w) => editDistance(w, 'chest', 2))).toEqual([
      1, 1, 1, 1, 3,
    ]);
  });

  it('finds the word that was meant, and none for a short or foreign one', () => {
    expect(
      ['hematocrat', 'gle', 'football'].map((w) => closest(w, ['hematocrit', 'gel', 'fertility'])),
    ).toEqual(['hematocrit', null, null]);
  });
});

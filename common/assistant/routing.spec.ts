import { describe, expect, it } from '@jest/globals';
import { EMERGENCY_PHRASES } from '../../test/assistant/emergencies.js';
import { ANSWERED, REFUSED } from '../../test/assistant/golden.js';
import { EMERGENCIES, emergencyIn, type EmergencyKind } from './emergency.js';
import { normalise } from './normalise.js';
import { refusalIn } from './refusals.js';
import { closest, editDistance } from './spelling.js';

describe('emergencies', () => {
  const phrases = Object.entries(EMERGENCY_PHRASES) as [EmergencyKind, readonly string[]][];

  it('are caught in every phrasing', () => {
    const all = phrases.flatMap(([kind, list]) => list.map((phrase) => [phrase, kind] as const));
    const found = all.filter(([phrase]) => emergencyIn(phrase) !== null);
    process.stdout.write(`emergency phrasings caught: ${found.length} of ${all.length}\n`);
    expect(all.filter(([phrase]) => emergencyIn(phrase) === null)).toEqual([]);
  });

  it('name where to call, and thoughts of suicide get 988', () => {
    for (const { text } of Object.values(EMERGENCIES)) expect(text).toMatch(/911/);
    expect(EMERGENCIES.self_harm.text).toMatch(/988/);
    for (const kind of ['self_harm', 'heart_or_breathing'] as const)
      for (const phrase of EMERGENCY_PHRASES[kind])
        expect([phrase, emergencyIn(phrase)]).toEqual([phrase, kind]);
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
    ];
    expect([...everyday, ...more].filter((question) => emergencyIn(question))).toEqual([]);
  });
});

describe('refusals', () => {
  it('come after emergencies only, and leave general questions alone', () => {
    expect(refusalIn('Can I increase my dose to 150 mg?')).toEqual({ slug: 'refuse-dose-change' });
    expect(ANSWERED.filter(([question, slug]) => slug && refusalIn(question)).length).toBeLessThanOrEqual(2);
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

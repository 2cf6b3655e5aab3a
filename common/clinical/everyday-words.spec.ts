import { describe, expect, it } from '@jest/globals';
import { ago, answersWith, factsWith } from './fixtures/facts.js';
import { saysEverydayThings, saysMoreThanErrands } from './everyday-words.js';
import { unreadOwnWords } from './history.js';
import { sha256 } from './sha256.js';

describe('what a man writes in the form', () => {
  it.each([
    'More energy',
    'More energy through the day and a steadier mood',
    'Tired by mid-afternoon most days',
    'I want to feel like myself again, and get back to the gym.',
    'lose weight, build muscle',
    'Electrician',
    'Software engineer',
    'Walking, some weights',
    'vitamin D, zinc and creatine',
    'I don’t sleep well',
    '',
  ])('says everyday things: %s', (text) => expect(saysEverydayThings(text)).toBe(true));

  it.each([
    'I use AndroGel now and want something better',
    'Sust 250 one amp every 10 days from a Mexican pharmacy',
    'sleep study said 34 an hour, can’t stand the mask',
    'roids back in the day, not proud of it',
    'did the seeds in 2015',
    'they took my left breast off',
    'not done having kids yet',
    'kidneys only at 18 percent',
    'more energy, heart is fine now',
    'superdrol 20 mg on workout days',
    'cansado todo el día',
  ])('says something to read: %s', (text) => expect(saysEverydayThings(text)).toBe(false));
});

describe('what a patient writes to the care team', () => {
  it.each([
    'My doctor does not want me on it',
    'I get some more from a friend too',
    'I get two a week from my friend',
    'I do two at a time',
    'I do it every day now, not every week',
    'It is the big C',
    'We want one more by summer',
    'We want to be three by summer',
    'We want to be a family of four',
    'There is something there, I only have one now',
    'I lost one',
    'I can not go',
    'It is hard to go at night',
    'I see things',
    'I am on the other one now',
    'I have it',
    'This is my last week',
    'I will not need it after Friday',
    'I am not taking it',
  ])('tells in everyday words: %s', (text) => expect(saysMoreThanErrands(text)).toBe(true));

  it.each([
    'Hi, can we move my visit to Friday? I have one more question',
    'I have two left, please send the refill',
    'Is my order on its way? I have one week left',
    'The price went up, is that right?',
    'I have an appointment on Monday and can go this week',
    'I need more needles and syringes',
    'Can not go to the visit today, too much work',
    'Good morning, did you get my form?',
  ])('is an errand: %s', (text) => expect(saysMoreThanErrands(text)).toBe(false));
});

describe('own words that no clinician has read', () => {
  const text = 'I was juicing in college';
  const answers = answersWith({ work_performance_details: text, treatment_goals: 'More energy' });
  const read = [{ field: 'work_performance_details', text_sha256: sha256(text) }];

  it('are named before the first dose, until they were read as they stand', () => {
    const fields = unreadOwnWords(factsWith({}), answers).map(({ field }) => field);
    expect(fields).toEqual(['work_performance_details']);
    expect(unreadOwnWords(factsWith({ history_reviewed: read }), answers)).toEqual([]);
    const changed = answersWith({ work_performance_details: `${text} too` });
    expect(unreadOwnWords(factsWith({ history_reviewed: read }), changed)).toHaveLength(1);
  });

  it('are not the numbers that a question asks for', () => {
    const counted = answersWith({
      symptom_onset: 'About 2 years ago, in 2023',
      sexual_activity_frequency: '2 times a week',
    });
    expect(unreadOwnWords(factsWith({}), counted)).toEqual([]);
  });

  it.each([
    ['current_medications', 'lisinopril 10mg daily, Zyrtec'],
    ['current_medications', 'Warfarin 5 mg'],
    ['allergies', 'Penicillin, cats'],
    ['exercise_type', 'Walking 3 miles, some weights'],
    ['tobacco_type', 'cigarettes'],
    ['diet_description', 'Mostly home-cooked, some fast food'],
    ['stress_sources', 'work and money'],
  ] as const)('are not what is known to mean nothing, or read by a rule: %s, %s', (field, known) =>
    expect(unreadOwnWords(factsWith({}), answersWith({ [field]: known }))).toEqual([]),
  );

  it.each([
    ['current_medications', 'my weekly shot'],
    ['current_medications', 'Opsumit'],
    ['current_medications', 'water pill for heart'],
    ['allergies', 'seeds'],
    ['allergies', 'preservatives'],
    ['exercise_type', 'Cardiac rehab'],
    ['exercise_type', 'Lifting heavy on a cut with gear'],
    ['diet_description', 'low sodium since the hospital'],
    ['stress_sources', 'my court case'],
  ] as const)('are whatever else stands there: %s, %s', (field, told) =>
    expect(unreadOwnWords(factsWith({}), answersWith({ [field]: told }))).toHaveLength(1),
  );

  it('are part of the record once treatment has begun', () => {
    expect(unreadOwnWords(factsWith({ extras: { therapy_started_on: ago(30) } }), answers)).toEqual([]);
  });
});

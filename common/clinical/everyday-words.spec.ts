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
    'It came back',
    'I got it back',
    'The number went up',
    'They open me up on Friday',
    'They closed the hole in it',
    'I get some at the clinic too',
    'I got it from the box of my brother',
    'The specialist wants more pictures of the spot they saw',
    'The urologist called, it is the bad kind. Starting rays in January.',
    'My wife and I want another little one by summer',
    'I will glow in the dark by Easter, forty sessions down under',
    'Until yours comes I borrow from a guy at work, half a cc',
    'We painted the small room yellow and threw away the condoms',
    'Mine is a 3+4, but slow growing they say',
    'The surgeon took the walnut out in Houston, margins were clean',
    'My cousin lets me share his vial on Fridays',
    'The tumor doc wants me to stay away from this stuff',
    'They want me back for another scan on Tuesday',
    'My new GP is not at all happy about the two of us',
    'Does it matter that the seeds are still in there?',
    'Is it bad if my count was 58 in spring?',
    'How soon until sperm comes back, she is ovulating',
    'Why did my urologist get angry?',
    'Does it go with Tren?',
    'Can I start while the radiation seeds are in?',
    'Is it safe with the filter they put in my big vein?',
    'two bad cores out of twelve',
    'they burned it out in Tampa',
    'the thing in my leg vein',
    'What if my bone doctor says no?',
    'if I also inject Sustanon',
    'a PSA that doubled',
    'what they cut out of me',
    'a man with my valve',
    'My words come out wrong since they put the spring in my chest',
    'I sell half of it',
    'gave the second vial to my brother',
    'The lab at work said I am at fifty-six on the thick number',
    'Happy Thanksgiving, they took the left one out',
    'Got the box today, my brother has the other half',
    'What time do you open on Friday? The stent is in',
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
    'Happy Thanksgiving',
    'Got the box today, thanks a lot',
    'What time do you open on Friday?',
    'Are you closed on Labor Day?',
    'Are you open over the holidays?',
    'Merry Christmas to you and the team',
    'Happy New Year!',
    'Thanks, got it',
    'Where can I park?',
    'Is there parking at the clinic?',
    'Can you send the invoice again please?',
    'My card was charged twice',
    'The package arrived this morning, thank you',
    'The box came today, everything is there',
    'I am traveling next week, can the order come sooner?',
    'How do I change my appointment to Tuesday morning?',
    'Can I come at 3 pm instead of 10 am?',
    'Does my insurance cover this?',
    'My new insurance card is uploaded',
    'What is my copay for the next visit?',
    'Good morning, hope you are all well',
    'Have a great weekend',
    'See you on Monday',
    'Is the office open tomorrow?',
    'When do you close today?',
    'The tracking link does not work',
    'Please send the receipt to my email',
    'I will be on vacation next week',
    'Can we do a video call instead?',
    'I am running late for the appointment',
    'Thanks for the quick answer',
    'Did you get my payment?',
    'The delivery is for tomorrow, right?',
    'My phone number changed',
    'Who do I call about the bill?',
    'Is there a fee if I cancel?',
    'Thanks again for all your help',
    'I am back from my trip',
    'Please leave the package at the front door',
    'Do I need to sign for the box?',
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

import { describe, expect, it } from '@jest/globals';
import { messageReadsAsHistory } from '../clinical/history.js';
import { detectEmergency, emergencyKinds } from './emergency.js';
import { toldLongAgo } from './long-ago.js';

/** What a patient tells of the past: for the care team to read, not for 911. */
const PAST = [
  'I had a heart attack in 2019',
  'had a heart attack back in 2015, have a stent',
  'I had a stroke 5 years ago',
  'i had a mini stroke in 2020 and was fine after',
  'heart attack 2018',
  'stroke in 2017',
  'I had a DVT in my left leg in 2014',
  'blood clot in my lung in 2012',
  'had a pulmonary embolism six years ago',
  'I had a seizure when I was a kid',
  'In 2016 I had a heart attack',
  'ten years ago i had a blood clot after surgery',
  'should i tell you i had a heart attack in 2019?',
  'can i take testosterone, i had a heart attack 3 years ago',
  'history of stroke in 2011',
  'I survived a cardiac arrest in 2013',
  'tuve un infarto en 2018',
  'tuve un derrame cerebral hace 4 anos',
  'had a TIA last year',
  'i got treated for a blood clot 8 months ago',
  'Hi, I forgot to say on the form that I had a heart attack in 2019.',
  'my heart attack was in 2010',
  'two strokes in 2009',
  'I have a history of DVT from 2015',
];
/** The same words about today, or about today too. */
const TODAY = [
  'I had a heart attack an hour ago',
  'had a heart attack in 2019 and my chest hurts now',
  'just had a heart attack',
  'I think I had a stroke this morning',
  'had a heart attack in 2019 it feels the same now',
  'i had a stroke in 2018 and now my left arm is numb',
  'heart attack 2015. chest pressure since lunch',
  'I had a DVT in 2014 and my calf is swollen and hot',
  'had a heart attack yesterday',
  'i think im having another heart attack, first was 2012',
  'i had a heart attack last night',
  'I had a seizure today',
  'had a seizure 20 minutes ago',
  'had a clot 5 years ago, leg is red and swollen',
  'tuve un infarto en 2018 y me duele el pecho',
  'i had a heart attack 2 days ago',
  'had a stroke in 2019 cant talk right today',
  'i had a PE in 2020 and i cant breathe',
  'I had a heart attack in 2019 and want to die',
  'stroke 3 years ago, face drooping again',
  'think i had a mini stroke earlier',
  'had a heart attack last week',
  'i was having a heart attack when i was 50 and its happening again',
  'suicidal in 2019 and again now',
];

describe('an event of long ago', () => {
  it.each(PAST)('is no emergency: %s', (text) => expect(detectEmergency(text)).toBeNull());
  it.each(TODAY)('stays one where it is about today: %s', (text) =>
    expect(detectEmergency(text)).not.toBeNull(),
  );

  it('is history that the care team must read', () => {
    for (const text of PAST.filter((one) => !/seizure/.test(one)))
      expect([text, messageReadsAsHistory(text)]).toEqual([text, true]);
  });

  it('is one only in the years before this one', () => {
    const text = 'I had a heart attack in 2026';
    expect(toldLongAgo(text, 2026)).toBeNull();
    expect(toldLongAgo(text, 2027)).toEqual({ rest: '.', comesBack: false });
  });

  it('names what is felt the same today', () => {
    expect(emergencyKinds('I had a stroke in 2018 and it feels the same now')).toEqual(['stroke']);
  });
});

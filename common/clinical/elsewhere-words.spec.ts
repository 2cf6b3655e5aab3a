import { describe, expect, it } from '@jest/globals';
import { tellsOfOtherSupply, changeTellsOf } from './history.js';
import { answersWith } from './fixtures/facts.js';
import {
  messageReadsAsHistory,
  messageTellsOfUse,
  noteReadsAsHistory,
  wordsInHistory,
  type HistoryPattern,
} from './history.js';

const message = (text: string) => ({
  check_id: '1',
  on: '2026-11-01',
  at: null,
  kind: 'message' as const,
  text,
});

describe('told in a message', () => {
  it.each([
    'My cousin lets me share his vial on Fridays',
    'I also use the one of my cousin',
    'brother in law gives me a vial',
    'I get it from a friend',
    'from a friend',
    'I get mine at the gym',
    'can I double with what my buddy left?',
    'vials I bought abroad',
  ])('is testosterone from elsewhere: %s', (text) => {
    expect([tellsOfOtherSupply(message(text)), changeTellsOf(message(text), 'hormone_use')]).toEqual([
      true,
      true,
    ]);
    expect(messageReadsAsHistory(text)).toBe(true);
  });

  it.each([
    'I heard about you from a friend',
    'I work out at the gym',
    'my brother gave me a ride',
    'I get my needles from the pharmacy',
  ])('is not: %s', (text) => {
    expect(tellsOfOtherSupply(message(text))).toBe(false);
  });

  it.each([
    'The tumor doc wants me to stay away from this stuff',
    'my tumor doctor says no',
    'I was told at the VA not to take it, why?',
    'My cardiologist does not want me on it',
    'they told me not to take testosterone',
    'Mi doctor dice que no',
    'my urologist is against it',
    "the doc said I shouldn't",
  ])('is another clinician against it: %s', (text) => {
    expect(changeTellsOf(message(text), 'told_not_to')).toBe(true);
  });

  it.each([
    'My doctor told me to stop smoking',
    'the dentist wants me to avoid sugar',
    'My doctor says no problem',
    'they told me to call you',
    'the nurse told me not to eat before the test in the morning please',
  ])('is not against it: %s', (text) => {
    expect(changeTellsOf(message(text), 'told_not_to')).toBe(false);
  });
});

const inField = (field: string, text: string, kind: HistoryPattern): string[] =>
  wordsInHistory(answersWith({ [field]: text }), kind) ?? [];

const FROM_PEOPLE = [
  'continue the testosterone shots I get from my buddy',
  'testosterone injections since 2023 from the gym',
  'I inject T every week from a gym friend',
  'continue the T shots I get from my buddy',
  'blast and cruise',
  'better on the testosterone my buddy gives me',
  'I also use testosterone shots I get from my buddy',
  'my cousin gets me testosterone',
  'a dude at the gym sells me T',
  'I have been getting my T off a guy at work',
  'testosterone cypionate from a bodybuilder I know',
  'the T that my trainer gives me works great',
  'my coach hooks me up with test cyp',
  'took T for a year thru a training partner',
  'bought testosterone at the gym',
  'some enanthate I got from my roommate',
  'my uncle gave me a bottle of testosterone',
  'my brother injects me with testosterone on Sundays',
  'blasting and cruising since college',
  'my gym bro got me on 200 mg of testosterone',
  'TRT I pick up from one of my friends',
  'prohormones',
];
const IN_THE_FORM = [
  'I inject testosterone',
  "I've been injecting T",
  'I am still injecting my own testosterone',
  'keep my T injections going, my old clinic closed',
  'stay on my testosterone gel',
  'already on HRT through my wife’s doctor',
  "I'm on TRT",
  'currently on 120 mg of testosterone',
  'been on test cyp since spring',
  'weekly T injection',
  'I get weekly testosterone injections in Ohio',
  'keep my T injections coming',
  'bodybuilder, on a cycle right now',
  'just finished a 12-week cycle',
  'between cycles',
  'did two test cycles',
  'I pin 0.4 mL every Sunday already',
  'pin twice a week in my glutes',
  'crashed hard since I came off the juice last spring',
  'want to switch from my old clinic, their weekly shots had me feeling great',
  'should I stop the T shots from the VA before I start?',
];
const FROM_A_SITE = [
  'my wife orders test cyp for me from a site in Turkey',
  'test cyp off a website',
  'testosterone that came from overseas',
  'HRT from a wellness spa',
  'T shots at the wellness spa',
  'still got 2 vials of sustanon left',
];
const NOT_FROM_PEOPLE = [
  'I want testosterone shots',
  'how much is testosterone at your pharmacy',
  'my testosterone was low',
  'I heard about testosterone from a friend',
  'My T was low, I heard from my friend that you are good',
  'Should I inject testosterone in the thigh?',
  'do I inject testosterone in the morning?',
  'my brother gave me a T-shirt from the gym',
  'I can’t lift what I lifted, a guy from the gym says it is age',
  'keep my testosterone up naturally',
  'more energy for the gym with my friends',
  'my buddy takes testosterone and feels great',
  'I want to start testosterone like my brother',
  'my friend told me about TRT',
  'I learned about testosterone from my trainer',
  'a bonding cruise with my wife after a blast of a year',
  'get my T level back to where my dad was',
  'would weekly testosterone injections help me?',
  'I want to be on TRT',
  'never been on testosterone',
  'not on HRT',
  'can I get weekly testosterone injections?',
  'start my T injections soon',
  'waiting for my testosterone gel',
  'I cycle to work, and on a cycle path on Sundays',
  'on a motorcycle every weekend',
  'did two cycles of antibiotics in 2019',
  'I forgot my pin for the bank card',
  'pin 4411',
  'did a juice fast in June',
  'the deck of my house',
  'I read about testosterone on a website',
];

describe('testosterone from people and the gym', () => {
  it.each(FROM_PEOPLE)('is found wherever it is told: %s', (text) => {
    expect(inField('treatment_goals', text, 'hormone_use')).not.toEqual([]);
    expect(inField('occupation', text, 'hormone_use')).not.toEqual([]);
    expect(messageReadsAsHistory(text)).toBe(true);
  });
  it.each(IN_THE_FORM)('is found in the form, and is everyday news in a message: %s', (text) => {
    expect(inField('treatment_goals', text, 'hormone_use')).not.toEqual([]);
    expect(messageReadsAsHistory(text)).toBe(false);
    expect(messageTellsOfUse(text)).toBe(true);
  });
  it.each(FROM_A_SITE)('or a site is found wherever it is told: %s', (text) => {
    expect(inField('treatment_goals', text, 'hormone_use')).not.toEqual([]);
    expect(messageReadsAsHistory(text)).toBe(true);
  });
  it('is a medicine in use where it is named as one', () =>
    expect(inField('current_medications', 'weekly T injection', 'hormone_use')).toEqual([
      'weekly t injection',
    ]));
  it.each(NOT_FROM_PEOPLE)('is not: %s', (text) => {
    expect(inField('treatment_goals', text, 'hormone_use')).toEqual([]);
    expect(messageReadsAsHistory(text)).toBe(false);
    expect(messageTellsOfUse(text)).toBe(false);
  });
});

describe('a blood thinner', () => {
  it('among the medicines is read there', () =>
    expect(inField('current_medications', 'warfarin 5 mg', 'clotting')).toEqual([]));

  it.each([
    'Coumadin, on it since my leg swelled up',
    'warfarin',
    'Eliquis gives me a rash',
    'heparin - my platelets dropped',
    'lovenox gave me bruises',
    'my INR was 2.7',
    'run again like before the PE',
  ])('that is named where no medicine is asked for tells of a clot: %s', (text) => {
    expect(inField('allergies', text, 'clotting')).not.toEqual([]);
    expect(inField('occupation', text, 'clotting')).not.toEqual([]);
  });
});

const PROSTATE_CA = [
  'I had prostate ca in 2019',
  'ca of prostate',
  'tired since the prostate ca treatment',
  'I had prostate ca in 2019, now want energy',
  'none, had prostate ca',
  'CA of the prostate, 2021',
  'Prostate CA',
  'prostate-ca survivor',
  'prostatic ca, low grade',
  'treated for ca prostate',
  'hx prostate ca',
  'my prostate ca is gone',
  'the doc found prostate ca',
  'stage 1 prostate ca',
  'ca in my prostate',
  'radiation for prostate ca',
  'tuve ca de próstata',
  'prostrate ca six years ago',
];
const NO_PROSTATE_CA = [
  'I live in Fresno, CA',
  'moving from CA to NV',
  'my prostate exam was in San Diego, CA',
  'CA driver’s license',
  'prostate is fine. CA resident',
  'my prostate, CA clinic says, is normal',
  'born in Los Angeles CA, prostate checked yearly',
  'calcium (Ca) was 9.4',
  'Ca 9.4, K 4.1',
  'The CA prostate screening program sent a letter',
  'prostate exam normal in CA 92101',
  'CPA in CA',
  'my urologist in Irvine CA checks my prostate',
  'enlarged prostate since 2015',
  'ca. 2010 I moved here',
];
describe('"ca" beside the prostate', () => {
  it.each(PROSTATE_CA)('is cancer: %s', (text) => {
    expect(inField('treatment_goals', text, 'prostate_cancer')).not.toEqual([]);
    expect(messageReadsAsHistory(text)).toBe(true);
  });
  it.each(NO_PROSTATE_CA)('is not: %s', (text) =>
    expect(inField('treatment_goals', text, 'prostate_cancer')).toEqual([]),
  );
  it('is denied like cancer where a clinician notes it', () => {
    expect(noteReadsAsHistory('No history of prostate ca')).toBe(false);
    expect(noteReadsAsHistory('Prostate ca 2019, radiation')).toBe(true);
  });
});

const HEART = [
  'my cardiologist put two stints in my heart',
  'widow maker 2024',
  'two heart stints',
  'stint in my LAD',
  'got a stint in an artery in 2022',
  'cath and three stints',
  'they placed 2 stints last year',
  'had stints put in',
  'a stint was placed in March',
  'coronary stint',
  'the artery has a stint now',
  'they put in three stints',
  'stints in the ticker',
  'cardiology gave me a stint',
  'survived the widow maker',
  'the widow-maker was blocked',
  'had a widowmaker at 50',
  'had a coronary 8 months back',
  'scared of another coronary',
  'my second coronary was in 2020',
];
const NO_HEART = [
  'a stint in the army',
  'did a short stint in sales',
  'a stint at a bakery, then school',
  'two stints overseas as a contractor',
  'I put in a stint with the Marines',
  'a stint in the heart of Texas',
  'my second stint on testosterone',
  'several stints at the gym',
  'stint as a coach',
  'a five year stint as a nurse',
  'my wife is a widow of a cabinet maker',
  'cabinet maker',
  'widower, maker of furniture',
  'hospital stint as a volunteer',
  'no time since my last stint at sea',
  'swim coach, mostly back stroke',
  'had a coronary calcium scan, zero',
];
describe('stents and the widow maker, as they are written', () => {
  it.each(HEART)('are an event of the heart: %s', (text) => {
    expect(inField('treatment_goals', text, 'cardiac_event')).not.toEqual([]);
    expect(messageReadsAsHistory(text)).toBe(true);
  });
  it.each(NO_HEART)('are not: %s', (text) =>
    expect(inField('treatment_goals', text, 'cardiac_event')).toEqual([]),
  );
});

describe('history without the word for it', () => {
  it.each<[HistoryPattern, string]>([
    ['sleep_apnea', 'sleep study said 34 an hour, can’t stand the mask'],
    ['sleep_apnea', 'could not tolerate the mask'],
    ['sleep_apnea', 'sleep test came back severe'],
    ['sleep_apnea', 'I sleep better with the machine at night'],
    ['clotting', 'they put a filter in me after the surgery'],
    ['clotting', 'got a filter in my belly'],
    ['wish_for_children', 'bad timing because we want to give our daughter a little brother'],
    ['wish_for_children', 'give him a sister'],
  ])('%s: %s', (kind, text) => expect(inField('occupation', text, kind)).not.toEqual([]));

  it.each<[HistoryPattern, string]>([
    ['sleep_apnea', 'sleep study was normal'],
    ['sleep_apnea', 'I wear my mask at work, spray painter'],
    ['sleep_apnea', 'machine operator, nights'],
    ['clotting', 'changed the filter in my truck'],
    ['clotting', 'they put a filter in the sink'],
    ['wish_for_children', 'give my brother a hand'],
  ])('%s is not: %s', (kind, text) => expect(inField('occupation', text, kind)).toEqual([]));
});

import { describe, expect, it } from '@jest/globals';
import { answersWith } from './fixtures/facts.js';
import { messageTellsOfUse, wordsInHistory } from './history.js';

const inGoals = (text: string): string[] =>
  wordsInHistory(answersWith({ treatment_goals: text }), 'hormone_use') ?? [];

const USED = [
  'I use AndroGel now and want something better',
  'on testosterone gel at the moment, want shots instead',
  'Take over my T prescription from my old doctor',
  'worse since I stopped the testosterone my VA doctor gave me',
  'came back when I ran out of my testosterone',
  'Marine, got testosterone at the VA until last month',
  'I felt great on testosterone cypionate, stopped in October',
  'Should I stop the AndroGel my VA doctor prescribed?',
  'Do I stop the testosterone my VA doctor gave me first?',
  'Quick question, do I stop the AndroGel my VA doctor gave me before I start with you?',
  'Sust 250 one amp every 10 days from a Mexican pharmacy',
  'my urologist had me on Xyosted, insurance dropped it',
  'Used Testim for two years',
  'was on testosterone in the Army',
  'I am taking Jatenzo',
  'my PCP prescribes testosterone, I want a specialist',
  'switching from Natesto to shots',
  'Kaiser gave me testosterone cypionate but only 100 mg',
  'finished my last vial of cypionate',
  'tired again after my AndroGel ran out',
  'took testosterone for a year after my divorce',
  'need my testosterone refilled',
  'renew my testosterone',
  'transfer my TRT to you',
  'I quit TRT in March',
  'came off testosterone last summer and crashed',
  'got my T through Hims until June',
  'on TRT for 3 years with another office',
  'on T since 2021',
  'been on TRT',
  'my endo put me on gel, then on testosterone injections',
  'put on testosterone by the VA',
  'wife rubs AndroGel on my shoulders, I use two pumps',
  'tried Axiron once',
  'still using the Vogelxo samples from my doctor',
  'old clinic closed, they had me on 200 mg of testosterone',
  'do I keep taking my testosterone until the visit?',
  'continue my TRT protocol',
  'existing TRT dose works fine, just need a new prescriber',
  'getting my testosterone from a telehealth place',
  'my testosterone prescription expired',
  'last shot of testosterone was in May',
  'last testosterone injection 3 weeks ago',
  'my last dose of AndroGel was Friday',
  'I have some leftover testosterone',
];
const NOT_USED = [
  'I want to start testosterone',
  'hope testosterone gives me my energy back',
  'interested in AndroGel',
  'would prefer AndroGel over shots',
  'Is AndroGel better than injections?',
  'is testosterone gel safe around kids',
  'Do I use AndroGel in the morning?',
  'can I stop testosterone later if I want kids?',
  'what happens if I stop TRT',
  'how do I come off testosterone some day',
  'do people ever stop TRT',
  'will I be on TRT for life?',
  'how long would I be on testosterone for',
  'never used testosterone',
  'have never taken TRT',
  'I have not used AndroGel',
  'my testosterone was low in 2021',
  'my testosterone dropped after my divorce',
  'stop my testosterone from dropping',
  'get my testosterone checked at the VA',
  'had my testosterone tested at my doctor',
  'my doctor ordered a testosterone test',
  'my doctor said my T was low',
  'my doctor will not give me testosterone',
  'the VA refused to give me testosterone',
  'my doctor never put me on testosterone',
  'got my T levels from the clinic',
  'testosterone levels my doctor gave me were low',
  'low T since 2019',
  'I read about Xyosted',
  'does insurance cover Jatenzo?',
  'my brother started TRT and loves it',
  'boost my testosterone naturally',
  'testosterone replacement therapy if I qualify',
  'improve my testosterone and lose weight',
  'ready to get on TRT',
  'want to go on testosterone',
  'I have been thinking about testosterone for years',
  'tried a testosterone booster from the drugstore',
  'quit smoking, testosterone is next',
  'out of breath, low testosterone',
  'finish my T test before the visit',
  'When will I take my first testosterone shot?',
  'what does the testosterone prescription cost',
  'when do I get my testosterone prescription',
];

describe('testosterone that a man uses or used', () => {
  it.each(USED)('is found in goals and messages: %s', (text) => {
    expect(inGoals(text)).not.toEqual([]);
    expect(messageTellsOfUse(text)).toBe(true);
  });
  it.each(NOT_USED)('is not found: %s', (text) => {
    expect(inGoals(text)).toEqual([]);
    expect(messageTellsOfUse(text)).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { statesOfOneself, tellsOfOneself } from '../assistant/own-history.js';
import { refusalIn } from '../assistant/refusals.js';
import { smallTalkIn } from '../assistant/small-talk.js';
import { inArticleWords } from '../assistant/vocabulary.js';
import {
  affirmedIn,
  affirms,
  asksOfAllergy,
  emergenciesAffirmed,
  questionIn,
} from '../clinical/asked-words.js';
import { unclearAllergy } from '../clinical/allergy-words.js';
import { saidOfSelf, withoutCounseling } from '../clinical/denials.js';
import { namesMore } from '../clinical/drug-names.js';
import { dosesPerWeek } from '../clinical/frequency-words.js';
import {
  messageReadsAsHistory,
  noteReadsAsHistory,
  readsAsHistory,
  saysNothingNew,
} from '../clinical/history.js';
import { withKeyWords } from '../clinical/misspelled.js';
import { isInOtherLanguage } from '../clinical/other-language.js';
import { prostateCancerWords } from '../clinical/prostate-words.js';
import { withoutDenied } from '../emergency/denied-symptoms.js';
import { likelyKind } from '../emergency/emergency-classifier.js';
import {
  allKindsByPattern,
  emergencyKindsByPattern,
  withoutLostSupply,
  withoutOtherMeanings,
} from '../emergency/emergency-patterns.js';
import { emergencyKinds } from '../emergency/emergency.js';
import { withoutEverydayTrouble, withoutSlowStream } from '../emergency/everyday-trouble.js';
import { toldLongAgo } from '../emergency/long-ago.js';
import { isCurrent } from '../emergency/told-now.js';
import { noteMistake, saysWhatWasAgreed, saysWhy } from '../typed-reason.js';
import { tellsInPlainWords } from '../clinical/plain-news.js';
import { SENTENCE_END } from './linear.js';
import { normalise } from './normalise.js';

const SHORT = 2500;
const LONG = 10_000;
/** Four times the text: sixteen times the time where it grows with the square. */
const MOST_TIMES = 10;
/** Less is no one's loss, and says nothing on a busy machine. */
const FLOOR_MS = 50;
/** How often each text is read in one measurement: a busy machine may slow one, not each. */
const MEASUREMENTS = [1, 5, 5, 5];

const SIGNS = [
  '.',
  '-',
  ':',
  ' ',
  '\n',
  '\t',
  '!',
  ',',
  "'",
  '’',
  '…',
  '@',
  '/',
  '%',
  '<',
  '0',
  'a',
  'é',
  '😀',
];
const PIECES = [
  'a ',
  '1 ',
  '1.',
  '. ',
  '.\n',
  '.1',
  '-- ',
  'no ',
  'pain ',
  'not ',
  'i ',
  '1234567890',
  'ab',
  '<b>',
];
const UNITS = [...SIGNS, ...PIECES];
const HISTORY =
  'cancer |breast|prostat|biops|no cancer, |no clots or |my dad had |family history of |risk of |psa |gasp|hope |stop |allergic |shot |moved to |sell |give him |pellets |testosterona |ticker |wrist |try for |yellow |finger |stopped the |on my weekly |testosterone my va doctor ';
const EMERGENCY =
  'my dads gun |got a gun |at 8 instead of |less puffy |had a headache |my wife takes |words |erection |calf |numb |chest |took |no chest |can I not |by mistake |fever |baby |the gel got |spilled gel |if i had |gave me a heart attack |symptoms of ';

/** Every reader of what patients and staff type, with words that it looks for. */
const READERS: readonly (readonly [name: string, read: (text: string) => unknown, words: string])[] = [
  ['normalise', normalise, "it's |x's "],
  ['sentences', (text) => text.split(SENTENCE_END), '.x|.\nx'],
  ['emergencyKinds', emergencyKinds, EMERGENCY],
  ['allKindsByPattern', allKindsByPattern, EMERGENCY],
  ['emergencyKindsByPattern', emergencyKindsByPattern, EMERGENCY],
  ['withoutLostSupply', withoutLostSupply, 'spilled |gel |lost my |. lost gel'],
  ['withoutOtherMeanings', withoutOtherMeanings, 'i |we |i have |i sell half |. i saw someone '],
  ['likelyKind', likelyKind, 'ough|ing|eae'],
  ['withoutDenied', withoutDenied, 'no pain |no pain or |no chest pain, |without any |, and '],
  [
    'withoutEverydayTrouble',
    withoutEverydayTrouble,
    'i live with |needle |dying |lump |breast |bleeding |my eyes |, i live with my |found a lump ',
  ],
  ['withoutSlowStream', withoutSlowStream, 'up at night |times |bathroom |weak |. up '],
  ['toldLongAgo', toldLongAgo, 'back |stroke |i had a |had a stroke in 2019 |2019 |when i was '],
  ['isCurrent', (text) => isCurrent('surgeries', text), 'my |my arm |since |hace |2019. '],
  ['readsAsHistory', readsAsHistory, HISTORY],
  ['messageReadsAsHistory', messageReadsAsHistory, HISTORY],
  [
    'tellsInPlainWords',
    tellsInPlainWords,
    'doctor |get |do two |take it |we want |i have |they found |one more ',
  ],
  [
    'affirms',
    affirms,
    'yes |i have |the second |had |do not |never had |i do not |none of |i am|i’ve a |when i was |2019 ',
  ],
  [
    'affirmedIn',
    (text) => affirmedIn(text, text),
    'you never had a stroke, right? |right ?|no but |read the |tell me |so you |thanks |not quite ',
  ],
  [
    'emergenciesAffirmed',
    (text) => emergenciesAffirmed(text, 'yes'),
    'do you think about |want to |erection |leg |swollen |kid |chest ? |thoughts of ',
  ],
  ['questionIn', questionIn, 'did you? |is it|. |x?'],
  ['asksOfAllergy', asksOfAllergy, 'allergic |reaction? '],
  [
    'an answer to a question',
    (text) => messageReadsAsHistory('Yes, both', `${text}?`),
    `${HISTORY}|other |testosterone |cancer |prostate |friends |blood |start a family `,
  ],
  ['noteReadsAsHistory', noteReadsAsHistory, HISTORY],
  ['isInOtherLanguage', isInOtherLanguage, "ich |ł|ли|漢 |krebs|je n'ai "],
  ['withKeyWords', withKeyWords, 'surveilance |radiatio|testostero|h|hart '],
  ['saysNothingNew', saysNothingNew, 'none |no changes |n/a '],
  ['saidOfSelf', saidOfSelf, HISTORY],
  ['withoutCounseling', withoutCounseling, HISTORY],
  [
    'prostateCancerWords',
    (text) => prostateCancerWords('prostate_details', text),
    `${HISTORY}|screening for cancer `,
  ],
  ['unclearAllergy', (text) => unclearAllergy('message', text), 'shot |oil |rash |allergic '],
  ['namesMore', (text) => namesMore('testosterone_gel_1', text), 'gel |mg/ml |1 mg/ml |o-|x '],
  ['dosesPerWeek', dosesPerWeek, 'every |monday |monday, |x.'],
  [
    'refusalIn',
    refusalIn,
    'patient |other patients |can i |my |inject |stop |skip |a@|a.b@|how much |testosterone ',
  ],
  ['smallTalkIn', smallTalkIn, 'hi |thanks |how are you |ok |what can you do '],
  ['tellsOfOneself', tellsOfOneself, `${HISTORY}|,can |, so |i had cancer. `],
  [
    'statesOfOneself',
    statesOfOneself,
    `${HISTORY}|,can |my cousin |i also |mine did |we want |psa |on the |i have |told me |from my |all of them `,
  ],
  ['inArticleWords', inArticleWords, 'how often |blood |low '],
  ['saysWhy', saysWhy, 'qwe|asdf|reason |abcdefghi'],
  ['saysWhatWasAgreed', saysWhatWasAgreed, 'called |qwe|asdf'],
  ['noteMistake', (text) => noteMistake({ reached: true, note: text }), 'left |not |no answer |did '],
];

/** The end keeps a pattern from taking the whole run. */
const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + 'x';

function timeOf(work: () => unknown, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const from = performance.now();
    work();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

/** How the time grows with the text, or null if even the long one is read in no time. */
function growth(read: (text: string) => unknown, unit: string): string | null {
  const [short, long] = [repeated(unit, SHORT), repeated(unit, LONG)];
  let shortTime = 0;
  let longTime = 0;
  for (const runs of MEASUREMENTS) {
    longTime = timeOf(() => read(long), runs);
    if (longTime < FLOOR_MS) return null;
    shortTime = timeOf(() => read(short), runs);
    if (longTime < MOST_TIMES * shortTime) return null;
  }
  return `${JSON.stringify(unit)}: ${Math.round(shortTime)} ms, then ${Math.round(longTime)} ms`;
}

describe('a reader of texts', () => {
  it.each(READERS)('%s needs time that grows with a text, and not with its square', (_, read, words) => {
    expect([...UNITS, ...words.split('|')].map((unit) => growth(read, unit)).filter(Boolean)).toEqual([]);
  });
});

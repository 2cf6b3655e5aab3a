import { describe, expect, it } from '@jest/globals';
import { messageReadsAsHistory, readsAsHistory, wordsInHistory } from './history.js';
import { KEY_WORDS, withKeyWords } from './misspelled.js';

const { default: COMMON_WORDS } = (await import(
  '@zxcvbn-ts/language-en/dist/commonWords.json.mjs' as string
)) as {
  default: string[];
};

/** Read as their neighbor, which says the same. */
const SAME_MEANING = ['leukaemia', 'prostrate', 'surveilling'];

describe('misspelled key words', () => {
  it.each([
    ['active surveilance', 'active surveillance'],
    ['radiaton for my protate', 'radiation for my prostate'],
    ['apnia', 'apnea'],
    ['hart attack, hear attack, hartattack', 'heart attack, heart attack, heart attack'],
    ['a storke', 'a stroke'],
    ['on elequis', 'on eliquis'],
  ])('%s', (text, meant) => expect(withKeyWords(text)).toBe(meant));

  it('are not found in common words, nor in the key words themselves', () => {
    const known = COMMON_WORDS.filter((word) => /^[a-z]+$/.test(word));
    expect(known.length).toBeGreaterThan(10_000);
    expect(known.filter((word) => withKeyWords(word) !== word).toSorted()).toEqual(SAME_MEANING);
    expect(KEY_WORDS.filter((word) => withKeyWords(word) !== word)).toEqual([]);
  });

  it('are denied like the right ones', () => {
    const told = (text: string) =>
      wordsInHistory({}, 'sleep_apnea', [{ on: '2026-11-20', kind: 'message', text } as never]);
    expect(told('i have severe apnia')).toEqual(['apnea']);
    expect(told('no apnia')).toEqual([]);
  });
});

const TOLD = [
  'urologist is doing active surveilance on me cause the biopsy came back positive',
  'they put me on active survelliance',
  'active surveillence since spring',
  'did 40 rounds of radiaton down there for my prostate',
  'finished raditaion on my prostrate in june',
  'radation to the protate',
  'wife says i quit breathing at night, sleep study said severe apnia, never got the machine',
  'got apnae, no mask',
  'she says i quit breathing when i snore',
  'still getting my shots from the mens clinic down the street too',
  "I also do my injections at a men's health clinic",
  'get pellets from the wellness center as well',
  'i get test cyp from another doctor on top of yours',
  'gel from my other doc too',
  'testosterone from a different clinic besides this',
  'compro testosterona por internet tambien',
  'consigo testosterona en el gimnasio',
  'i also buy testosterone online when i run out',
  'on elequis twice a day now',
  'they started me on eliqus',
  'taking xaralto since the hospital',
  'i sell half of it at the gym and need more vials',
  'been selling some of my vials',
  'sold the rest to the guys',
  'had a hart attack last summer',
  'heart attck two months ago',
  'my hartattack was in may',
  'i had a storke 4 months ago, still slur a bit',
  'a strokee in the spring',
  'mini-storke in april',
  'been using a bit of my buddys androgel between shots',
  "I borrowed my brother's leftover testosterone",
  "took my cousin's test cyp last week",
];

const EVERYDAY = [
  'do I still get my shots from the pharmacy on Main Street?',
  'please cancel my visit on Monday',
  'I had to cancle the appointment',
  'the diagosis code on the bill is wrong',
  'my diagnsis letter never came',
  'I canceled my gym membership',
  'can I buy testosterone online?',
  'where do I get the gel from?',
  'is the infection from the tooth gone before my labs?',
  'I watched the surveying crew outside my house',
  'my prolactin came back normal',
  'the heat is off and the radiator is broken, is the vial ok in the cold',
  'radiating heat from the grill felt good',
  'my tutor says hi',
  'I heard attic fans help with heat',
  'my heart rate is 62',
  'the shot went fine, a bit of luck',
  'the clinic down the street closed, where do I get labs?',
  'what time does the clinic open',
  'my other doctor says my labs look good',
  'I sold my truck and moved',
  'selling my house, new address soon',
  'the pharmacy sells half-inch needles only',
  'I sell insurance, busy week',
  'my buddy told me about your clinic',
  "my brother's gym is next door",
  'can you send the gel to a different pharmacy',
  'I need more vials before my trip',
  'got my injections at the pharmacy today',
  'my wife is a stroller coach',
  'we strike a balance between work and gym',
  'warfare movies all weekend, no changes to report',
  'the probate lawyer needs a letter',
  'postage was due on my package',
  'do you take my insurance for the gel?',
  'I ran low on needles',
  'my next test is at 8, do I fast?',
  'the clods of snow on the roof melted',
  'thanks, feeling great and sleeping well',
  'breathing exercises help me relax',
  'I quit smoking in March',
  'quit my job, new insurance in May',
  'I order my needles online',
  'bought a test kit online for covid',
  'my shots from last month arrived late',
  'I get my refills from the portal, right?',
  'ordered the sharps box from amazon',
  'quiero cambiar la cita por internet',
  'compro las agujas por internet',
  'is the wellness center covered?',
];

describe('what patients write by hand', () => {
  it.each(TOLD)('tells of history: %s', (text) => {
    expect(messageReadsAsHistory(text)).toBe(true);
    expect(readsAsHistory(text)).toBe(true);
  });

  it.each(EVERYDAY)('is an everyday message: %s', (text) => expect(messageReadsAsHistory(text)).toBe(false));
});

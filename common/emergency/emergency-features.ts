import { SENTENCE_END } from '../text/linear.js';
import { normalise } from '../text/normalise.js';

/** Sizes of the two tables of weights; powers of two. */
export const DANGER_SLOTS = 65_536;
export const KIND_SLOTS = 2_048;
/** Words in one reading: a longer text is read in overlapping stretches of as many. */
const STRETCH = 18;
const REACH = 5;

const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(k|g)n/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/ph/g, 'f'],
  [/(c|r|l)?ough(?!t)/g, '$1of'],
  [/gh/g, ''],
  [/tion/g, 'shun'],
  [/tch/g, 'ch'],
  [/ck|qu|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/z/g, 's'],
  [/v/g, 'b'],
  [/ing?$/, 'in'],
  [/(.)\1/g, '$1'],
  [/y/g, 'i'],
  [/ear(?=[td])/g, 'ar'],
  [/(?!^)e$/, ''],
  [/e[aei]*/g, 'e'],
  [/a[aeiou]*/g, 'a'],
  [/i[aeiou]*/g, 'i'],
  [/[ou][aeiou]*/g, 'o'],
  [/(?<=..)s$/, ''],
];

/** How a word sounds, roughly: "pain", "pane" and "payne" are one. */
export const soundOf = (word: string): string =>
  SOUNDS.reduce((sound, [from, to]) => sound.replace(from, to), word);

/** Numbers count by size: what a blood pressure or a count of pills would be. */
function numberWord(digits: string): string {
  const n = Number(digits);
  const size = [4, 10, 40, 100, 150, 180, 300].findIndex((limit) => n < limit);
  return `#${size}`;
}

/** The words of a message, apostrophes left out, numbers by size. */
export function readWords(message: string): string[] {
  const words = normalise(message)
    .replace(/'/g, '')
    .match(/[\p{L}]+|\d+/gu);
  return (words ?? []).map((word) => (/^\d/.test(word) ? numberWord(word) : word));
}

const ASKING = new Set(
  'how what when where which who why can could does do is are should will would may que como cuando donde cuanto puedo'.split(
    ' ',
  ),
);
const DENYING = new Set('no not never without didnt dont doesnt denies nunca sin'.split(' '));
const PAST = new Set(
  'ago years year history childhood college once dad father mother uncle grandfather grandmother aunt hace'.split(
    ' ',
  ),
);

/** Whether the words ask in general, deny, or tell of the past: each shifts what the others weigh. */
function moodOf(words: readonly string[]): string[] {
  return [...(ASKING.has(words[0] ?? '') ? ['Q'] : []), ...(words.some((w) => PAST.has(w)) ? ['P'] : [])];
}

function lettersOf(word: string, add: (feature: string) => void): void {
  const framed = `_${word}_`;
  for (const size of [3, 4, 5])
    for (let i = 0; i + size <= framed.length; i++) add(`c${framed.slice(i, i + size)}`);
}

/** What the danger table reads of one stretch of words. */
export function dangerFeatures(words: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (feature: string) => found.add(feature);
  const sounds = words.map(soundOf);
  const moods = moodOf(words);
  for (const [i, sound] of sounds.entries()) {
    add(`w${words[i]}`);
    add(`s${sound}`);
    add(`p${sound.slice(0, 4)}`);
    if (words[i]!.length > 2) lettersOf(words[i]!, add);
    for (const mood of moods) add(`${mood}${sound}`);
    if (words.slice(Math.max(0, i - 3), i).some((w) => DENYING.has(w))) add(`N${sound}`);
    for (let j = i + 1; j < Math.min(sounds.length, i + 1 + REACH); j++) {
      add(`g${sound}_${sounds[j]}`);
      if (j === i + 1) add(`b${sound}_${sounds[j]}`);
    }
    if (i + 2 < sounds.length) add(`t${sound}_${sounds[i + 1]}_${sounds[i + 2]}`);
  }
  return [...found];
}

/** What the table of kinds reads. */
export function kindFeatures(words: readonly string[]): string[] {
  const sounds = words.map(soundOf);
  const features = sounds.flatMap((sound, i) => [
    `s${sound}`,
    `p${sound.slice(0, 4)}`,
    ...(i ? [`b${sounds[i - 1]}_${sound}`] : []),
  ]);
  return [...new Set(features)];
}

/** FNV-1a. */
export function slotOf(feature: string, slots: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < feature.length; i++) {
    hash ^= feature.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  return (hash >>> 0) & (slots - 1);
}

/** A line is a thought of its own: a subject such as "Question about my plan" must not soften what stands below it. */
const LINE_END = /\n+/;

/** A message as stretches of words: sentences, and of long ones overlapping parts. */
export function stretchesOf(message: string): string[][] {
  return message
    .split(LINE_END)
    .flatMap((line) => line.split(SENTENCE_END))
    .map(readWords)
    .filter((words) => words.length > 0)
    .flatMap((words) => {
      const parts: string[][] = [];
      for (let i = 0; i === 0 || i + STRETCH / 2 < words.length; i += STRETCH / 2)
        parts.push(words.slice(i, i + STRETCH));
      return parts;
    });
}

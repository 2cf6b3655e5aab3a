/** Letters of the Cyrillic and the Greek alphabet, and signs, each with the Latin letter that it looks like. */
const PAIRS = [
  'аa вb сc ԁd еe һh іi јj кk ӏl мm нh оo рp ԛq ѕs тt уy ѵv ԝw хx гr пn ьb',
  'αa βb εe ηn ιi κk μm νv οo ρp τt υu χx γy ωw ζz ςc',
  'ıi ɡg 0o 5s $s @a |l',
];
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap((line) => line.split(' ').map(([letter = '', latin = '']) => [letter, latin] as const)),
);
/** Told apart only in some fonts. */
const ONE_STROKE = /[i1]/g;

/** Equal for names that a reader could take for each other: without case, accents, spaces and punctuation. */
export const lookalike = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => LOOKS_LIKE.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(ONE_STROKE, 'l');

/** Shorter names would be found inside of many others. */
const SHORTEST_INSIDE = 3;
/** Whether a name reads as another one, or contains it. */
export function passesFor(name: string, other: string): boolean {
  const [own, theirs] = [lookalike(name), lookalike(other)];
  return own === theirs || (theirs.length >= SHORTEST_INSIDE && own.includes(theirs));
}

/** Letters of the Cyrillic and the Greek alphabet, and signs, each with the Latin letter that it looks like. */
const PAIRS = [
  'аa вb сc ԁd еe һh іi јj кk ӏl мm нh оo рp ԛq ѕs тt уy ѵv ԝw хx гr пn ьb',
  'αa βb εe ηn ιi κk μm νv οo ρp τt υu χx γy ωw ζz ςc',
  'ıi ɡg 0o 5s $s @a |l łl øo đd ħh ŧt',
];
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap((line) => line.split(' ').map(([letter = '', latin = '']) => [letter, latin] as const)),
);
/** Told apart only in some fonts. */
const ONE_STROKE = /[i1]/g;
/** Two letters that read as another one. */
const JOINED: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/** Equal for names that a reader could take for each other: without case, accents, spaces and punctuation. */
export const lookalike = (name: string): string =>
  JOINED.reduce(
    (text, [pair, letter]) => text.replaceAll(pair, letter),
    [...name.normalize('NFKD').toLowerCase()]
      .map((letter) => LOOKS_LIKE.get(letter) ?? letter)
      .join('')
      // Some letters are blank: fillers.
      .replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(ONE_STROKE, 'l'),
  );

/** Words of an address or a business that are written in two ways, and those that are left out as often as not. */
const SHORT_FOR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    st: 'street',
    ave: 'avenue',
    av: 'avenue',
    rd: 'road',
    blvd: 'boulevard',
    dr: 'drive',
    ln: 'lane',
    hwy: 'highway',
    sq: 'square',
    ctr: 'center',
    centre: 'center',
    and: '',
    the: '',
    inc: '',
    llc: '',
    ltd: '',
    co: '',
    corp: '',
  }).map(([short, long]) => [lookalike(short), lookalike(long)]),
);

/** Equal for names of businesses that pass for each other: also "Elm St. Pharmacy, Inc." and "The Elm Street Pharmacy". */
export function businessName(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}@$|]+/u).map(lookalike);
  return words.map((word) => SHORT_FOR.get(word) ?? word).join('') || lookalike(name);
}

/** Shorter names would be found inside of many others. */
const SHORTEST_INSIDE = 3;
/** Whether a name reads as another one, or contains it. */
export function passesFor(name: string, other: string): boolean {
  const [own, theirs] = [lookalike(name), lookalike(other)];
  return own === theirs || (theirs.length >= SHORTEST_INSIDE && own.includes(theirs));
}

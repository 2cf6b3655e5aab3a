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
  ['nn', 'rm'],
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
    str: 'street',
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
    apothecary: 'pharmacy',
    chemist: 'pharmacy',
    chemists: 'pharmacy',
    dispensary: 'pharmacy',
    drug: 'pharmacy',
    drugs: 'pharmacy',
    drugstore: 'pharmacy',
    ph: 'pharmacy',
    pharm: 'pharmacy',
    pharmacies: 'pharmacy',
    rx: 'pharmacy',
    and: '',
    the: '',
    inc: '',
    llc: '',
    ltd: '',
    co: '',
    corp: '',
  }).map(([short, long]) => [lookalike(short), lookalike(long)]),
);

const wordsOf = (name: string): string[] => name.split(/[^\p{L}\p{M}\p{N}@$|]+/u);
const written = (word: string): string => {
  const seen = lookalike(word);
  return SHORT_FOR.get(seen) ?? seen;
};

/** Equal for names of businesses that pass for each other: also "Elm St. Pharmacy, Inc." and "The Elm Street Pharmacy". */
export const businessName = (name: string): string => wordsOf(name).map(written).join('') || lookalike(name);

/** What tells branches apart, and can be made up. */
const NUMBER = /^(?:\p{N}+|no|nr)$/iu;
/** Of short names one letter is much. */
const LONG_NAME = 10;
const FEWEST_WORDS = 2;

/** How many letters have to be typed, left out, replaced or swapped with the next one; `most + 1` for more. */
function lettersApart(one: string, other: string, most: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last]: number[][] = [[], b.concat('').map((_, n) => n)];
  a.forEach((letter, i) => {
    const row = [i + 1];
    b.forEach((theirs, j) => {
      const swapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === theirs;
      row.push(
        Math.min(
          last![j]! + (letter === theirs ? 0 : 1),
          last![j + 1]! + 1,
          row[j]! + 1,
          swapped ? before![j - 1]! + 1 : Infinity,
        ),
      );
    });
    [before, last] = [last!, row];
  });
  return last![b.length]!;
}

/** Whether a business could be taken for another one: letters, a number, the order of words or a word more tell them apart. */
export function resemblesBusiness(name: string, other: string): boolean {
  const [own, theirs] = [name, other].map((one) =>
    wordsOf(one)
      .filter((word) => !NUMBER.test(word))
      .map(written)
      .filter(Boolean)
      .sort(),
  ) as [string[], string[]];
  const [few, many] = own.length < theirs.length ? [own, theirs] : [theirs, own];
  if (few.length >= FEWEST_WORDS && few.every((word) => many.includes(word))) return true;
  const most = Math.min(name.length, other.length) >= LONG_NAME ? 2 : 1;
  const pairs = [[own, theirs].map((words) => words.join('')), [name, other].map(businessName)];
  return pairs.some(([one = '', two = '']) => lettersApart(one, two, most) <= most);
}

/** Every letter is one of the Latin alphabet, accents and ligatures of Europe included, and every digit one of ten. */
export const inLatinLetters = (name: string): boolean =>
  !/(?![a-z0-9øłđħŧßæœþðı])[\p{L}\p{N}]/u.test(name.normalize('NFKD').toLowerCase());

/** Shorter names would be found inside of many others. */
const SHORTEST_INSIDE = 3;
/** Whether a name reads as another one, or contains it. */
export function passesFor(name: string, other: string): boolean {
  const [own, theirs] = [lookalike(name), lookalike(other)];
  return own === theirs || (theirs.length >= SHORTEST_INSIDE && own.includes(theirs));
}

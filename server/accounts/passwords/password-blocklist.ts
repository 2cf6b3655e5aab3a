/** What people add before and after a common word to make it long enough. */
const AFFIXES = [
  '1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '1234567890', '0', '00', '000', '01', '007',
  '11', '111', '1111', '22', '222', '69', '77', '777', '88', '99', '321', '4321', '54321', '!', '!!', '!!!', '1!', '12!', '123!',
  '1234!', '12345!', '123456!', '@123', '@1234', '#1', '#123', '?', '.', '*', '2020', '2021', '2022', '2023', '2024', '2025', '2026',
  '2020!', '2021!', '2022!', '2023!', '2024!', '2025!', '2026!', '1990', '2000', 'abc', 'abc123', 'qwerty', 'password', 'pass', 'love',
]; // oxfmt-ignore
const PREFIXES = ['my', 'the', 'i', 'iam', 'ilove', 'new', 'admin', '1', '123', '!', 'abc', '1234'];

/** Words from this product and its field. */
const CONTEXT = [
  'trt', 'trtprogram', 'testosterone', 'testosteron', 'hormone', 'founders', 'foundersclinic', 'northclinic', 'clinic', 'portal', 'patient',
  'provider', 'doctor', 'physician', 'medical', 'medicine', 'health', 'healthcare', 'hospital', 'telehealth', 'welcome', 'changeme', 'letmein',
]; // oxfmt-ignore

/** This many of the most common passwords are varied; the others are listed unchanged. */
const VARIED = 300;
const SHORTEST = 12;

const LEET: Readonly<Record<string, string>> = { a: '@', e: '3', i: '1', o: '0', s: '$' };
const leet = (word: string): string => word.replace(/[aeios]/g, (c) => LEET[c]!);

const longEnough = (word: string): boolean => word.length >= SHORTEST;

/** A word with all common additions; lower case throughout. */
function* variants(word: string): Generator<string> {
  for (const base of new Set([word, leet(word), word + word])) {
    yield base;
    for (const affix of AFFIXES) yield base + affix;
    for (const prefix of PREFIXES) yield prefix + base;
    for (const prefix of PREFIXES)
      for (const affix of ['1', '12', '123', '1234', '!', '1!', '123!']) yield prefix + base + affix;
  }
}

/** Common passwords of 12 or more characters, the same on every start: words combined with common additions. */
export function buildBlocklist(common: readonly string[]): ReadonlySet<string> {
  const list = new Set<string>();
  const add = (words: Iterable<string>) => {
    for (const word of words) if (longEnough(word)) list.add(word);
  };
  add(common.map((w) => w.toLowerCase()));
  for (const word of [...CONTEXT, ...common.slice(0, VARIED)]) add(variants(word.toLowerCase()));
  return list;
}

/** Whether the whole password, ignoring case, is a common one or made of the user's own details. */
export function isCommon(password: string, list: ReadonlySet<string>, own: readonly string[]): boolean {
  const folded = password.toLowerCase();
  if (list.has(folded)) return true;
  return own.filter((w) => w.length > 2).some((word) => [...variants(word.toLowerCase())].includes(folded));
}

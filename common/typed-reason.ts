/** What counts as a typed reason: one rule for the screens and the API. */
export const FEWEST_REASON_CHARACTERS = 10;
/** For a reason against a rule that stops treatment, or for a dose above the maximum. */
export const FEWEST_NAMED_CHARACTERS = 20;
export const REASON_TOO_SHORT = `Say why in at least ${FEWEST_REASON_CHARACTERS} characters, with two words that tell the next reader something.`;
/** Where none is typed to override rules or flags. */
export const OVERRIDE_REASON_MISSING = 'Enter your reason for going on against a rule or a flag.';
export const SETTLED_TOO_SHORT = `Say what was found out in at least ${FEWEST_NAMED_CHARACTERS} characters.`;
export const MISREAD_TOO_SHORT = `Say what the words mean in at least ${FEWEST_NAMED_CHARACTERS} characters.`;
export const NOTE_SAYS_NOTHING = 'Say this in words, such as "Left a voicemail".';

const FEWEST_WORDS = 2;
const FEWEST_LETTERS = 4;
/** Shorter ones are articles and abbreviations. */
const WORD_LETTERS = 3;
const MOST_CONSONANTS = /[bcdfghjklmnpqrstvwxz]{6}/;

/** They tell later readers nothing. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'none nil null nothing ninguno ninguna nada test testing prueba okay yes yep nope ' +
    'whatever anything something blah bla foo bar baz lorem ipsum dolor sit amet consectetur adipiscing elit todo tbd ' +
    'hello world copy paste needed need needs reason reasons given because above below here there now then note see ' +
    'protocol checked per please just the and random text some stuff thing things tes tst tets'
  ).split(' '),
);
/** Short or without a vowel, but common clinical words. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'psa hct trt dvt bp md rn np pt hx dx rx tx sx hgb rbc wbc cbc cmp bmp ldl hdl tsh fsh shbg lft lfts bph gfr ' +
    'hrs wks pdmp pcp cvs prn ptsd chf htn mrs dht ct mri cpap bpm sms'
  ).split(' '),
);
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz'].flatMap((row) => [
  row,
  [...row].toReversed().join(''),
]);

const LONGEST_ROW = Math.max(...KEYBOARD_ROWS.map((row) => row.length));

/** "asdf", "qweasd", "abcdef": only runs along a keyboard row or the alphabet, in either direction. */
function isKeyboardRows(word: string): boolean {
  let rest = word;
  while (rest) {
    let run = Math.min(rest.length, LONGEST_ROW);
    while (run > 0 && !KEYBOARD_ROWS.some((row) => row.includes(rest.slice(0, run)))) run -= 1;
    if (run < WORD_LETTERS) return false;
    rest = rest.slice(run);
  }
  return true;
}

/** "xxxx", "hahaha": one or two letters repeated. */
const isRepetition = (word: string): boolean => word.length > WORD_LETTERS && new Set(word).size <= 2;

function isWord(word: string): boolean {
  if (word.length < WORD_LETTERS || FILLERS.has(word) || ABBREVIATIONS.has(word)) return false;
  if (!/[aeiouy]/.test(word)) return false;
  return !MOST_CONSONANTS.test(word) && !isKeyboardRows(word) && !isRepetition(word);
}

/** Distinct meaningful words; clinical abbreviations count if there is a word beside them. */
function realWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const all = [...new Set(plain.match(/\p{L}+/gu))];
  // Scripts other than Latin have no vowels to look for.
  const words = all.filter((word) => isWord(word) || /[^a-z]/.test(word));
  return words.length ? all.filter((word) => words.includes(word) || ABBREVIATIONS.has(word)) : [];
}

/** They say that someone decided, and not why: "clinical judgment", "reviewed and approved", "same as before". */
const ONLY_THAT_IT_WAS_DECIDED: ReadonlySet<string> = new Set(
  (
    'clinical clinically judgment judgement discretion medical medically indicated indication necessary appropriate ' +
    'acceptable applicable approve approved approves approving approval override overridden overriding review reviewed ' +
    'reviewing look looked looking seen saw read checked noted aware acknowledged agree agreed accept accepted already ' +
    'good fine all nothing add more same before previous previously last time urgent urgently asap please continue proceed ' +
    'provider doctor physician clinician decision decided decide benefit outweighs outweigh not was were has have had can will ' +
    'with this that they are for and done handled probably definitely sure correct right'
  ).split(' '),
);

/** "aaaa aaaa" is not a reason. */
const isFiller = (text: string): boolean =>
  new Set(text.toLowerCase().match(/\p{L}/gu)).size < FEWEST_LETTERS;

/** Whether a typed reason tells its later readers anything. */
export function saysWhy(typed: string, fewest = FEWEST_REASON_CHARACTERS): boolean {
  const text = typed.trim();
  if (text.length < fewest || isFiller(text)) return false;
  const words = realWords(text);
  return words.length >= FEWEST_WORDS && words.some((word) => !ONLY_THAT_IT_WAS_DECIDED.has(word));
}

/** Whether a note says what was done: one word is enough, such as "Voicemail". */
export const saysSomething = (typed: string): boolean => realWords(typed).length > 0;

/** Whether a note says what was done: "Phlebotomy" does, "noted" only that it was seen. */
export const saysWhatWasDone = (note: string): boolean =>
  realWords(note).some((word) => !ONLY_THAT_IT_WAS_DECIDED.has(word));

/** "Left a voicemail": the call reached no one. */
const NOT_REACHED =
  /\b(voice ?mail|no answer|not? (reached?|answer\w*)|did ?n.?t (reach|answer|pick)|did not (reach|answer|pick)|could ?n.?t reach|could not reach|unable to reach|left (a )?message|busy line)\b/i;
export const SAYS_NOT_REACHED = 'This says that the patient was not reached. Correct the note or the answer.';

/** They say that it was no emergency, not what the words mean. */
const ABOUT_THE_ALERT: ReadonlySet<string> = new Set(
  (
    'emergency emergencies emergent alert alerts alarm false misread mistake mistaken wrong message messages words word patient ' +
    'patients wrote written danger dangerous need needs call called real true all any really clearly obviously system portal detector'
  ).split(' '),
);
/** Whether a note tells what the words of a misread alert mean. */
export const saysWhatItMeans = (note: string): boolean =>
  saysWhy(note, FEWEST_NAMED_CHARACTERS) &&
  realWords(note).filter((word) => !ABOUT_THE_ALERT.has(word) && !ONLY_THAT_IT_WAS_DECIDED.has(word))
    .length >= FEWEST_WORDS;

/** They say that there was a call, not what was agreed in it. */
const ABOUT_THE_CALL: ReadonlySet<string> = new Set(
  (
    'call called calling phone phoned spoke spoken talk talked him her them patient reached contacted close closed closing ' +
    'alert done later back will would again idea what happened with about this that was has have had today not was'
  ).split(' '),
);
/** Whether a note tells how the patient is and what happens next. */
export const saysWhatWasAgreed = (note: string): boolean =>
  saysWhy(note, FEWEST_NAMED_CHARACTERS) && realWords(note).some((word) => !ABOUT_THE_CALL.has(word));
export const AGREED_TOO_SHORT = `Say how the patient is and what was agreed, in at least ${FEWEST_NAMED_CHARACTERS} characters.`;

/** What is wrong with the note of a call: one that reached the patient says in a sentence what was agreed. */
export function noteMistake({ reached, note }: { reached: boolean; note: string }): string | null {
  if (!reached) return saysSomething(note) ? null : NOTE_SAYS_NOTHING;
  if (NOT_REACHED.test(note)) return SAYS_NOT_REACHED;
  return saysWhy(note) ? null : REASON_TOO_SHORT.replace('why', 'what was agreed');
}

/** The same of a call in an emergency, which closes it. */
export function emergencyNoteMistake(contact: { reached: boolean; note: string }): string | null {
  const wrong = noteMistake(contact);
  if (!contact.reached || wrong === SAYS_NOT_REACHED) return wrong;
  return saysWhatWasAgreed(contact.note) ? null : AGREED_TOO_SHORT;
}

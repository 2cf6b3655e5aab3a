import { PASSWORD_MIN } from '#common/vocabulary/index.js';

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** What attackers try first. The server has the long list; this one only saves a round trip. */
const COMMON =
  /password|passwort|qwerty|qwertz|asdfgh|zxcvbn|letmein|welcome|iloveyou|monkey|dragon|football|baseball|superman|sunshine|princess|testosterone|trt|program|admin|login|secret|changeme|summer|winter|spring|autumn|20[0-4]\d|19\d\d/g;
const FAIR_BITS = 48;
const STRONG_BITS = 62;

/** Counts the characters that are hard to predict: repeats and runs such as "aaa" or "4321" count little. */
function surprising(text: string): number {
  let count = 0;
  let before = Number.NaN;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    count += Math.abs(code - before) <= 1 ? 0.2 : 1;
    before = code;
  }
  // "ababababab" and "111222" repeat a few characters.
  return Math.min(count, new Set(text).size * 2);
}

function alphabet(text: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 20],
  ];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 1);
}

/** A rough estimate while typing; the server decides. `email` is what the password must not repeat. */
export function strengthOf(password: string, email = ''): Strength {
  if (password.length < PASSWORD_MIN) return 'short';
  const local = email.split('@')[0]?.toLowerCase() ?? '';
  let text = password.toLowerCase();
  if (local.length > 2) text = text.replaceAll(local, '');
  const bits = surprising(text.replaceAll(COMMON, '*')) * Math.log2(alphabet(password)) * 0.72;
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

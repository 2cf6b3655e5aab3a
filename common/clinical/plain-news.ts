/** News in nothing but everyday words: who says no, where it comes from, how much is taken, what was found or lost, an end. */
import { plainWords } from './denials.js';

const PEOPLE =
  '(?:friend|buddy|brother|dad|son|neighbor|coach|guy|someone|somebody|internet|online|gym|store)s?';
const COUNT = '(?:two|three|four|five|six|both|twice|double|extra|more|less|half)';
const HAD = '(?:have|had|lost|found|see)';
const HARMLESS =
  '(?:left|questions?|vials?|needles?|syringes?|refills?|orders?|appointments?|visits?|calls?|weeks?|days?|hours?|minutes?|times?|forms?|bills?|emails?|packages?|thing to ask)';

const FRAMES: readonly RegExp[] = [
  // Not wanted by another clinician.
  /\b(?:doctor|doc|dr)s?\b.{0,24}\b(?:does ?n.?t|did ?n.?t|do ?n.?t|not|no|never|against|off)\b.{0,24}\b(?:want|like|think|let|good|happy|it|this|that|me)\b/,
  // Testosterone from elsewhere.
  new RegExp(
    String.raw`\b(?:get|gets|got|getting|have|had|take|took|buy|use|used)\b.{0,40}\b(?:from|off|by|through) (?:a |an |my |another |the |some |other )?(?:\w+ )?${PEOPLE}\b`,
  ),
  // More or less, or more often, than agreed.
  new RegExp(
    String.raw`\b(?:do|did|doing|take|took|taking|use|used|get|have)\b.{0,16}\b${COUNT}\b.{0,16}\b(?:at a time|at once|a (?:day|week|month)|each|every|per|now|instead)\b`,
  ),
  /\b(?:do|doing|take|taking|use|using) (?:it|one|mine|them)\b.{0,12}\b(?:every|each|daily|twice|more|less)\b/,
  /\b(?:not|stopped|stop|without)\b.{0,16}\b(?:doing|taking|using|do|take|use) (?:it|mine|them)\b/,
  // A wish for children.
  /\b(?:one|another|a) more\b.{0,16}\b(?:by|next|this|in)\b.{0,8}\b(?:spring|summer|fall|winter|year|month)\b|\bbe (?:three|four|five|six)\b|\bfamily of (?:three|four|five|six)\b|\bwe want\b.{0,16}\b(?:more|another|one|family)\b/,
  /\b(?:have|start|grow|raise|build|want|make)\b.{0,12}\b(?:big(?:ger)?|large|whole|own|a|my|our) family\b/,
  // Help, and not said what.
  /\b(?:with|from|on) (?:a )?(?:little|bit of|some|extra|special) help\b/,
  // Found, lost or felt, and not said what.
  /\bthe big c\b|\b(?:there is|there was|there's|they (?:saw|see|found|think)|feels? like)\b.{0,12}\bsomething\b/,
  new RegExp(
    String.raw`\bi (?:only |also |just )?${HAD} (?:only |also )?(?:it|one|two|something|none|nothing)\b(?! ${HARMLESS}\b)(?! (?:more |last |other |quick )?${HARMLESS}\b)`,
  ),
  /\b(?:can ?not|can.?t|could ?n.?t|hard to) go\b(?! (?:to|on|with|out|back|there|today|this|next|home|in|for|that)\b)|\b(?:see|hear|hearing|seeing) things\b/,
  /\bon the other one\b/,
  // The last of it.
  /\bmy last (?:week|day|month|night)\b|\b(?:will not|won.?t|do ?n.?t) need (?:it|this|that|them|you|any)\b/,
];

export function tellsInPlainWords(text: string): boolean {
  const plain = plainWords(text);
  return FRAMES.some((frame) => frame.test(plain));
}

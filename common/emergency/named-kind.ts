/** Where no pattern finds an emergency and the classifier only reads danger, words that name the kind come before its guess. */
import { normalise } from '../text/normalise.js';
import type { EmergencyKind } from './emergency-kinds.js';

const OWN = '(testosterone|test|trt|t|gel|vials?|shots?|doses?|injections?|medicine|meds)';
const OTHER =
  '(brother|friend|buddy|cousin|nephew|uncle|dad|father|son|wife|girlfriend|partner|coworker|neighbor|roommate|guy)s?';

const NAMED: readonly (readonly [EmergencyKind, RegExp])[] = [
  [
    'child_exposure',
    new RegExp(
      [
        '\\bpregnant\\b|\\bembarazada\\b',
        `\\b${OTHER}\\b.{0,12}\\b(uses?|used|using|takes?|took|taking|tried|injected|borrowed|puts?)\\b.{0,12}\\b(it|some|mine|them) (on )?(too|also|as well)\\b`,
        `\\b(gave|give|giving|lent|shar(e|ed|ing)|sold|pass(ed|ing)?)\\b.{0,24}\\b(my|some|own|the) ${OWN}\\b.{0,24}\\b(to|with)\\b`,
        `\\b${OTHER}\\b.{0,12}\\b(uses?|used|using|takes?|took|taking|tried|injected|borrowed)\\b.{0,16}\\b(my|some of my) ${OWN}\\b`,
      ].join('|'),
    ),
  ],
  [
    'clot',
    /\b(?:came up|showed(?: up)?|shows|found|saw|seen)\b.{0,24}\b(?:scan|ultrasound|doppler|mri|ct)\b.{0,12}\b(?:calf|leg|thigh)\b/,
  ],
  ['too_much', /\binject(?:s|ed|ing)?\b.{0,16}\b(?:in|into) (?:a|my|the) (?:vein|artery)\b/],
  [
    'too_much',
    /\b\d{2,4} ?(?:mg|units?|ml|cc|pumps?)?(?: (?:a|per|each|every) (?:week|day|dose|shot))?,? (?:instead of|rather than|where it should be|not the)(?: the| my)? \d{1,3}\b/,
  ],
];

export function namedKind(message: string): EmergencyKind | null {
  const plain = normalise(message);
  return NAMED.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

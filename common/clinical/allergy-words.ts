/** Allergies to what a product contains, in the words of a patient. */
import type { ReportedKind } from './safety-check.js';

/** What the vehicles are made of, by the rule that keeps their products away. */
export const VEHICLES = {
  allergy_cypionate_vehicle: /cottonseed|benzyl (alcohol|benzoate)/,
  allergy_enanthate_vehicle: /sesame|chlorobutanol/,
  allergy_castor_vehicle: /castor/,
} as const;
export type VehicleKey = keyof typeof VEHICLES;
export const VEHICLE_KEYS = Object.keys(VEHICLES) as VehicleKey[];

/** An allergy to an injection or an oil that does not say to what in it. */
export const UNCLEAR_ALLERGY = 'allergy_not_clarified';

const SHOT =
  /(?<!\b(?:flu|covid|vaccine|tetanus|allergy|penicillin|cortisone|steroid|b-?12|insulin) )\b(?:shots?|injections?|injected|injectables?|inyeccion(?:es)?)\b/;
const OIL =
  /(?<!\b(?:fish|krill|tree|essential|olive|coconut|canola|palm|motor) )\b(?:oils?|oily|aceites?)\b/;
const PRODUCT =
  /\b(?:testosteron[ea]|depo-?testosterone|cypionate|enanthate|undecanoate|trt|vehicle|carrier|xyosted|aveed)\b/;
const SHOT_OR_OIL = new RegExp([SHOT, OIL, PRODUCT].map(({ source }) => source).join('|'));
const REACTION =
  /\b(?:allerg\w*|alergi\w*|hives|rash\w*|welts?|itch\w*|swell\w*|swollen|swelled|anaphyla\w*|reaction|reacted|ronchas|urticaria)\b/;

/** Both in one sentence, in either order: what a message has to say. */
export const REACTION_TO_SHOT = new RegExp(
  `(?:${SHOT_OR_OIL.source})[^.!?;\\n]{0,80}(?:${REACTION.source})|(?:${REACTION.source})[^.!?;\\n]{0,80}(?:${SHOT_OR_OIL.source})`,
);

/** Whether a text tells of such an allergy and names no vehicle; among the allergies the thing alone is enough. */
export function unclearAllergy(kind: ReportedKind, text: string): boolean {
  const written = text.toLowerCase();
  if (VEHICLE_KEYS.some((key) => VEHICLES[key].test(written))) return false;
  if (kind === 'allergies') return SHOT_OR_OIL.test(written);
  return kind === 'message' && REACTION_TO_SHOT.test(written);
}

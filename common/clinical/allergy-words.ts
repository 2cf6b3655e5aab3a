/** Allergies to what a product contains, in the words of a patient. */
import { plainWords, saidOfSelf } from './denials.js';
import type { ReportedKind } from './safety-check.js';

const BENZOATE = String.raw`\bben[sz][iy]l[ -]?ben[sz]oate?|ben[sz]oato de ben[cs]il`;
/** What any product of a kind contains; some contain more. */
export const SESAME = /\bs[ea]s[ae]m[aeiy]?|ajonjoli|tahini|halvah?\b|gomasio/;
export const CASTOR = /\bcast[eo]r\b|ricino/;

/** Carrier oils by what an order calls them and what an allergy does: a compounded product may be in any of them. */
export const CARRIER_OILS: readonly { readonly ordered: RegExp; readonly told: RegExp }[] = [
  { ordered: /\bcotton ?seed/, told: /\bcott[aeo]n\b|cott[aeo]n ?-?(?:seed|oil)|algodon/ },
  { ordered: /\bsesame/, told: SESAME },
  { ordered: /\bcastor/, told: CASTOR },
  { ordered: /\bgrape ?seed/, told: /\bgrapes?\b|grape ?-?seed|\buvas?\b/ },
  { ordered: /\bsunflower/, told: /sunflower|girasol/ },
  { ordered: /\bmct\b|\bcoconut/, told: /\bmct\b|coconut|\bcoco\b/ },
  { ordered: /\bethyl oleate/, told: /oleate/ },
];

/** What the vehicles are made of, by the rule that keeps their products away. */
export const VEHICLES = {
  allergy_cypionate_vehicle: new RegExp(
    String.raw`\bcott[aeo]n\b|cott[aeo]n ?-?(?:seed|oil)|algodon|\bben[sz][iy]l[ -]?alcohol|alcohol (?:de )?ben[cs]il|${BENZOATE}`,
  ),
  // In the intramuscular vial.
  allergy_enanthate_vehicle: new RegExp(`${SESAME.source}|c?h?lorobutanol`),
  // In Aveed, which is castor oil with benzyl benzoate.
  allergy_castor_vehicle: new RegExp(`${CASTOR.source}|${BENZOATE}`),
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

/** Says that it is not there, or another person's. */
const NOT_HIS =
  /\b(?:not|never|no longer|n['’]t) (?:\w+ )?allergic\b|\bno (?:known )?allerg\w*|\b(?:wife|husband|partner|girlfriend|boyfriend|friend|son|daughter|kids?|child|brother|sister|mom|mother|dad|father)(?:'s)? (?:is|are|was|has|gets?) /;

/** Whether a text tells of an allergy to this vehicle; among the allergies its name is enough, elsewhere a reaction goes with it. */
export function namesVehicle(kind: ReportedKind, key: VehicleKey, text: string): boolean {
  if (kind === 'allergies') return VEHICLES[key].test(plainWords(text));
  if (kind !== 'message') return false;
  const sentences = saidOfSelf(text).split(/[.!?;\n]/);
  return sentences.some((one) => VEHICLES[key].test(one) && REACTION.test(one) && !NOT_HIS.test(one));
}

/** Whether a text tells of such an allergy and names no vehicle; among the allergies the thing alone is enough. */
export function unclearAllergy(kind: ReportedKind, text: string): boolean {
  const written = plainWords(text);
  if (VEHICLE_KEYS.some((key) => VEHICLES[key].test(written))) return false;
  if (kind === 'allergies') return SHOT_OR_OIL.test(written);
  return kind === 'message' && REACTION_TO_SHOT.test(written);
}

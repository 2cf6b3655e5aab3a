/** Whether this product suits this person: transfer of gel, allergies to the vehicle. */
import {
  CARRIER_OILS,
  CASTOR,
  SESAME,
  UNCLEAR_ALLERGY,
  VEHICLES,
  type VehicleKey,
} from '../allergy-words.js';
import { numberOf } from '../case.js';
import type { ClinicalCase } from '../case.js';
import { isEnanthate, isGel, isInjected, isUndecanoate } from '../formulations.js';
import { allergyFound, allergyNames } from '../told-facts.js';
import { answer, formulation, input } from './inputs.js';
import type { InputUse } from './inputs.js';
import { atLeast } from './logic.js';
import type { Tri } from './logic.js';
import { hasPrescription, is, product, rule } from './rule.js';
import type { Rule } from './rule.js';

/** The words among the allergies, unless a clinician decided that they mean something else. */
const named = (c: ClinicalCase, key: VehicleKey | typeof UNCLEAR_ALLERGY, pattern: RegExp | null): Tri => {
  const words = allergyFound(c.facts, key, pattern);
  return words === null ? null : words !== '';
};
const allergyInput = (key: VehicleKey | typeof UNCLEAR_ALLERGY, pattern: RegExp | null): InputUse =>
  input(
    'allergies',
    (c) => {
      const words = allergyFound(c.facts, key, pattern);
      return words === null ? null : words || 'no match';
    },
    pattern ? String(pattern) : undefined,
  );
/** The oils that an order names and the allergies, too. */
const orderedAllergens = ({ facts }: ClinicalCase): string[] => {
  const drug = facts.prescription?.drug?.toLowerCase() ?? '';
  return CARRIER_OILS.flatMap(({ ordered, told }) => {
    const [oil] = ordered.exec(drug) ?? [];
    return oil && allergyNames(facts, told) ? [oil] : [];
  });
};
const vehicle = (key: VehicleKey): InputUse => allergyInput(key, VEHICLES[key]);

export const productFitRules = [
  rule({
    key: 'gel_transference_children',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'topical formulation AND number_of_children ≥1 (proxy for children at home)',
    recommendation:
      'Gel can transfer to children: wash hands, cover dried site, wash before skin contact; consider injection if young children live at home.',
    source: 'FDA boxed warning V',
    sources: ['LBL'],
    inputs: [formulation, answer('number_of_children', '>= 1')],
    applies: product(isGel),
    test: (c) => atLeast(numberOf(c.answers.number_of_children), 1),
  }),
  rule({
    key: 'gel_partner_exposure',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'topical AND marital_status=married',
    recommendation:
      'Cover the site before partner contact; stop exposure at once if partner is or may be pregnant.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [formulation, answer('marital_status', '= married')],
    applies: product(isGel),
    test: (c) => is(c, 'marital_status', 'married'),
  }),
  rule({
    key: 'allergy_cypionate_vehicle',
    version: 2,
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold: 'allergies match /cottonseed|benzyl (alcohol|benzoate)/ AND cypionate',
    recommendation:
      'Cypionate contains cottonseed oil, benzyl benzoate, benzyl alcohol: choose another product.',
    source: 'cypionate label V',
    sources: ['LBL'],
    inputs: [formulation, vehicle('allergy_cypionate_vehicle')],
    applies: product((id) => id === 'testosterone_cypionate_im'),
    test: (c) => named(c, 'allergy_cypionate_vehicle', VEHICLES.allergy_cypionate_vehicle),
  }),
  rule({
    key: 'allergy_enanthate_vehicle',
    version: 2,
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold: 'allergies match /sesame|chlorobutanol/ AND enanthate (chlorobutanol: IM vial only)',
    recommendation: 'Enanthate is in sesame oil: choose another product.',
    source: 'enanthate/Xyosted labels V',
    sources: ['LBL'],
    inputs: [formulation, vehicle('allergy_enanthate_vehicle')],
    applies: product(isEnanthate),
    test: (c) =>
      // Chlorobutanol is in the intramuscular vial only.
      named(
        c,
        'allergy_enanthate_vehicle',
        c.product?.id === 'testosterone_enanthate_im' ? VEHICLES.allergy_enanthate_vehicle : SESAME,
      ),
  }),
  rule({
    key: 'allergy_castor_vehicle',
    version: 2,
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold:
      'allergies match /castor/ AND (undecanoate any route OR nasal), or /benzyl benzoate/ AND intramuscular undecanoate',
    recommendation:
      'Contains castor oil or an excipient made of it; Aveed also benzyl benzoate: choose another product.',
    source: 'Aveed/Natesto/Jatenzo/Kyzatrex listings V',
    sources: ['LBL'],
    inputs: [formulation, vehicle('allergy_castor_vehicle')],
    applies: product((id) => isUndecanoate(id) || id === 'testosterone_nasal'),
    test: (c) =>
      named(
        c,
        'allergy_castor_vehicle',
        c.product?.id === 'testosterone_undecanoate_im' ? VEHICLES.allergy_castor_vehicle : CASTOR,
      ),
  }),
  rule({
    key: 'allergy_order_vehicle',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    threshold: 'the drug of the order names a carrier oil that the allergies name',
    recommendation: 'The order names an oil that the patient reports an allergy to: choose another carrier.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [input('oils', (c) => orderedAllergens(c).join(', ') || 'none')],
    applies: hasPrescription,
    test: (c) => orderedAllergens(c).length > 0,
  }),
  rule({
    key: 'allergy_not_clarified',
    phases: ['BE', 'RX'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold:
      'an allergy or reaction to an injection, an oil or testosterone that names no ingredient AND an injected product',
    recommendation:
      'The patient tells of a reaction to an injection or an oil and not to what: find out the ingredient and record it before an injectable.',
    source: 'P safety (labels: hypersensitivity to an ingredient)',
    sources: ['PRODUCT'],
    inputs: [formulation, allergyInput(UNCLEAR_ALLERGY, null)],
    applies: product(isInjected),
    test: (c) => named(c, UNCLEAR_ALLERGY, null),
  }),
] satisfies readonly Rule[];

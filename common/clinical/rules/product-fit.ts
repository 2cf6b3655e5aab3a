/** Whether this product suits this person: transfer of gel, allergies to the vehicle. */
import { numberOf, textOf } from '../case.js';
import { isEnanthate, isGel, isUndecanoate } from '../formulations.js';
import { answer, foundInAnswer, formulation } from './inputs.js';
import { atLeast } from './logic.js';
import { is, matches, product, rule } from './rule.js';
import type { Rule } from './rule.js';

const CYPIONATE_VEHICLE = /cottonseed|benzyl (alcohol|benzoate)/;

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
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold: 'allergies match /cottonseed|benzyl (alcohol|benzoate)/ AND cypionate',
    recommendation:
      'Cypionate contains cottonseed oil, benzyl benzoate, benzyl alcohol: choose another product.',
    source: 'cypionate label V',
    sources: ['LBL'],
    inputs: [formulation, foundInAnswer('allergies', CYPIONATE_VEHICLE)],
    applies: product((id) => id === 'testosterone_cypionate_im'),
    test: (c) => matches(textOf(c.answers.allergies), CYPIONATE_VEHICLE),
  }),
  rule({
    key: 'allergy_enanthate_vehicle',
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold: 'allergies match /sesame|chlorobutanol/ AND enanthate (chlorobutanol: IM vial only)',
    recommendation: 'Enanthate is in sesame oil: choose another product.',
    source: 'enanthate/Xyosted labels V',
    sources: ['LBL'],
    inputs: [formulation, foundInAnswer('allergies', /sesame|chlorobutanol/)],
    applies: product(isEnanthate),
    test: (c) =>
      // Chlorobutanol is in the intramuscular vial only.
      matches(
        textOf(c.answers.allergies),
        c.product?.id === 'testosterone_enanthate_im' ? /sesame|chlorobutanol/ : /sesame/,
      ),
  }),
  rule({
    key: 'allergy_castor_vehicle',
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold: 'allergies match /castor/ AND (undecanoate any route OR nasal)',
    recommendation: 'Castor-oil derived excipient: choose another product.',
    source: 'Aveed/Natesto/Jatenzo/Kyzatrex listings V',
    sources: ['LBL'],
    inputs: [formulation, foundInAnswer('allergies', /castor/)],
    applies: product((id) => isUndecanoate(id) || id === 'testosterone_nasal'),
    test: (c) => matches(textOf(c.answers.allergies), /castor/),
  }),
] satisfies readonly Rule[];

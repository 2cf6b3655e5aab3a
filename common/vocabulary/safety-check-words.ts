import { type ChangeKind, type SideEffect, type SideEffectSeverity } from '../clinical/safety-check.js';

const CHANGE: Record<ChangeKind, string> = {
  medicines: 'Medicines and supplements',
  conditions: 'Health conditions',
  allergies: 'Allergies',
  fertility: 'Plans for children',
};
const SIDE_EFFECT: Record<SideEffect, string> = {
  acne: 'Acne',
  swelling: 'Swelling of hands, feet or ankles',
  breast_tenderness: 'Breast tenderness or growth',
  mood: 'Mood changes or irritability',
  snoring: 'Snoring or pauses in breathing at night',
  urinary: 'Trouble urinating',
  injection_site: 'Pain, lump or redness where you inject',
  skin_transfer: 'Someone else touched your gel',
  headache: 'Headache',
  leg_swelling: 'Swelling or pain in one leg',
  chest_pain: 'Chest pain or pressure',
  breathlessness: 'Shortness of breath',
  one_sided_weakness: 'Weakness or numbness on one side',
  priapism: 'Erection of more than 4 hours',
};
const SEVERITY: Record<SideEffectSeverity, string> = {
  none: 'None',
  mild: 'Mild',
  moderate: 'Moderate',
  severe: 'Severe',
};

/** The codes of a safety check in words, for patients and staff. */
export const SAFETY_CHECK_WORDS = {
  change: CHANGE,
  sideEffect: SIDE_EFFECT,
  severity: SEVERITY,
} as const;

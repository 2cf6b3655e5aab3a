/** Why no plan can be drafted, as the patient reads it: what was found, and what to do. */
import { HCT } from '../limits.js';
import type { BlockingRuleKey } from './registry.js';

export interface PatientReason {
  readonly why: string;
  readonly what: string;
}

const ASK = 'Message your care team if you have questions.';

export const PATIENT_REASONS: Readonly<Record<BlockingRuleKey, PatientReason>> = {
  t_not_low: {
    why: 'Your morning testosterone results are not low.',
    what: 'Testosterone treatment is for men with low levels. Ask your care team what else could explain your symptoms.',
  },
  hct_baseline_over_50: {
    why: `Your blood has more red cells than is safe for starting testosterone (hematocrit above ${HCT.safe}%).`,
    what: 'Your clinician will look for the cause, such as sleep apnea or smoking. The test may be repeated first.',
  },
  psa_baseline_over_4: {
    why: 'Your PSA, a prostate blood test, is higher than is safe for starting testosterone.',
    what: 'Many causes are harmless, but a urologist should look at it first. Your care team can help you arrange that.',
  },
  psa_baseline_over_3_high_risk: {
    why: 'Your PSA, a prostate blood test, is higher than is safe for starting testosterone, given your background or family history.',
    what: 'Many causes are harmless, but a urologist should look at it first. Your care team can help you arrange that.',
  },
  prostate_cancer_history: {
    why: 'You told us about prostate cancer, or a possible prostate cancer.',
    what: `Testosterone is not started without a specialist’s decision. Talk with your urologist or oncologist, and share their advice with us. ${ASK}`,
  },
  breast_cancer_history: {
    why: 'You told us about breast cancer.',
    what: `Testosterone must not be used after breast cancer in men. Talk with your oncologist about other ways to treat your symptoms. ${ASK}`,
  },
  prostate_nodule: {
    why: 'You told us about a prostate finding that has not been checked yet.',
    what: 'See a urologist first, and send us the result.',
  },
  luts_severe: {
    why: 'You have severe trouble urinating.',
    what: 'This should be treated before testosterone is started. Your primary care doctor or a urologist can help.',
  },
  osa_untreated: {
    why: 'You told us about sleep apnea that is not being treated.',
    what: 'Testosterone can make untreated sleep apnea worse. Once treatment such as CPAP is working, let us know.',
  },
  heart_failure_unreviewed: {
    why: 'You told us about heart failure.',
    what: 'Testosterone can make the body hold fluid. We need a note from your heart doctor that it is under control.',
  },
  mi_stroke_within_6_months: {
    why: 'You told us about a heart attack or stroke in the last 6 months, or without a date.',
    what: 'Testosterone is not started in the first 6 months. Tell your care team the date, and ask your heart doctor for advice.',
  },
  bp_severe: {
    why: 'Your blood pressure reading is dangerously high (180/120 or higher).',
    what: 'Contact a clinician today. Call 911 if you have chest pain, trouble breathing, weakness, vision changes or a severe headache.',
  },
  thrombophilia: {
    why: 'You told us about a blood clotting disorder.',
    what: 'Testosterone may raise the risk of clots. A blood specialist (hematologist) has to decide first.',
  },
  vte_history: {
    why: 'You told us about a past blood clot in a vein or lung.',
    what: 'Testosterone may raise the risk of another clot. A blood specialist (hematologist) has to decide first.',
  },
  polycythemia_history: {
    why: 'You told us about having too many red blood cells (polycythemia).',
    what: 'Testosterone can raise them further. Your clinician needs to know the cause and a current blood count.',
  },
  fertility_desired: {
    why: 'You told us that you want to have children.',
    what: 'Testosterone lowers sperm counts, sometimes permanently. Other treatments protect fertility: ask your care team about seeing a reproductive urologist.',
  },
  age_under_18: {
    why: 'This program is for adults.',
    what: 'Talk with your doctor or a pediatric endocrinologist. If your date of birth is wrong, correct it in your intake.',
  },
  sex_not_male: {
    why: 'The medicines in this program are approved for men only, and one of your answers was not “male.”',
    what: 'If that answer was a mistake, correct it in your intake. Otherwise a clinician will review it with you.',
  },
  patient_outside_service_states: {
    why: 'You are in a state this clinic does not serve.',
    what: 'A clinic licensed in your state can help you. If your state is wrong, correct it in your intake.',
  },
  consent_missing: {
    why: 'Some consents in your intake are not checked.',
    what: 'Open section 10 of your intake, read the consents, and submit again.',
  },
};

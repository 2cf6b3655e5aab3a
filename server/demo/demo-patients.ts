import type { CaseExtras } from '#common/api/index.js';
import type { IntakeData } from '#common/intake/index.js';
import { FOUNDERS, NORTH } from './demo-people.js';

/** A lab draw of the demo, dated backwards from today. */
export interface DemoLab {
  daysAgo: number;
  /** Local time of the draw, New York. */
  hour: number;
  sinceLastDoseH?: number;
  results: Record<string, number>;
}
export interface DemoPatient {
  email: string;
  name: string;
  organisation: typeof FOUNDERS | typeof NORTH;
  age: number;
  /** Merged over the common intake. */
  intake?: Partial<IntakeData>;
  labs: DemoLab[];
  extras?: CaseExtras;
  education: boolean;
  /** With what it rests on. */
  diagnosis?: string;
  /** How far the demo takes the patient. */
  until: 'submitted' | 'plan' | 'approved';
  /** For an approved plan: days on therapy, and the labs drawn since. */
  onTherapy?: { days: number; labs: DemoLab[] };
  /** What happened after that. */
  afterwards?: { dose?: number; stopped?: true; fertility?: true };
}

const morning = (daysAgo: number, results: Record<string, number>): DemoLab => ({
  daysAgo,
  hour: 8,
  results,
});
const onTherapy = (daysAgo: number, sinceLastDoseH: number, results: Record<string, number>): DemoLab => ({
  daysAgo,
  hour: 9,
  sinceLastDoseH,
  results,
});
const lowTwice = (first: number, second: number, hct = 44, psa = 0.8): DemoLab[] => [
  morning(24, { tt_ng_dl: first }),
  morning(15, { tt_ng_dl: second, hct_percent: hct, psa_ng_ml: psa, estradiol_pg_ml: 21 }),
];

/** Nothing in it is against treatment; each patient overrides what makes them different. */
export const COMMON_INTAKE: IntakeData = {
  preferred_contact: 'email',
  mailing_address: '18 Harbor Street, Albany NY 12207',
  emergency_contact_name: 'Alex Bell',
  emergency_contact_relationship: 'Partner',
  emergency_contact_phone: '555-0177',
  referral_source: 'A friend',
  occupation: 'Electrician',
  marital_status: 'single',
  height: 70,
  weight: 180,
  exercise_regularly: true,
  exercise_type: 'Walking, some weights',
  exercise_frequency: 3,
  exercise_duration: 40,
  tobacco_use: 'no',
  alcohol_consumption: 'yes',
  alcohol_drinks_per_week: 3,
  illicit_drug_use: false,
  sleep_quality: 5,
  sleep_hours_per_night: 6.5,
  stress_level: 5,
  recent_weight_change: 'none',
  decreased_libido: true,
  decreased_libido_severity: 6,
  lack_of_energy: true,
  lack_of_energy_severity: 7,
  lack_of_energy_details: 'Tired by mid-afternoon most days',
  decreased_strength: true,
  decreased_strength_severity: 4,
  weaker_erections: true,
  weaker_erections_severity: 5,
  symptom_onset: 'About two years ago',
  iief_confidence: 3,
  iief_hardness: 3,
  iief_maintain: 3,
  iief_difficulty: 3,
  iief_satisfaction: 3,
  desire_fertility: 'no',
  number_of_children: 0,
  treatment_goals: 'More energy through the day and a steadier mood',
  previous_trt_experience: 'none',
  formulation_preference: 'no_preference',
  injection_comfort: 'comfortable',
  stopbang_snoring: false,
  stopbang_tired: true,
  stopbang_male: true,
  sex_assigned_at_birth: 'male',
  vte_history: 'no',
  current_medications: 'none',
  allergies: 'penicillin',
  blood_pressure_systolic: 124,
  blood_pressure_diastolic: 78,
  heart_rate: 68,
  consent_evaluation: true,
  consent_labs: true,
  consent_understand: true,
  consent_disclosed: true,
  psa_discussed: true,
  psa_agreed: true,
  consent_telemedicine: true,
  consent_controlled: true,
};

export const DEMO_PATIENTS: readonly DemoPatient[] = [
  {
    email: 'patient@demo.test',
    name: 'Marcus Bell',
    organisation: FOUNDERS,
    age: 46,
    labs: [
      morning(362, { tt_ng_dl: 248 }),
      morning(352, {
        tt_ng_dl: 261,
        lh_miu_ml: 11.2,
        hct_percent: 43.8,
        psa_ng_ml: 0.9,
        estradiol_pg_ml: 20,
      }),
    ],
    diagnosis:
      'E29.1 Testicular hypofunction: morning totals of 248 and 261 ng/dL with a raised LH, low libido and low energy',
    education: true,
    until: 'approved',
    onTherapy: {
      days: 340,
      labs: [
        onTherapy(298, 84, { tt_ng_dl: 498, hct_percent: 45.1, psa_ng_ml: 1.0, estradiol_pg_ml: 29 }),
        onTherapy(160, 80, { tt_ng_dl: 534, hct_percent: 46.2, psa_ng_ml: 1.1, estradiol_pg_ml: 31 }),
        onTherapy(41, 86, { tt_ng_dl: 521, hct_percent: 46.4, psa_ng_ml: 1.1, estradiol_pg_ml: 30 }),
      ],
    },
    extras: { symptoms_improved: true },
  },
  {
    email: 'review@demo.test',
    name: 'Daniel Ortiz',
    organisation: FOUNDERS,
    age: 42,
    labs: lowTwice(245, 260),
    education: true,
    until: 'plan',
  },
  {
    email: 'multi@demo.test',
    name: 'Dr. Sam Keller',
    organisation: FOUNDERS,
    age: 51,
    labs: lowTwice(268, 255, 45.2, 1.2),
    education: true,
    until: 'plan',
  },
  {
    email: 'northpatient@demo.test',
    name: 'Greg Sanders',
    organisation: NORTH,
    age: 49,
    labs: lowTwice(232, 241, 42.9),
    education: true,
    until: 'approved',
    onTherapy: { days: 60, labs: [onTherapy(16, 84, { tt_ng_dl: 512, hct_percent: 44.8 })] },
  },
  {
    email: 'henry.walsh@demo.test',
    name: 'Henry Walsh',
    organisation: FOUNDERS,
    age: 50,
    intake: { formulation_preference: 'gel', number_of_children: 2, marital_status: 'married' },
    labs: lowTwice(252, 238),
    education: true,
    until: 'plan',
  },
  {
    email: 'victor.lane@demo.test',
    name: 'Victor Lane',
    organisation: FOUNDERS,
    age: 46,
    intake: { formulation_preference: 'injection' },
    labs: [],
    education: false,
    until: 'plan',
  },
  {
    email: 'joel.park@demo.test',
    name: 'Joel Park',
    organisation: FOUNDERS,
    age: 34,
    intake: { desire_fertility: 'yes', fertility_details: 'We hope for a child within two years' },
    labs: lowTwice(270, 262),
    education: true,
    until: 'plan',
  },
  {
    email: 'samuel.reed@demo.test',
    name: 'Samuel Reed',
    organisation: FOUNDERS,
    age: 60,
    intake: {
      current_medications: 'Warfarin 5 mg',
      blood_pressure_systolic: 146,
      blood_pressure_diastolic: 88,
      formulation_preference: 'injection',
    },
    labs: lowTwice(221, 246, 45.5, 1.6),
    education: true,
    until: 'plan',
  },
  {
    email: 'luis.moreno@demo.test',
    name: 'Luis Moreno',
    organisation: FOUNDERS,
    age: 39,
    labs: lowTwice(281, 274),
    education: false,
    until: 'plan',
  },
  {
    email: 'nils.berg@demo.test',
    name: 'Nils Berg',
    organisation: NORTH,
    age: 47,
    labs: lowTwice(244, 251),
    education: true,
    until: 'plan',
  },
];

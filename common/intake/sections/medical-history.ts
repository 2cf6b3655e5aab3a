import { choice, longText, text, when, whenIn, yesNo } from '../builders.js';
import type { SectionDefinition } from '../types.js';

export const medicalHistory = {
  number: 6,
  title: 'Medical History',
  intro: 'Conditions you have now or had before. Some of them decide whether treatment is safe for you.',
  neededFields: [],
  groups: [
    {
      title: 'Heart and circulation',
      fields: [
        yesNo('high_blood_pressure', 'High blood pressure'),
        yesNo('heart_attack', 'Heart attack'),
        yesNo('stroke', 'Stroke'),
        yesNo('heart_failure', 'Heart failure'),
        yesNo('cardiovascular_other', 'Other heart or vessel disease'),
      ],
    },
    {
      title: 'Hormones and metabolism',
      fields: [
        yesNo('diabetes', 'Diabetes'),
        text('diabetes_type', 'Diabetes type', {
          showIf: when('diabetes', true),
          hint: 'For example, type 2.',
        }),
        yesNo('thyroid_issues', 'Thyroid problems'),
        yesNo('prior_low_testosterone', 'Told you had low testosterone'),
        longText('prior_testosterone_levels', 'Earlier testosterone levels', {
          showIf: when('prior_low_testosterone', true),
          hint: 'Numbers and dates, as far as you know them.',
        }),
      ],
    },
    {
      title: 'Sleep and breathing',
      fields: [
        yesNo('sleep_apnea', 'Sleep apnea'),
        yesNo('sleep_apnea_cpap', 'Using CPAP', { showIf: when('sleep_apnea', true) }),
        yesNo('asthma', 'Asthma'),
        yesNo('copd', 'COPD', { hint: 'Chronic lung disease, such as emphysema.' }),
      ],
    },
    {
      title: 'Prostate and sexual health',
      fields: [
        yesNo('prostate_issues', 'Prostate problems'),
        longText('prostate_details', 'Prostate details', { showIf: when('prostate_issues', true) }),
        yesNo('urinary_problems', 'Urinary problems', {
          hint: 'For example, a weak stream or getting up at night.',
        }),
        yesNo('erectile_dysfunction', 'Erectile dysfunction'),
        yesNo('gynecomastia', 'Breast enlargement or tenderness'),
      ],
    },
    {
      title: 'Mental health',
      why: 'Testosterone can change mood. Knowing your history helps us keep an eye on it; it does not count against you.',
      fields: [
        yesNo('depression', 'Depression'),
        yesNo('anxiety', 'Anxiety'),
        yesNo('psychiatric_other', 'Other mental health condition'),
      ],
    },
    {
      title: 'Cancer, organs and blood',
      fields: [
        yesNo('cancer', 'Cancer'),
        text('cancer_type', 'Type of cancer', { showIf: when('cancer', true) }),
        yesNo('liver_disease', 'Liver disease'),
        yesNo('kidney_disease', 'Kidney disease'),
        yesNo('bleeding_disorders', 'Bleeding disorder'),
        yesNo('osteoporosis', 'Osteoporosis', { hint: 'Weak, brittle bones.' }),
        yesNo('polycythemia', 'Polycythemia', { hint: 'Too many red blood cells.' }),
        yesNo('thrombophilia', 'Blood clotting disorder'),
        choice('vte_history', 'Blood clot in a vein or lung', ['yes', 'no', 'unsure'], {
          since: 2,
          hint: 'Ever, for example in a leg (DVT) or in a lung (pulmonary embolism).',
          why: 'Testosterone can raise the risk of another clot.',
        }),
        longText('vte_details', 'Clot details', {
          since: 2,
          showIf: whenIn('vte_history', 'yes', 'unsure'),
          hint: 'Where, when, and what treatment you had.',
        }),
      ],
    },
    {
      title: 'Anything else',
      fields: [
        longText('other_conditions', 'Other conditions'),
        longText('surgeries', 'Surgeries', { hint: 'What and about when.' }),
        longText('hospitalizations_recent', 'Recent hospital stays', { hint: 'In the last two years.' }),
        longText('recent_illnesses', 'Recent illnesses'),
      ],
    },
  ],
} as const satisfies SectionDefinition;

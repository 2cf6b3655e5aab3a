import { date, longText, number, yesNo } from '../builders.js';
import type { SectionDefinition } from '../types.js';

export const familyHistoryAndVitals = {
  number: 9,
  title: 'Family History and Vitals',
  intro: 'Illness in close relatives, and measurements if you have them.',
  neededFields: [],
  groups: [
    {
      title: 'Your family',
      hint: 'Parents, brothers, sisters and children.',
      why: 'Some illnesses run in families and change which tests you need.',
      fields: [
        yesNo('family_prostate_cancer', 'Prostate cancer in family'),
        yesNo('family_breast_cancer', 'Breast cancer in family'),
        yesNo('family_heart_disease', 'Heart disease in family'),
        yesNo('family_diabetes', 'Diabetes in family'),
        yesNo('family_hypogonadism', 'Low testosterone in family'),
        yesNo('family_thrombophilia', 'Clotting disorder in family'),
        longText('family_other', 'Other family history'),
      ],
    },
    {
      title: 'Your measurements',
      hint: 'From a home monitor, a pharmacy or a recent visit. Leave blank what you do not know.',
      fields: [
        number('blood_pressure_systolic', 'Blood pressure, top number', {
          min: 70,
          max: 250,
          unit: 'mmHg',
          integer: true,
        }),
        number('blood_pressure_diastolic', 'Blood pressure, bottom number', {
          min: 40,
          max: 150,
          unit: 'mmHg',
          integer: true,
        }),
        date('blood_pressure_on', 'Blood pressure measured on', {
          hint: 'The day it was measured. If left blank, the day you sign counts.',
        }),
        number('heart_rate', 'Heart rate', { min: 30, max: 220, unit: '/min', integer: true }),
        number('waist_circumference', 'Waist', { min: 15, max: 100, unit: 'in' }),
        number('neck_circumference', 'Neck', {
          min: 8,
          max: 30,
          unit: 'in',
          hint: 'Your collar size is close.',
        }),
      ],
    },
  ],
} as const satisfies SectionDefinition;

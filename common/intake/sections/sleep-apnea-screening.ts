import { yesNo } from '../builders.js';
import type { SectionDefinition } from '../types.js';

/** STOP-BANG (University Health Network), in our own words. */
export const sleepApneaScreening = {
  number: 7,
  title: 'Sleep Apnea Screening',
  intro: 'Testosterone can make untreated sleep apnea worse. These eight questions show how likely it is.',
  neededFields: [],
  groups: [
    {
      title: 'Your sleep',
      fields: [
        yesNo('stopbang_snoring', 'Loud snoring', { hint: 'Loud enough to be heard through a closed door.' }),
        yesNo('stopbang_tired', 'Often tired in the day'),
        yesNo('stopbang_observed', 'Seen to stop breathing in sleep', { hint: 'Or gasping or choking.' }),
      ],
    },
    {
      title: 'About you',
      fields: [
        yesNo('stopbang_pressure', 'High blood pressure', { hint: 'Treated or not.' }),
        yesNo('stopbang_bmi', 'BMI over 35'),
        yesNo('stopbang_age', 'Older than 50'),
        yesNo('stopbang_neck', 'Neck 17 in or more', { hint: 'Measured around the Adam’s apple.' }),
        yesNo('stopbang_male', 'Male', { hint: 'The sex on your birth certificate; risk differs by sex.' }),
      ],
    },
  ],
} as const satisfies SectionDefinition;

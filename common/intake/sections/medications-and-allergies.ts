import { longText, when, yesNo } from '../builders.js';
import type { SectionDefinition } from '../types.js';

export const medicationsAndAllergies = {
  number: 8,
  title: 'Medications and Allergies',
  intro: 'Write “none” if there are none, so that we know you have seen the question.',
  neededFields: [],
  groups: [
    {
      title: 'What you take',
      fields: [
        longText('current_medications', 'Current medicines', {
          hint: 'Name, strength and how often. Blood thinners, insulin and steroids matter most.',
        }),
        longText('supplements', 'Supplements'),
      ],
    },
    {
      title: 'Hormones',
      why: 'Earlier use changes what your lab results mean. Nobody here will judge you for it.',
      fields: [
        yesNo('prior_hormone_use', 'Earlier hormone or anabolic steroid use'),
        longText('hormone_use_details', 'Hormone use details', {
          showIf: when('prior_hormone_use', true),
          hint: 'What, how much and when you last took it.',
        }),
      ],
    },
    {
      title: 'Allergies',
      fields: [
        longText('allergies', 'Allergies', {
          hint: 'Medicines and oils too: some injections contain cottonseed, sesame or castor oil.',
        }),
      ],
    },
  ],
} as const satisfies SectionDefinition;

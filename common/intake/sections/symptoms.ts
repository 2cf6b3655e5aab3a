import { longText, number, text, when, yesNo } from '../builders.js';
import type { LongTextField, NumberField, SectionDefinition, YesNoField } from '../types.js';

/** An ADAM item (Saint Louis University): yes or no, then how bad it is and in which way. */
function symptom<N extends string>(
  name: N,
  label: string,
  hint?: string,
): readonly [YesNoField<N>, NumberField<`${N}_severity`>, LongTextField<`${N}_details`>] {
  const present = when(name, true);
  return [
    yesNo(name, label, hint ? { hint } : undefined),
    number(`${name}_severity`, `${label}: severity`, {
      min: 0,
      max: 10,
      unit: '0-10',
      integer: true,
      showIf: present,
      hint: '0 is no trouble, 10 is the worst you can imagine.',
    }),
    longText(`${name}_details`, `${label}: details`, { showIf: present }),
  ];
}

export const symptoms = {
  number: 3,
  title: 'Symptoms',
  intro: 'How you have felt lately. Skip what you are not sure about.',
  neededFields: [],
  groups: [
    {
      title: 'Drive and energy',
      fields: [
        ...symptom('decreased_libido', 'Lower sex drive'),
        ...symptom('lack_of_energy', 'Low energy'),
        ...symptom('decreased_strength', 'Less strength or stamina'),
      ],
    },
    {
      title: 'Body and mood',
      why: 'Low testosterone can affect your mood, and a low mood needs its own care.',
      fields: [
        ...symptom('loss_of_height', 'Lost height'),
        ...symptom('decreased_enjoyment', 'Enjoying life less'),
        ...symptom('sadness_mood', 'Sad or irritable'),
      ],
    },
    {
      title: 'Sex, sports, and work',
      fields: [
        ...symptom('weaker_erections', 'Weaker erections'),
        ...symptom('decreased_sports', 'Worse at sport or exercise'),
        ...symptom('falling_asleep_dinner', 'Sleepy after dinner'),
        ...symptom('work_performance', 'Work slipping'),
      ],
    },
    {
      title: 'Your symptoms over time',
      fields: [
        longText('other_symptoms', 'Other symptoms'),
        text('symptom_onset', 'When did symptoms start?', { hint: 'For example, about two years ago.' }),
        text('symptom_fluctuation', 'Do symptoms come and go?'),
      ],
    },
  ],
} as const satisfies SectionDefinition;

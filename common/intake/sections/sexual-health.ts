import { number } from '../builders.js';
import type { NumberField, SectionDefinition } from '../types.js';

/** An IIEF-5 item (Pfizer, Mapi Research Trust), in our own words. */
const iief = <N extends string>(name: N, label: string, hint: string): NumberField<N> =>
  number(name, label, { min: 0, max: 5, unit: '0-5', integer: true, radios: true, hint });

export const sexualHealth = {
  number: 4,
  title: 'Sexual Health',
  intro: 'Five standard questions that let us track changes over time.',
  neededFields: [],
  groups: [
    {
      title: 'Over the past 6 months',
      why: 'Changes here are often the first sign that testosterone, blood flow or a medicine needs a look. Only your care team sees your answers.',
      fields: [
        iief(
          'iief_confidence',
          'Confidence to get and keep an erection',
          '1 is very low, 5 is very high. 0 means no sexual activity.',
        ),
        iief(
          'iief_hardness',
          'Firm enough for penetration',
          '1 is almost never, 5 is almost always. 0 means no sexual activity.',
        ),
        iief(
          'iief_maintain',
          'Stays firm after penetration',
          '1 is almost never, 5 is almost always. 0 means you did not attempt intercourse.',
        ),
        iief(
          'iief_difficulty',
          'Easy to stay firm to completion',
          '1 is extremely difficult, 5 is not difficult. 0 means you did not attempt intercourse.',
        ),
        iief(
          'iief_satisfaction',
          'Satisfying intercourse',
          '1 is almost never, 5 is almost always. 0 means you did not attempt intercourse.',
        ),
      ],
    },
  ],
} as const satisfies SectionDefinition;

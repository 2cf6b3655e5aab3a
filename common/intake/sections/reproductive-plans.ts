import { choice, date, longText, number, text, when, whenIn, yesNo } from '../builders.js';
import type { SectionDefinition } from '../types.js';

export const reproductivePlans = {
  number: 5,
  title: 'Reproductive Plans',
  intro: 'Your plans for children, and what you want from treatment.',
  // The two other required fields of this section do not decide completeness.
  neededFields: ['desire_fertility', 'treatment_goals'],
  groups: [
    {
      title: 'Children',
      why: 'Testosterone lowers sperm count, sometimes permanently. If you may want children, other treatments come first.',
      fields: [
        choice('desire_fertility', 'Do you want children in the future?', ['yes', 'no', 'unsure'], {
          required: true,
        }),
        longText('fertility_details', 'Fertility details', {
          showIf: whenIn('desire_fertility', 'yes', 'unsure'),
          hint: 'For example, when you hope to start.',
        }),
        yesNo('infertility_history', 'History of infertility'),
        longText('infertility_details', 'Infertility details', { showIf: when('infertility_history', true) }),
        number('number_of_children', 'Number of children', { min: 0, max: 50, integer: true }),
        yesNo('prior_vasectomy', 'Prior vasectomy'),
      ],
    },
    {
      title: 'Sexual activity',
      why: 'It helps your clinician tell low testosterone from other causes.',
      fields: [
        text('sexual_activity_frequency', 'Frequency of sexual activity', {
          hint: 'For example, twice a week.',
        }),
        yesNo('morning_erections', 'Morning erections'),
        text('morning_erections_frequency', 'Frequency of morning erections', {
          showIf: when('morning_erections', true),
        }),
      ],
    },
    {
      title: 'Your treatment',
      fields: [
        longText('treatment_goals', 'Treatment goals', {
          required: true,
          hint: 'What would you like to improve in the next six months?',
        }),
        choice('previous_trt_experience', 'Previous TRT experience', ['none', 'past', 'current'], {
          required: true,
          hint: 'TRT is testosterone replacement therapy.',
        }),
        date('last_testosterone_on', 'Last testosterone dose', {
          since: 2,
          showIf: whenIn('previous_trt_experience', 'past', 'current'),
          hint: 'The day of your last dose; your best guess is fine. It decides which lab results count.',
        }),
        choice('formulation_preference', 'Formulation preference', ['no_preference', 'injection', 'gel'], {
          required: true,
          hint: 'This is just your preference. You and your clinician will decide together.',
        }),
        choice('injection_comfort', 'Comfort with self-injection', ['comfortable', 'willing', 'reluctant'], {
          showIf: whenIn('formulation_preference', 'injection', 'no_preference'),
        }),
      ],
    },
  ],
} as const satisfies SectionDefinition;

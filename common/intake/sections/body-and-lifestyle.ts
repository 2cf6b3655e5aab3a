import { choice, longText, number, text, when, whenIn, yesNo } from '../builders.js';
import type { SectionDefinition } from '../types.js';

const exercises = when('exercise_regularly', true);
const usedTobacco = whenIn('tobacco_use', 'yes', 'former');
const drankAlcohol = whenIn('alcohol_consumption', 'yes', 'former');

export const bodyAndLifestyle = {
  number: 2,
  title: 'Body and Lifestyle',
  intro: 'Your measurements and habits. Estimates are fine.',
  neededFields: ['height', 'weight'],
  groups: [
    {
      title: 'Your measurements',
      fields: [
        number('height', 'Height', {
          min: 36,
          max: 96,
          unit: 'in',
          hint: '5 feet 10 is 70 inches. You can also type 5\'10".',
        }),
        number('weight', 'Weight', { min: 50, max: 800, unit: 'lb' }),
        number('bmi', 'BMI', {
          min: 5,
          max: 200,
          unit: 'kg/m2',
          computed: true,
          decimals: 1,
          hint: 'Calculated from your height and weight.',
        }),
      ],
    },
    {
      title: 'Exercise',
      fields: [
        yesNo('exercise_regularly', 'Do you exercise regularly?'),
        text('exercise_type', 'Type of exercise', {
          showIf: exercises,
          hint: 'For example, walking, weights or swimming.',
        }),
        number('exercise_frequency', 'Days per week', {
          min: 0,
          max: 7,
          unit: 'days/week',
          integer: true,
          showIf: exercises,
        }),
        number('exercise_duration', 'Minutes per session', {
          min: 1,
          max: 600,
          unit: 'min',
          integer: true,
          showIf: exercises,
        }),
      ],
    },
    {
      title: 'Tobacco, alcohol and drugs',
      why: 'These change how testosterone acts on your blood, liver and sleep. Your answers are for your care only.',
      fields: [
        choice('tobacco_use', 'Tobacco use', ['yes', 'no', 'former']),
        text('tobacco_type', 'Type of tobacco', { showIf: usedTobacco }),
        text('tobacco_amount', 'Amount per day', { showIf: usedTobacco, hint: 'For example, half a pack.' }),
        number('tobacco_years', 'Years of use', { min: 0, max: 90, unit: 'years', showIf: usedTobacco }),
        choice('alcohol_consumption', 'Alcohol', ['yes', 'no', 'former']),
        number('alcohol_drinks_per_week', 'Drinks per week', {
          min: 0,
          max: 200,
          unit: 'drinks/week',
          showIf: drankAlcohol,
        }),
        yesNo('alcohol_heavy_history', 'History of heavy drinking', { showIf: drankAlcohol }),
        longText('alcohol_heavy_details', 'Heavy drinking details', {
          showIf: when('alcohol_heavy_history', true),
        }),
        yesNo('illicit_drug_use', 'Other drug use', {
          hint: 'Any drug not prescribed for you.',
        }),
      ],
    },
    {
      title: 'Sleep',
      fields: [
        number('sleep_quality', 'Sleep quality', {
          min: 1,
          max: 10,
          unit: '1-10',
          integer: true,
          hint: '1 is very poor, 10 is very good.',
        }),
        number('sleep_hours_per_night', 'Hours of sleep per night', {
          min: 0,
          max: 24,
          unit: 'h',
          step: 0.5,
        }),
        yesNo('sleep_trouble', 'Trouble sleeping'),
        longText('sleep_trouble_details', 'Sleep trouble details', { showIf: when('sleep_trouble', true) }),
        yesNo('daytime_sleepiness', 'Daytime sleepiness'),
      ],
    },
    {
      title: 'Diet and stress',
      fields: [
        longText('diet_description', 'Describe your diet'),
        number('stress_level', 'Stress level', {
          min: 1,
          max: 10,
          unit: '1-10',
          integer: true,
          hint: '1 is very little, 10 is very high.',
        }),
        longText('stress_sources', 'Sources of stress'),
      ],
    },
    {
      title: 'Weight change',
      fields: [
        choice('recent_weight_change', 'Recent weight change', ['gain', 'loss', 'none'], {
          hint: 'In the last six months.',
        }),
        number('weight_change_amount', 'Amount of weight change', {
          min: 0,
          max: 300,
          unit: 'lb',
          showIf: whenIn('recent_weight_change', 'gain', 'loss'),
        }),
      ],
    },
  ],
} as const satisfies SectionDefinition;

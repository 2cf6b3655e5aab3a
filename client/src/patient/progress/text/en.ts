import type { LabFlag } from '#common/api/index.js';

export const PROGRESS_TEXT = {
  title: 'Progress',
  lead: 'Your lab results over time, and how you feel.',
  loadFailed: 'Unable to load your progress.',

  labs: 'Lab results',
  noLabs: 'No lab results yet',
  noLabsHint: 'Your results appear here after your first blood test.',
  asTable: 'Show as table',
  date: 'Date',
  value: 'Value',
  flag: 'Range',
  flags: { low: 'Low', high: 'High', normal: 'Normal', unclear: 'Not clear' } satisfies Record<
    LabFlag,
    string
  >,
  target: (low: string, high: string, unit: string) => `Your target: ${low} to ${high} ${unit}`,
  range: (low: string, high: string, unit: string) => `Usual range: ${low} to ${high} ${unit}`,
  upTo: (high: string, unit: string) => `Usual range: up to ${high} ${unit}`,
  from: (low: string, unit: string) => `Usual range: from ${low} ${unit}`,
  dose: (dose: number) => `${dose} mg`,
  dosesTitle: 'Doses',
  doseLine: (from: string, medicine: string, dose: number, frequency: string) =>
    `From ${from}: ${medicine}, ${dose} mg ${frequency}`,
  dosesEnd: (to: string) => ` until ${to}`,

  corrected: 'Corrected',
  summary: {
    corrected: ' (corrected)',
    one: (value: string, date: string) => `One value so far: ${value} on ${date}.`,
    last: (value: string, date: string) => `Latest: ${value} on ${date}`,
    inTarget: ', inside your target.',
    belowTarget: ', below your target.',
    aboveTarget: ', above your target.',
    normal: ', in the usual range.',
    low: ', below the usual range.',
    high: ', above the usual range.',
    unclear: ', a limit: it does not say where in the range the value is.',
    plain: '.',
    span: (n: number, low: string, high: string) => ` ${n} results, from ${low} to ${high}.`,
  },

  checkIns: 'How you feel',
  noCheckIns: 'No check-ins yet. Check in from time to time to see how things change.',
  information:
    'Information: these scores show how things change. They do not decide about your treatment by themselves.',
  mcid: (least: number, change: number, matters: boolean) =>
    `${change > 0 ? '+' : ''}${change} points since the first: ${matters ? 'a change that usually matters' : 'less than the change that usually matters'} (${least} or more; the line shows it).`,
  newCheckIn: 'New check-in',
  series: {
    adam_count: { title: 'Symptoms', unit: 'of 10' },
    adam_severity: { title: 'Symptom severity', unit: 'of 100' },
    qadam_total: { title: 'How you rate yourself (qADAM)', unit: 'of 50' },
    iief_total: { title: 'Sexual health (IIEF-5)', unit: 'of 25' },
    ams_total: { title: 'Symptoms of aging (AMS)', unit: 'of 85' },
    phq2_total: { title: 'Mood (PHQ-2)', unit: 'of 6' },
    phq9_total: { title: 'Mood (PHQ-9)', unit: 'of 27' },
    weight: { title: 'Weight', unit: 'lb' },
  },

  form: {
    title: 'Check-in',
    lead: 'How you have felt lately. It takes about two minutes. Skip what you are not sure about; a Yes needs a number from 0 to 10.',
    more: 'Side effects, or something new with your health?',
    toSafetyCheck: 'Tell us in the safety check',
    doses: 'Missed a dose?',
    toDoses: 'See your doses',
    symptoms: 'Symptoms',
    severity: (label: string) => `${label}: severity`,
    severityHint: '0 is no trouble, 10 is the worst you can imagine.',
    severityUnit: '0-10',
    sexual: 'Sexual health over the past 6 months (optional)',
    weight: 'Weight (optional)',
    restNo: 'Answer No to the rest',
    submit: 'Save check-in',
    cancel: 'Cancel',
    missing: 'Answer at least one symptom.',
    badSeverity: (label: string) => `Enter a whole number from 0 to 10 for “${label}”.`,
    badWeight: 'Enter your weight in pounds, from 50 to 800.',
    incomplete: 'Answer all five of these questions, or none.',
    clear: 'Clear these answers',
    failed: 'Unable to save your check-in. Your answers are still here. Try again in a moment.',
    saved: 'Check-in saved.',
  },
  careful:
    'Numbers alone say little. Your clinician looks at them together with how you feel. Do not change your dose because of a number.',
} as const;

import type { AppointmentStatus } from '#common/api/index.js';
import type { DispenseSource } from '#common/vocabulary/index.js';

export const TIMELINE_TEXT = {
  lanes: {
    dose: 'Dose',
    doses: 'Doses logged',
    fills: 'Fills',
    testosterone: 'Total testosterone',
    hematocrit: 'Hematocrit',
    psa: 'PSA',
    pressure: 'Blood pressure',
    score: 'Symptom severity',
    iief: 'IIEF-5',
    qadam: 'qADAM',
    ams: 'AMS',
    phq2: 'PHQ-2',
    phq9: 'PHQ-9',
    side_effects: 'Side effects',
    visits: 'Visits',
    alerts: 'Alerts',
  },
  systolic: 'Systolic',
  diastolic: 'Diastolic',
  target: (low: string, high: string) => `Target ${low} to ${high} ng/dL`,
  hematocritLimits: (watch: number, stop: number) => `Limits ${watch}% and ${stop}%`,
  psaLimit: (limit: number, halved: number) =>
    `ng/mL. Limit ${limit}, or ${halved} with finasteride or dutasteride`,
  most: { iief: 25, qadam: 50, ams: 85, phq2: 6, phq9: 27 },
  ofMost: (value: number, most: number) => `${value} of ${most}`,
  notActive: 'Not scored: no attempt in questions 2 to 5',
  information: 'Information',
  mcid: (points: number) => `Information. Line: ${points} points above the first`,
  scoreRange: 'of 100, lower is better',

  dose: (mg: string, frequency: string) => `${mg} mg ${frequency}`,
  taken: (dose: string, unit: string) => `${dose} ${unit}`,
  notTaken: (dose: string, unit: string) => `Not taken: ${dose} ${unit}`,
  missedNote: 'reported by the patient',
  nth: (n: number) => `Fill ${n}`,
  rest: 'Rest of a fill',
  fill: (which: string, quantity: string, unit: string) => `${which}: ${[quantity, unit].join(' ').trim()}`,
  fillNote: (days: number, source: string) => `${days === 1 ? '1 day' : `${days} days`}, ${source}`,
  source: {
    patient: 'reported by the patient',
    pharmacy: 'reported by the pharmacy',
    staff: 'entered by staff',
  } satisfies Record<DispenseSource, string>,
  until: (date: string) => `until ${date}`,
  hours: (hours: string, logged: boolean) =>
    `${hours === '1' ? '1 hour' : `${hours} hours`} after the dose${logged ? ' (from the dose log)' : ''}`,
  simulated: 'Simulated',
  simulatedHint: 'Thin line: simulated',
  simulatedNote:
    'Simulated testosterone: the thin line is the average of each week, and the dotted band its lowest to highest level between doses. It is not a range of likelihood like the 5 to 95% band of the expected curve.',
  hoursUnknown: 'hours after the dose unknown',
  hoursRange: (from: number, to: number) => `${from} to ${to} h`,
  or: ' or ',
  inWindow: (window: string) => `in the draw window (${window})`,
  outOfWindow: (window: string) => `outside the draw window (${window})`,
  pressure: (systolic: string, diastolic: string) => `${systolic}/${diastolic} mmHg`,
  unknown: '?',
  score: (severity: string) => `${severity} of 100`,
  symptoms: (count: number) => (count === 1 ? '1 of 10 symptoms' : `${count} of 10 symptoms`),
  sideEffect: (name: string, severity: string) => `${name}: ${severity.toLowerCase()}`,
  since: (date: string) => `since ${date}`,
  kind: { video: 'Video visit', phone: 'Phone call', in_person: 'In-person visit' } as Readonly<
    Record<string, string>
  >,
  visit: {
    requested: 'requested',
    scheduled: 'scheduled',
    completed: 'completed',
    cancelled: 'canceled',
    no_show: 'missed',
  } satisfies Record<AppointmentStatus, string>,
  closed: (severity: string, date: string) => `${severity}, closed ${date}`,
  measuredAtHome: 'patient-reported',
  atHome: (name: string) => `${name}, at home`,
  homeHint: 'mmHg; diamonds: measured at home',
  misread:
    ({ by, note }: { by: string; note: string }) =>
    (severity: string, date: string) =>
      `${severity}, closed as misread ${date} by ${by}: ${note}`,
  open: (severity: string) => `${severity}, open`,

  lane: (title: string, count: number, last: string, date: string) =>
    `${title}. ${count === 1 ? '1 entry' : `${count} entries`}, latest ${last} on ${date}.`,
  missing: (titles: string) => `Nothing on record yet: ${titles}.`,
  nothing: 'Nothing on record yet',
  day: 'Day',
  more: (n: number) => `${n} more`,
  asTable: 'Show as table',
  print: 'Print',
  table: 'Treatment over time',
  date: 'Date',
  what: 'What',
  value: 'Value',
} as const;

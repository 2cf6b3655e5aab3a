import type { AppointmentStatus } from '../../../../../common/api/index.js';

export const TIMELINE_TEXT = {
  lanes: {
    dose: 'Dose',
    testosterone: 'Total testosterone',
    hematocrit: 'Hematocrit',
    psa: 'PSA',
    pressure: 'Blood pressure',
    score: 'Symptom severity',
    side_effects: 'Side effects',
    visits: 'Visits',
    alerts: 'Alerts',
  },
  systolic: 'Systolic',
  diastolic: 'Diastolic',
  target: (low: string, high: string) => `Target ${low} to ${high} ng/dL`,
  hematocritLimits: (watch: number, stop: number) => `Limits ${watch}% and ${stop}%`,
  scoreRange: 'of 100, lower is better',

  dose: (mg: string, frequency: string) => `${mg} mg ${frequency}`,
  until: (date: string) => `until ${date}`,
  hours: (hours: string) => (hours === '1' ? '1 hour after the dose' : `${hours} hours after the dose`),
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
  open: (severity: string) => `${severity}, open`,

  lane: (title: string, count: number, last: string, date: string) =>
    `${title}. ${count === 1 ? '1 entry' : `${count} entries`}, latest ${last} on ${date}.`,
  missing: (titles: string) => `Nothing on record yet: ${titles}.`,
  nothing: 'Nothing on record yet',
  day: 'Day',
  more: (n: number) => `and ${n} more`,
  asTable: 'Show as table',
  print: 'Print',
  table: 'Treatment over time',
  date: 'Date',
  what: 'What',
  value: 'Value',
} as const;

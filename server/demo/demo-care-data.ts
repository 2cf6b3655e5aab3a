import type { AppointmentKind, AppointmentStatus } from '#common/api/appointments.js';

/** A time in the demo: some days from today at an hour (UTC), or some minutes from now. */
export type DemoMoment = { days: number; hour: number } | { minutes: number };

export interface DemoAppointment {
  kind: AppointmentKind;
  status: AppointmentStatus;
  reason: string;
  /** When it is or was, or what the patient proposed. */
  at: DemoMoment;
  also?: DemoMoment[];
  visit?: 'started' | 'ended';
  note?: string;
  cancelReason?: string;
}
export interface DemoThread {
  subject: string;
  messages: { from: 'patient' | 'care_team'; at: DemoMoment; body: string; unread?: true }[];
}
export interface DemoCheckIn {
  at: DemoMoment;
  severities: Partial<
    Record<'decreased_libido' | 'lack_of_energy' | 'decreased_strength' | 'weaker_erections', number>
  >;
  iief: readonly [number, number, number, number, number];
  weight: number;
}
export interface DemoCareOf {
  appointments?: DemoAppointment[];
  threads?: DemoThread[];
  checkIns?: DemoCheckIn[];
  /** Weekly doses on record, the last one some days ago. */
  doses?: { mg: number; weeks: number; lastDaysAgo: number; sites: readonly string[] };
}

const day = (days: number, hour = 15): DemoMoment => ({ days, hour });
const minutes = (n: number): DemoMoment => ({ minutes: n });

const visit = (days: number, reason: string, note?: string): DemoAppointment => ({
  kind: 'video',
  status: 'completed',
  reason,
  at: day(-days),
  visit: 'ended',
  ...(note && { note }),
});
const coming = (days: number, hour: number, kind: AppointmentKind, reason: string): DemoAppointment => ({
  kind,
  status: 'scheduled',
  reason,
  at: day(days, hour),
});
const asked = (kind: AppointmentKind, reason: string, ...times: DemoMoment[]): DemoAppointment => ({
  kind,
  status: 'requested',
  reason,
  at: times[0]!,
  also: times.slice(1),
});
const waiting = (subject: string, body: string, minutesAgo: number): DemoThread => ({
  subject,
  messages: [{ from: 'patient', at: minutes(-minutesAgo), body, unread: true }],
});
/** Someone has read it, and the answer is still to come. */
const opened = ({ subject, messages }: DemoThread): DemoThread => ({
  subject,
  messages: messages.map(({ unread: _, ...message }) => message),
});

const MARCUS: DemoCareOf = {
  doses: { mg: 80, weeks: 8, lastDaysAgo: 4, sites: ['left thigh', 'right thigh'] },
  appointments: [
    visit(
      342,
      'First consultation',
      'Two low morning levels with symptoms. Benefits, risks and fertility discussed; he wants to start. Weekly injection, first labs at six weeks.',
    ),
    visit(
      155,
      'Six-month review',
      'Energy and mood better, no side effects. Level in range, hematocrit steady. No change of dose.',
    ),
    visit(
      36,
      'Quarterly review',
      'Doing well. Level 521, hematocrit 46.4, PSA stable. Continue, labs in three months.',
    ),
    coming(6, 15, 'video', 'Quarterly review'),
    asked('phone', 'Question about traveling with my medicine', day(9, 14), day(10, 18), day(11, 20)),
  ],
  threads: [
    {
      subject: 'Which day to inject',
      messages: [
        { from: 'patient', at: day(-40, 13), body: 'I injected a day late this week. Should I move my day?' },
        {
          from: 'care_team',
          at: day(-40, 17),
          body: 'A day late is fine. Keep the new day, and leave seven days between two injections.',
        },
        { from: 'patient', at: day(-39, 12), body: 'Good, thank you.' },
      ],
    },
    {
      subject: 'My lab appointment',
      messages: [
        {
          from: 'patient',
          at: day(-3, 14),
          body: 'The lab moved my draw to 9 in the morning. Is that still early enough?',
        },
        {
          from: 'care_team',
          at: day(-2, 16),
          body: 'Yes, 9 works. Please drink a glass of water before you go.',
          unread: true,
        },
      ],
    },
    opened(
      waiting(
        'Traveling next month',
        'I will be out of the country for two weeks. Do I need a letter to carry my prescription?',
        5 * 60,
      ),
    ),
  ],
  checkIns: [
    {
      at: day(-335, 12),
      severities: { decreased_libido: 6, lack_of_energy: 7, decreased_strength: 4, weaker_erections: 5 },
      iief: [3, 3, 3, 3, 3],
      weight: 184,
    },
    {
      at: day(-270, 12),
      severities: { decreased_libido: 5, lack_of_energy: 5, weaker_erections: 4 },
      iief: [3, 3, 3, 4, 3],
      weight: 183,
    },
    {
      at: day(-200, 12),
      severities: { decreased_libido: 3, lack_of_energy: 4, weaker_erections: 3 },
      iief: [4, 4, 3, 4, 4],
      weight: 181,
    },
    {
      at: day(-120, 12),
      severities: { lack_of_energy: 3, weaker_erections: 2 },
      iief: [4, 4, 4, 4, 4],
      weight: 180,
    },
    { at: day(-38, 12), severities: { lack_of_energy: 2 }, iief: [4, 5, 4, 4, 5], weight: 178 },
  ],
};

/** What happened between the clinic and its patients, by email address. */
export const DEMO_CARE: Readonly<Record<string, DemoCareOf>> = {
  'patient@demo.test': MARCUS,
  'review@demo.test': {
    appointments: [asked('video', 'First consultation', day(2, 15), day(3, 19))],
    threads: [
      opened(
        waiting('When will my plan be ready?', 'I finished the labs last week. What happens next?', 26 * 60),
      ),
    ],
  },
  'northpatient@demo.test': {
    appointments: [
      visit(62, 'First consultation', 'Two low morning levels with symptoms. Starts weekly injections.'),
      coming(4, 16, 'phone', 'First review'),
    ],
    threads: [waiting('Refill', 'My pharmacy asks for a new prescription. Can you send it?', 90)],
  },
  'aaron.pike@demo.test': {
    appointments: [visit(28, 'Quarterly review', 'Stable, no complaints. Continue.')],
  },
  'brian.todd@demo.test': { appointments: [visit(1, 'Quarterly review')] },
  'calvin.ross@demo.test': {
    appointments: [
      {
        kind: 'video',
        status: 'scheduled',
        reason: 'Quarterly review',
        at: minutes(-20),
        visit: 'started',
      },
    ],
  },
  'dean.foster@demo.test': {
    appointments: [
      visit(50, 'Quarterly review', 'Sleeps better. Blood pressure 126/78. Continue.'),
      coming(1, 14, 'video', 'Quarterly review'),
    ],
  },
  'eli.warner@demo.test': { appointments: [visit(3, 'Side effects')] },
  'frank.osborne@demo.test': {
    appointments: [
      visit(97, 'Quarterly review', 'Well. Continue.'),
      { kind: 'phone', status: 'no_show', reason: 'Quarterly review', at: day(-5) },
    ],
  },
  'gary.lyons@demo.test': {
    appointments: [
      {
        kind: 'video',
        status: 'cancelled',
        reason: 'Quarterly review',
        at: day(-8),
        cancelReason: 'Had to work that day',
      },
      asked('video', 'Quarterly review, moved from last week', day(3, 21), day(4, 21)),
    ],
  },
  'lewis.hart@demo.test': {
    appointments: [
      visit(
        12,
        'No improvement yet',
        'Level still low, no benefit felt. Increase proposed; labs in six weeks.',
      ),
    ],
    threads: [
      waiting(
        'Still tired',
        'Three months in and I am as tired as before. Can we talk about my dose?',
        3 * 60,
      ),
    ],
  },
  'ray.sutton@demo.test': {
    appointments: [coming(2, 18, 'phone', 'Hematocrit result')],
    threads: [
      {
        subject: 'My blood count',
        messages: [
          { from: 'patient', at: day(-2, 20), body: 'I saw 53.4 on my results. Is that a problem?' },
          {
            from: 'care_team',
            at: day(-1, 14),
            body: 'It is above where we want it. Drink enough, and please keep the phone appointment so that we can go through it.',
            unread: true,
          },
        ],
      },
    ],
  },
  'simon.webb@demo.test': {
    appointments: [
      visit(2, 'Hematocrit 55', 'Treatment stopped. Recheck in four weeks, then decide together.'),
    ],
  },
  'umar.rahman@demo.test': {
    threads: [waiting('Tender chest', 'My chest has been tender for two weeks. Should I come in?', 45)],
  },
  'walter.shaw@demo.test': {
    appointments: [asked('in_person', 'We would like to have a child', day(5, 15), day(6, 15))],
    threads: [
      waiting('Plans for a child', 'My wife and I decided to try. I filled in the form again.', 7 * 60),
    ],
  },
};

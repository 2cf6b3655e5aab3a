import type {
  AccessLogResponse,
  Appointment,
  CheckIn,
  Dispense,
  ConnectedApp,
  DosePeriod,
  LabOrder,
  LabReport,
  MessageThread,
  PatientPrescription,
  PatientProfileResponse,
  ProgressResponse,
  RefillRequest,
  Reminder,
  SafetyCheck,
  SupplyResponse,
  TakenDose,
} from '#common/api/index.js';
import { FORMULATIONS, isFormulationId } from '#common/clinical/index.js';
import { amountText, quantityText } from '#common/clinical/evidence-text.js';
import { REFILL_STATE } from '#common/vocabulary/index.js';
import { LAB_ORDER_STATUS } from '#common/vocabulary/lab-orders.js';
import { SAFETY_CHECK_WORDS } from '#common/vocabulary/safety-check-words.js';
import { placeName } from '#common/vocabulary/states.js';
import type { OwnTurn } from '../assistant/conversations.repository.js';
import { dateText, printedParts } from '../documents/printable.js';
import { ownDay } from '../patients/own-day.js';
import { analyteName } from './export-tables.js';
import { recordPage, type RecordPart, type RecordSection } from './record-page.js';
import { RECORD_WORDS as words } from './record-words.js';

/** All that an export holds, as the answers of the calls have it. */
export interface ExportedRecord {
  at: Date;
  zone: string;
  profile: PatientProfileResponse;
  intake: Record<string, unknown>;
  plans: readonly DosePeriod[];
  prescriptions: readonly PatientPrescription[];
  supply: SupplyResponse['prescriptions'];
  fills: readonly Dispense[];
  refills: readonly RefillRequest[];
  doses: readonly TakenDose[];
  progress: Pick<ProgressResponse, 'labs' | 'check_ins'>;
  labOrders: readonly LabOrder[];
  labReports: readonly LabReport[];
  safetyChecks: readonly SafetyCheck[];
  appointments: readonly Appointment[];
  threads: readonly MessageThread[];
  questions: readonly OwnTurn[];
  reminders: readonly Reminder[];
  apps: { apps: readonly ConnectedApp[] };
  accesses: AccessLogResponse['entries'];
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const day = (on: string | null): string | null => on && dateText(on);
const productName = (id: string): string => (isFormulationId(id) ? FORMULATIONS[id].name : id);

/** Everything of a patient in plain words, times in their own zone. */
export function readableRecord(record: ExportedRecord): string {
  const when = timeIn(record.zone);
  return recordPage(
    words.title(record.profile.summary.name ?? record.profile.summary.email),
    words.lead(when(record.at.toISOString()), record.zone),
    [
      section('you', { kind: 'facts', facts: aboutYou(record.profile) }),
      ...treatment(record),
      ...monitoring(record, when),
      ...contact(record, when),
      section('intake', ...intakeParts(record.intake)),
      ...traces(record, when),
    ],
  );
}

type When = (at: string) => string;
type Rows = Extract<RecordPart, { kind: 'table' }>['rows'];

const section = (name: keyof typeof words.sections, ...parts: RecordPart[]): RecordSection => ({
  ...words.sections[name],
  parts,
});
/** A section that is one table, under the name of its columns. */
const listed = (name: keyof typeof words.columns, rows: Rows): RecordSection =>
  section(name, { kind: 'table', columns: words.columns[name], rows });

const treatment = (record: ExportedRecord): RecordSection[] => [
  listed('plans', record.plans.map(planRow)),
  listed('prescriptions', record.prescriptions.map(prescriptionRow(record))),
  listed('fills', record.fills.map(fillRow(record))),
  listed('refills', record.refills.map(refillRow)),
];

const monitoring = (record: ExportedRecord, when: When): RecordSection[] => [
  listed(
    'doses',
    record.doses.map(({ taken_at: at, dose, unit, site, note }) => [
      when(at),
      amountText(dose, unit),
      site && sentence(site),
      note,
    ]),
  ),
  listed('labOrders', record.labOrders.map(labOrderRow(record))),
  listed('labs', labRows(record, when)),
  listed('labReports', record.labReports.map(reportRow(record))),
  listed('checkIns', record.progress.check_ins.map(checkInRow(when))),
  section('safetyChecks', ...record.safetyChecks.map(safetyPart(when))),
];

const contact = (record: ExportedRecord, when: When): RecordSection[] => [
  listed('appointments', record.appointments.map(appointmentRow(when))),
  listed(
    'visits',
    record.profile.visits.map(({ started_at: at, plan, note }) => [when(at), plan, note]),
  ),
  section('messages', ...record.threads.map(threadPart(when))),
  listed(
    'reminders',
    record.reminders.map(({ title, due_date: due, status }) => [title, day(due), words.reminder[status]]),
  ),
];

const traces = (record: ExportedRecord, when: When): RecordSection[] => [
  listed(
    'assistant',
    record.questions.map(({ at, question, answer }) => [when(at), question, answer]),
  ),
  listed(
    'apps',
    record.apps.apps.map(({ name, connected_at: from, last_used_at: used, expires_at: to }) => [
      name,
      when(from),
      used && when(used),
      when(to),
    ]),
  ),
  listed(
    'accesses',
    record.accesses.map(({ at, who, role, action }) => [when(at), who, role, action]),
  ),
];

const threadPart =
  (when: When) =>
  ({ subject, messages }: MessageThread): RecordPart => ({
    kind: 'text',
    title: subject,
    lines: messages.map(({ author_name: who, sent_at: at, body }) => ({
      head: words.from(who, when(at)),
      body,
    })),
  });

/** "November 23, 2026, 8:00 AM" */
const timeIn = (zone: string): When => {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  });
  return (at) => format.format(new Date(at));
};

function aboutYou({ summary }: PatientProfileResponse): [string, string | null][] {
  const f = words.facts;
  return [
    [f.name, summary.name],
    [f.dob, day(summary.dob)],
    [f.mrn, summary.mrn],
    [f.email, summary.email],
    [f.phone, summary.phone],
    [f.address, summary.address],
    [f.emergency, summary.emergency_contact_name],
    [f.relationship, summary.emergency_contact_relationship],
    [f.emergencyPhone, summary.emergency_contact_phone],
  ];
}

const planRow = ({ formulation, dose, frequency, from, to }: DosePeriod) => [
  productName(formulation),
  `${dose} mg`,
  frequency,
  dateText(from),
  to ? dateText(to) : words.now,
];

const prescriptionRow =
  ({ supply }: ExportedRecord) =>
  (order: PatientPrescription) => {
    const { run_out_on: until = null } = supply.find(({ prescription_id: id }) => id === order.id) ?? {};
    return [
      order.drug,
      `${order.dose}, ${order.frequency}`,
      order.sig,
      words.amount(quantityText(order.quantity, order.formulation), order.days_supply),
      order.refills_remaining,
      order.on_hold ? words.onHold : words.prescription[order.status],
      day(until ?? order.run_out_on),
    ];
  };

const fillRow =
  ({ prescriptions }: ExportedRecord) =>
  ({ prescription_id: id, filled_on: on, quantity, days, source }: Dispense) => {
    const order = prescriptions.find((one) => one.id === id);
    return [
      dateText(on),
      order?.drug,
      words.amount(quantityText(quantity, order?.formulation ?? ''), days),
      words.source[source],
    ];
  };

const refillRow = (request: RefillRequest) => [
  dateText(request.requested_on),
  request.drug,
  request.doses_left,
  request.reason,
  sentence(REFILL_STATE[request.state].label),
  request.owner,
  request.answer,
];

const labOrderRow =
  (record: ExportedRecord) =>
  ({ ordered_at: at, analytes, status, window_from: from, due_on: to, laboratory }: LabOrder) => [
    dateText(ownDay(record, at)),
    analytes.map(analyteName).join(', '),
    sentence(LAB_ORDER_STATUS[status].label),
    words.between(dateText(from), dateText(to)),
    laboratory.name,
  ];

function labRows({ progress }: ExportedRecord, when: When) {
  return progress.labs
    .flatMap(({ analyte, unit, reference_low: low, reference_high: high, points }) =>
      points.map(({ collected_at: at, value, flag }) => ({ at, analyte, value, unit, flag, low, high })),
    )
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map(({ at, analyte, value, unit, flag, low, high }) => [
      when(at),
      analyteName(analyte),
      `${value} ${unit}`,
      sentence(flag),
      low === null && high === null ? null : words.range(low, high, unit),
    ]);
}

const reportRow =
  (record: ExportedRecord) =>
  ({ name, uploaded_at: at, state }: LabReport) => [name, dateText(ownDay(record, at)), words.report[state]];

const checkInRow = (when: When) => (one: CheckIn) => [
  when(one.at),
  words.of(one.adam_count, 10),
  words.of(one.adam_severity, 100),
  words.of(one.iief_total, 25),
  words.of(one.qadam_total, 50),
  words.of(one.ams_total, 85),
  one.weight === null ? null : `${one.weight} lb`,
];

const safetyPart =
  (when: When) =>
  ({ at, changes, side_effects: effects, blood_pressure: told, ...answers }: SafetyCheck): RecordPart => {
    const { change, sideEffect, severity } = SAFETY_CHECK_WORDS;
    const lines = [
      ...Object.entries(changes).map(([kind, body]) => ({ head: change[kind as keyof typeof change], body })),
      ...effects.map(({ key, severity: how, since }) => ({
        head: sideEffect[key],
        body: words.effect(severity[how], day(since)),
      })),
      ...(told
        ? [{ head: words.safety.pressure, body: words.measured(told.systolic, told.diastolic, day(told.on)) }]
        : []),
      ...safetyAnswers(answers),
    ];
    return {
      kind: 'text',
      title: when(at),
      lines: lines.length ? lines : [{ head: words.nothingNew, body: '' }],
    };
  };

function safetyAnswers(answers: Omit<SafetyCheck, 'at' | 'changes' | 'side_effects' | 'blood_pressure'>) {
  const { location_state: state, sex_assigned_at_birth: sex, vte_history: clot } = answers;
  const { vte_details: details, last_testosterone_on: last } = answers;
  const said: [string, string | null][] = [
    [words.safety.state, state && (placeName(state) ?? state)],
    [words.safety.sex, sex && sentence(sex)],
    [words.safety.clot, clot && sentence(clot)],
    [words.safety.clotDetails, details],
    [words.safety.last, day(last)],
  ];
  return said.flatMap(([head, body]) => (body ? [{ head, body }] : []));
}

const appointmentRow =
  (when: When) =>
  ({ kind, status, starts_at: at, preferred, provider_name: who, reason }: Appointment) => [
    words.kind[kind],
    words.appointment[status],
    at ? when(at) : preferred.map((one) => words.asked(when(one))).join('; '),
    who,
    reason,
  ];

const intakeParts = (data: Record<string, unknown>): RecordPart[] =>
  printedParts({ slug: 'intake', data }).flatMap(({ title, entries }): RecordPart[] => [
    {
      kind: 'text',
      title,
      lines: entries.map(({ label, text }) => ({ head: label ?? '', body: text })),
    },
  ]);

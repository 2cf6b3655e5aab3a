import fc from 'fast-check';
import { ANALYTES } from '../../common/clinical/index.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import type { Chart, ChartDispense } from '../../server/fhir/model/chart.js';

const ORG = '11111111-1111-4111-8111-111111111111';
const CLINICIAN = '22222222-2222-4222-8222-222222222222';
const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2026-11-01'), noInvalidDate: true });
const text = fc.constantFrom('None', 'Penicillin: rash', ' <b>"& ', 'Zoë, 漢字', 'a'.repeat(400));
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const someone = maybe(fc.constantFrom(CLINICIAN, '33333333-3333-4333-8333-333333333333'));
const list = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 2 });
const id = fc.uuid({ version: 4 });

const answers = fc
  .record({
    allergies: text,
    current_medications: text,
    diabetes: fc.boolean(),
    stopbang_male: fc.boolean(),
    sex_assigned_at_birth: fc.constantFrom('', 'male', 'female', 'intersex', 'prefer_not_to_say'),
    tobacco_use: fc.constantFrom('yes', 'no', 'former'),
    race: fc.constantFrom('', 'Two or more'),
    ethnicity: fc.constantFrom('', 'Not Hispanic'),
    heart_rate: fc.constantFrom(undefined, 64),
    bmi: fc.constantFrom(undefined, 27.4),
    blood_pressure_diastolic: fc.constantFrom(undefined, 80),
  })
  .map((some) => ({ ...completeAnswers(), ...some }));

const contact = fc.record({
  phone: maybe(fc.constant('555-0100')),
  preferred_contact: fc.constant(null),
  mailing_address: maybe(fc.constantFrom('12 Elm Street\nSpringfield, IL 62701', 'Box 7')),
  emergency_contact_name: maybe(fc.constant('Ada Bell')),
  emergency_contact_relationship: maybe(fc.constant('Sister')),
  emergency_contact_phone: maybe(fc.constant('555-0101')),
});

const plan = fc.record({
  id,
  lifecycle: fc.constantFrom('pending_review', 'approved', 'previous', 'superseded'),
  formulation: fc.constantFrom('testosterone_cypionate_im', 'non_testosterone_option', 'no_longer_made'),
  dose: fc.constantFrom('80', '100'),
  frequency: fc.constant('once weekly'),
  route: fc.constantFrom('intramuscular', 'topical'),
  blood_draw_timing: text,
  target_range_low: maybe(fc.constant(450)),
  target_range_high: maybe(fc.constant(700)),
  next_review_on: maybe(fc.constant('2026-12-01')),
  approved_at: maybe(time),
  approved_by: someone,
  created_at: time,
  updated_at: time,
});

const checkIn = fc.record({
  id,
  at: time,
  data: fc.record({
    answers: fc.constantFrom({}, completeAnswers()),
    adam_count: fc.integer({ min: 0, max: 10 }),
    adam_severity: fc.integer({ min: 0, max: 50 }),
    iief_total: maybe(fc.integer({ min: 5, max: 25 })),
    weight: maybe(fc.constantFrom(180, 201.4)),
  }),
});

const alert = fc.record({
  id,
  rule_key: fc.constantFrom('psa_missing', 'hct_high', 'a_rule_that_is_gone'),
  severity: fc.constantFrom('critical', 'warning', 'info'),
  message: text,
  acknowledged_at: maybe(time),
  acknowledged_by: someone,
  created_at: time,
  closed_at: maybe(time),
});

const fill = fc.record({
  id,
  filled_on: fc.constantFrom('2026-05-04', '2026-10-01'),
  quantity: fc.constantFrom(1, 2.5),
  days: fc.constantFrom(7, 28),
  created_at: time,
});

/** Rows refer to each other as the database requires: a fill to its order, and some orders to a plan. */
function linked({ fills, ...chart }: Omit<Chart, 'dispenses'> & { fills: ChartDispense[] }): Chart {
  const [order] = chart.prescriptions;
  const [planned] = chart.plans;
  const dispenses = order
    ? fills.map((one, n) => ({
        ...one,
        n: n + 1,
        prescription_id: order.id,
        completes: n ? fills[0]!.id : null,
      }))
    : [];
  const prescriptions = chart.prescriptions.map((one, n) => ({
    ...one,
    case_id: chart.cases[0]?.id ?? one.id,
    ...(planned && n === 0 && { plan_id: planned.id }),
  }));
  return { ...chart, prescriptions, dispenses: dispenses.toReversed() };
}

/** Charts with any part missing. */
const parts = fc.record({
  origin: fc.constant('https://trt.example'),
  today: fc.constant('2026-11-01'),
  organisation: time.map((updated_at) => ({
    id: ORG,
    name: 'A clinic',
    timezone: 'America/New_York',
    phone: updated_at.getTime() % 2 ? '555-0100' : null,
    address: updated_at.getTime() % 2 ? '12 Elm Street, Springfield, IL 62701' : null,
    updated_at,
  })),
  team: time.map((updated_at) => [
    {
      id: CLINICIAN,
      org_id: ORG,
      email: 'c@example.test',
      roles: ['provider' as const],
      display_name: 'Dr. Maya Lin, MD',
      npi: updated_at.getTime() % 2 ? '1234567893' : null,
      active: true,
      updated_at,
    },
  ]),
  reader: fc.constantFrom('patient', 'care_team'),
  patient: fc.record({
    id,
    org_id: fc.constant(ORG),
    user_id: id,
    mrn: fc.constant('12345674'),
    full_name: maybe(fc.constantFrom('Sam Stone Jr.', 'Cher')),
    dob: maybe(fc.constant('1980-05-06')),
    updated_at: time,
    email: fc.constant('p@example.test'),
    contact: maybe(contact),
  }),
  cases: list(
    fc.record({
      id,
      status: fc.constantFrom('open', 'closed'),
      diagnosis: maybe(text),
      primary_clinician_id: someone,
      created_at: time,
      updated_at: time,
    }),
  ),
  documents: fc
    .record({
      id,
      slug: fc.constantFrom('intake', 'intake', 'intake', 'education', 'consent'),
      title: fc.constant('A document'),
      revision: fc.constantFrom(1, 2),
      text_version: fc.constant('2'),
      finalized_at: time,
      answers,
      latest: fc.constantFrom(true, true, true, false),
    })
    .chain((one) => fc.constantFrom([one], [one], [one], [])),
  plans: list(plan),
  prescriptions: list(
    fc.record({
      id,
      plan_id: maybe(id),
      formulation: fc.constantFrom('testosterone_cypionate_im', 'non_testosterone_option'),
      drug: fc.constant('Testosterone cypionate 200 mg/mL'),
      dose: fc.constantFrom('80 mg', 'two pumps'),
      sig: fc.constantFrom('', 'Inject once weekly'),
      frequency: fc.constant('once weekly'),
      route: fc.constantFrom('intramuscular', 'IM'),
      quantity: fc.constantFrom(1, 2.5),
      days_supply: fc.constant(28),
      refills: fc.constantFrom(0, 5),
      status: fc.constantFrom('draft', 'submitted', 'accepted', 'filled', 'canceled', 'rejected'),
      replaces_id: maybe(id),
      approved_by: someone,
      on_hold_since: maybe(time),
      holds: fc.constantFrom([], [['2026-05-10', '2026-05-24']], [['2026-05-10', null]]),
      ended_reason: maybe(fc.constantFrom('replaced', 'other')),
      issued_on: fc.constantFrom('2026-04-30', '2026-05-02'),
      created_at: time,
      updated_at: time,
    }),
  ),
  panels: list(
    fc.record({
      id,
      status: fc.constantFrom('completed', 'voided'),
      collected_at: time,
      specimen: maybe(text),
      reviewed_at: maybe(time),
      reviewed_by: someone,
      note: maybe(text),
      entered_by: someone,
      created_at: time,
      corrected: fc.boolean(),
      laboratory_notes: fc.constantFrom(
        [],
        [
          { analyte: null, text: 'Received cooled' },
          { analyte: 'tt_ng_dl', text: 'By LC/MS' },
        ],
      ),
      results: fc.constantFrom(
        [],
        ANALYTES.map(({ key, unit, reference_low, reference_high }, index) => ({
          analyte: key,
          value: 0.1 + 0.2,
          comparator: index % 2 ? ('<' as const) : null,
          unit,
          flag: 'normal' as const,
          reference_low,
          reference_high,
        })),
      ),
    }),
  ),
  labOrders: list(
    fc.record({
      id,
      number: fc.constant('482109376626'),
      status: fc.constantFrom('ordered', 'partial', 'final', 'canceled'),
      analytes: fc.constant(['tt_ng_dl', 'hct_percent']),
      fasting: fc.boolean(),
      window_from: fc.constant('2026-11-20'),
      due_on: fc.constant('2026-12-04'),
      ordered_by: someone,
      ordered_at: time,
      updated_at: time,
      panel_ids: fc.constant([]),
      results_in: fc.constantFrom([], ['tt_ng_dl']),
      diagnosis_codes: fc.constantFrom([], ['E29.1']),
      laboratory: fc.constant('A laboratory'),
      note: maybe(text),
    }),
  ),
  appointments: list(
    fc.record({
      id,
      provider_id: someone,
      kind: fc.constantFrom('video', 'phone', 'in_person'),
      status: fc.constantFrom('requested', 'scheduled', 'completed', 'cancelled', 'no_show'),
      preferred: list(time),
      starts_at: maybe(time),
      ends_at: maybe(time),
      started_at: maybe(time),
      ended_at: maybe(time),
      created_at: time,
      updated_at: time,
      reason: maybe(text),
    }),
  ),
  messages: list(
    fc.record({
      id,
      thread_id: id,
      sender: fc.constantFrom('patient', 'care_team'),
      author_id: id,
      sent_at: time,
      read_at: maybe(time),
      subject: text,
      body: text,
    }),
  ),
  checkIns: list(checkIn),
  pressures: list(
    fc.record({
      id,
      case_id: id,
      measured_on: fc.constant('2026-02-03'),
      systolic: maybe(fc.constant(126)),
      diastolic: maybe(fc.constant(78)),
    }),
  ),
  alerts: list(alert),
  fills: list(fill),
}) as unknown as fc.Arbitrary<Parameters<typeof linked>[0]>;

export const charts: fc.Arbitrary<Chart> = parts.map(linked);

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FhirResource } from 'fhir/r4.js';
import { ANALYTES } from '../../common/clinical/index.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import type { Chart } from '../../server/fhir/model/chart.js';
import { PATIENT_RESOURCES } from '../../server/fhir/resources/index.js';
import { faultsOf } from '../support/fhir-validators.js';

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
    tobacco_use: fc.constantFrom('yes', 'no', 'former'),
    race: fc.constantFrom('', 'Two or more'),
    blood_pressure_diastolic: fc.constantFrom(undefined, 80),
  })
  .map((some) => ({ ...completeAnswers(), ...some }));

/** Charts with any part missing. */
const charts: fc.Arbitrary<Chart> = fc.record({
  origin: fc.constant('https://trt.example'),
  organisation: time.map((updated_at) => ({
    id: ORG,
    name: 'A clinic',
    timezone: 'America/New_York',
    phone: updated_at.getTime() % 2 ? '555-0100' : null,
    address: updated_at.getTime() % 2 ? '12 Elm Street' : null,
    updated_at,
  })),
  team: time.map((updated_at) => [
    {
      id: CLINICIAN,
      org_id: ORG,
      email: 'c@example.test',
      roles: ['provider' as const],
      display_name: 'Dr. Maya Lin, MD',
      npi: null,
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
    contact: fc.constant(null),
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
      slug: fc.constantFrom('intake', 'education', 'consent'),
      title: fc.constant('A document'),
      revision: fc.constantFrom(1, 2),
      text_version: fc.constant('2'),
      finalized_at: time,
      answers,
      latest: fc.boolean(),
    })
    .chain((one) => fc.constantFrom([one], [])),
  plans: fc.constant([]),
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
      ended_reason: maybe(fc.constantFrom('replaced', 'other')),
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
  checkIns: fc.constant([]),
  pressures: list(
    fc.record({
      id,
      case_id: id,
      measured_on: fc.constant('2026-02-03'),
      systolic: maybe(fc.constant(126)),
      diastolic: maybe(fc.constant(78)),
    }),
  ),
  alerts: fc.constant([]),
}) as fc.Arbitrary<Chart>;

const PATIENTS = 100;

describe('generated charts as FHIR', () => {
  it('pass the R4 and US Core validators, whatever is missing', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const resources: FhirResource[] = PATIENT_RESOURCES.flatMap(({ map }) => map(chart));
        expect(resources.flatMap(faultsOf)).toEqual([]);
        const names = resources.map(({ resourceType, id: own }) => `${resourceType}/${own}`);
        expect(new Set(names).size).toBe(names.length);
        for (const { id: own } of resources) expect(own).toMatch(/^[A-Za-z0-9.-]{1,64}$/);
      }),
      { numRuns: PATIENTS, seed: 7 },
    );
  }, 240_000);

  it('are the same from the sections a resource needs as from the whole chart', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        for (const { map, needs } of PATIENT_RESOURCES) {
          const only = Object.fromEntries(
            Object.entries(chart).map(([name, value]) => [
              name,
              Array.isArray(value) && name !== 'team' && !needs.some((one) => one === name) ? [] : value,
            ]),
          ) as unknown as Chart;
          expect(map(only)).toEqual(map(chart));
        }
      }),
      { numRuns: 30, seed: 11 },
    );
  }, 60_000);
});

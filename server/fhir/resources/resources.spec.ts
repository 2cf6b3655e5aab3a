import { describe, expect, it } from '@jest/globals';
import type { IntakeData } from '#common/intake/index.js';
import type { Chart, ChartDispense, ChartDocument, ChartPrescription } from '../model/chart.js';
import { medicationDispenseResource } from './medication-dispense.js';
import { allergies } from './allergy-intolerance.js';
import { medicationStatements } from './medication-statement.js';
import { medicationRequest } from './medication-request.js';
import { patient } from './patient.js';

const NOW = new Date('2026-11-01T10:00:00Z');
const ORG = '11111111-1111-4111-8111-111111111111';
const PATIENT = '22222222-2222-4222-8222-222222222222';

/** A patient with one signed intake, and what a test adds. */
const chartOf = (answers: IntakeData, more: Partial<Chart> = {}): Chart => ({
  origin: 'https://trt.example',
  today: '2026-11-01',
  organisation: {
    id: ORG,
    name: 'A clinic',
    timezone: 'America/New_York',
    phone: null,
    address: null,
    updated_at: NOW,
  },
  team: [],
  reader: 'care_team',
  patient: {
    id: PATIENT,
    org_id: ORG,
    user_id: PATIENT,
    mrn: '10000012',
    full_name: 'Marcus Bell',
    dob: '1980-05-06',
    updated_at: NOW,
    email: 'p@example.test',
    contact: null,
  },
  cases: [],
  documents: [
    { id: PATIENT, slug: 'intake', revision: 1, finalized_at: NOW, answers, latest: true } as ChartDocument,
  ],
  plans: [],
  prescriptions: [],
  dispenses: [],
  panels: [],
  labOrders: [],
  appointments: [],
  messages: [],
  checkIns: [],
  pressures: [],
  alerts: [],
  ...more,
});

describe('the sex of a patient', () => {
  it.each([
    [{ sex_assigned_at_birth: 'male' }, 'male', '248153007'],
    [{ sex_assigned_at_birth: 'female', stopbang_male: true }, 'female', '248152002'],
    [{ sex_assigned_at_birth: 'intersex', stopbang_male: true }, 'other', undefined],
    [{ sex_assigned_at_birth: 'prefer_not_to_say', stopbang_male: true }, 'unknown', 'asked-declined'],
    [{ stopbang_male: true }, 'male', '248153007'],
    [{ stopbang_male: false }, 'unknown', undefined],
    [{}, 'unknown', undefined],
  ])('of %j is %s', (answers, gender, code) => {
    const made = patient(chartOf(answers));
    const sex = made.extension?.find(({ url }) => url.endsWith('/us-core-sex'));
    expect([made.gender, sex?.valueCode]).toEqual([gender, code]);
  });
});

describe('an order and its fills', () => {
  const order = {
    id: '33333333-3333-4333-8333-333333333333',
    formulation: 'testosterone_cypionate_im',
    drug: 'Testosterone cypionate 200 mg/mL',
    dose: '80 mg',
    sig: 'Inject 80 mg once weekly',
    frequency: 'once weekly',
    route: 'intramuscular',
    quantity: 4,
    days_supply: 28,
    refills: 1,
    status: 'filled',
    issued_on: '2026-06-01',
    holds: [] as ChartPrescription['holds'],
    created_at: NOW,
    updated_at: new Date('2026-06-02T10:00:00Z'),
  } as ChartPrescription;
  const fill = (n: number, filled_on: string, more: Partial<ChartDispense> = {}): ChartDispense => ({
    id: `44444444-4444-4444-8444-44444444444${n}`,
    prescription_id: order.id,
    n,
    filled_on,
    quantity: 4,
    days: 28,
    completes: null,
    created_at: NOW,
    ...more,
  });
  const both = [fill(2, '2026-07-01'), fill(1, '2026-06-02')];
  const made = (today: string, dispenses: ChartDispense[], more: Partial<ChartPrescription> = {}) =>
    medicationRequest(chartOf({}, { today, dispenses, prescriptions: [{ ...order, ...more }] }), {
      ...order,
      ...more,
    });

  it.each([
    ['in supply', '2026-07-28', both, {}, 'active'],
    ['with no refill left when the supply ends', '2026-07-29', both, {}, 'completed'],
    ['on hold when the supply ends', '2026-07-29', both, { on_hold_since: NOW }, 'completed'],
    ['with a refill left', '2026-12-01', both.slice(1), {}, 'active'],
    ['with a refill that is no longer legal', '2026-12-02', both.slice(1), {}, 'completed'],
    [
      'with a rest to dispense',
      '2026-12-01',
      [fill(1, '2026-06-02', { quantity: 1, days: 7 })],
      { refills: 0 },
      'active',
    ],
    ['never filled', '2026-12-02', [], { status: 'accepted' as const }, 'active'],
    ['replaced', '2026-12-02', both, { status: 'canceled' as const, ended_reason: 'replaced' }, 'stopped'],
  ])('%s on %s', (_, today, fills, more, status) => expect(made(today, fills, more).status).toBe(status));

  it('changes when the supply ends, so that an export since then has it', () => {
    expect(made('2026-07-28', both).meta!.lastUpdated).toBe('2026-06-02T10:00:00.000Z');
    expect(made('2026-08-15', both).meta!.lastUpdated).toBe('2026-07-29T00:00:00.000Z');
  });

  it('has a MedicationDispense for each fill', () => {
    const part = fill(3, '2026-07-01', { quantity: 1, days: 7 });
    const rest = fill(4, '2026-07-08', { quantity: 3, days: 21, completes: part.id });
    const dispenses = [rest, part, fill(1, '2026-06-02')];
    const found = medicationDispenseResource.map(chartOf({}, { dispenses, prescriptions: [order] }));
    expect(found).toMatchObject([
      { id: rest.id, type: { coding: [{ code: 'RFP' }] }, quantity: { value: 3 }, daysSupply: { value: 21 } },
      { id: part.id, type: { coding: [{ code: 'RFP' }] } },
      {
        status: 'completed',
        whenHandedOver: '2026-06-02',
        type: { coding: [{ code: 'FFC' }] },
        authorizingPrescription: [{ reference: `MedicationRequest/${order.id}` }],
        dosageInstruction: [{ text: 'Inject 80 mg once weekly' }],
      },
    ]);
  });
});

describe('a text that says there is none', () => {
  it.each([
    'None',
    'none',
    'n/a',
    'NA',
    'No',
    ' nothing. ',
    'not applicable',
    'None currently',
    'No medications',
  ])('is no medicine: %s', (text) =>
    expect(medicationStatements(chartOf({ current_medications: text, supplements: text }))).toEqual([]),
  );

  it.each(['None but aspirin', 'Nothing since March: was on warfarin', 'none?', 'Lisinopril', 'No-Doz'])(
    'is not in this: %s',
    (text) => expect(medicationStatements(chartOf({ current_medications: text }))).toHaveLength(1),
  );

  it('is "no known allergy" of an allergy', () => {
    const code = (text: string) => allergies(chartOf({ allergies: text }))[0]!.code!.coding?.[0]?.code;
    for (const text of ['None', 'NKDA', 'no known drug allergies', 'Nothing.', 'not applicable'])
      expect([text, code(text)]).toEqual([text, '716186003']);
    expect(code('None but penicillin')).toBeUndefined();
  });
});

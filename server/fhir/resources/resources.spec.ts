import { describe, expect, it } from '@jest/globals';
import type { IntakeData } from '#common/intake/index.js';
import type { Chart, ChartDocument } from '../model/chart.js';
import { patient } from './patient.js';

const NOW = new Date('2026-11-01T10:00:00Z');
const ORG = '11111111-1111-4111-8111-111111111111';
const PATIENT = '22222222-2222-4222-8222-222222222222';

/** A patient with one signed intake, and what a test adds. */
const chartOf = (answers: IntakeData, more: Partial<Chart> = {}): Chart => ({
  origin: 'https://trt.example',
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

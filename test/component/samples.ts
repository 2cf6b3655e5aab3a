import type {
  AdminMail,
  ApiKey,
  LabConnection,
  LabMessage,
  PatientApp,
  StaffLabReport,
  StaffRefillRequest,
  Webhook,
  WebhookDelivery,
} from '../../common/api/index.js';

/** Rows of lists that are empty in the demo clinic. */

const CLINIC = { org_id: 'b1f6a3a0-0000-4000-8000-000000000001', organisation: 'Founders Clinic' };
const PATIENT = {
  patient_id: 'b1f6a3a0-0000-4000-8000-000000000002',
  patient_name: 'Owen Hart',
  mrn: '10000014',
};
const CASE = 'b1f6a3a0-0000-4000-8000-000000000003';
const DAY = '2026-11-20';
const AT = `${DAY}T15:00:00.000Z`;

export const LAB_REPORT: StaffLabReport = {
  ...PATIENT,
  id: 'b1f6a3a0-0000-4000-8000-000000000004',
  name: 'quest-november.pdf',
  content_type: 'application/pdf',
  bytes: 48_211,
  state: 'waiting',
  uploaded_at: AT,
  transcribed_at: null,
  transcribed_by: null,
  case_id: CASE,
};

export const REFILL: StaffRefillRequest = {
  ...PATIENT,
  id: 'b1f6a3a0-0000-4000-8000-000000000005',
  version: 1,
  prescription_id: 'b1f6a3a0-0000-4000-8000-000000000006',
  drug: 'Testosterone cypionate 200 mg/mL',
  dose: '80 mg',
  frequency: 'weekly',
  requested_on: DAY,
  doses_left: 1,
  reason: 'A vial broke',
  state: 'requested',
  withdrawn: false,
  owner: 'Dr. Elena Rossi',
  owner_id: 'b1f6a3a0-0000-4000-8000-000000000007',
  due_by: '2026-11-24',
  overdue: false,
  runs_out_before_due: false,
  answer: null,
  decided_at: null,
  case_id: CASE,
  on_hold: false,
  safety_check_id: 'b1f6a3a0-0000-4000-8000-000000000008',
  reported: { changes: {}, side_effects: [{ key: 'headache', severity: 'mild', since: null }] },
  history_unread: false,
  supply: {
    prescription_id: 'b1f6a3a0-0000-4000-8000-000000000006',
    drug: 'Testosterone cypionate 200 mg/mL',
    dose: '80 mg',
    issued_on: '2026-09-01',
    last_fill_on: '2026-10-30',
    run_out_on: '2026-11-29',
    days_left: 3,
    earliest_fill_on: '2026-11-21',
    legal_last_fill_on: '2027-03-01',
    refills_left: 2,
    new_prescription_needed: false,
    ask_by: '2026-11-26',
    state: 'ask_now',
    open_rest: null,
    on_hold: false,
  },
  gates: [{ key: 'labs', met: true, due_on: null }],
  signs: { elapsed: 27, share: 0.964, days_in_hand: 3, signs: [] },
  findings: [],
  early: false,
};

export const API_KEY: ApiKey = {
  ...CLINIC,
  id: 'b1f6a3a0-0000-4000-8000-000000000009',
  name: 'Reporting',
  kind: 'secret',
  prefix: 'trt_4f2a',
  key_ids: [],
  jwks_url: null,
  scopes: ['fhir.read'],
  status: 'active',
  created_by: 'admin@demo.test',
  created_at: AT,
  expires_at: '2027-11-20T15:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
};

export const PATIENT_APP: PatientApp = {
  ...CLINIC,
  id: 'b1f6a3a0-0000-4000-8000-00000000001a',
  name: 'My health app',
  client_id: 'trt_app_0123456789abcdef',
  redirect_uris: ['https://app.example/back'],
  confidential: false,
  status: 'active',
  connections: 2,
  created_by: 'admin@demo.test',
  created_at: AT,
  removed_at: null,
};

export const WEBHOOK: Webhook = {
  ...CLINIC,
  id: 'b1f6a3a0-0000-4000-8000-00000000000a',
  url: 'https://pharmacy.example/hook',
  events: ['plan.approved'],
  status: 'active',
  paused_because: null,
  created_by: 'admin@demo.test',
  created_at: AT,
  last_delivered_at: null,
  dead: 0,
};

export const DELIVERY: WebhookDelivery = {
  id: 'b1f6a3a0-0000-4000-8000-00000000000b',
  webhook_id: WEBHOOK.id,
  url: WEBHOOK.url,
  webhook_removed: false,
  event: 'plan.approved',
  subject_id: CASE,
  status: 'delivered',
  attempts: 1,
  last_result: '204',
  occurred_at: AT,
  delivered_at: AT,
};

export const LAB_CONNECTION: LabConnection = {
  ...CLINIC,
  id: 'b1f6a3a0-0000-4000-8000-00000000000d',
  name: 'Acme Laboratories',
  sending_application: 'LIS',
  sending_facility: 'ACME',
  receiving_facility: '',
  timezone: 'America/New_York',
  status: 'active',
  codes: { HGBX: 'hgb_g_dl' },
  last_message_at: AT,
  waiting: 1,
  created_at: AT,
  version: 1,
};

export const LAB_MESSAGE: LabMessage = {
  id: 'b1f6a3a0-0000-4000-8000-00000000000e',
  organisation: CLINIC.organisation,
  laboratory: LAB_CONNECTION.name,
  received_at: AT,
  status: 'unmatched',
  critical: true,
  patient_id: null,
  said_name: 'Owen Hart',
  said_dob: '1980-02-17',
  said_numbers: ['10000014'],
  results: 2,
  problems: [{ kind: 'code', test: 'Prolactin', said: 'PRLX', proposal: 'prolactin_ng_ml' }],
  version: 1,
};

export const MAIL: AdminMail = {
  id: 'b1f6a3a0-0000-4000-8000-00000000000c',
  to: 'patient@demo.test',
  subject: 'There is news in your portal',
  status: 'sent',
  attempts: 1,
  last_error: null,
  created_at: AT,
  sent_at: AT,
};

import { DEA, LICENSE, MISSING, today, type Kind, type Objects } from './matrix-world.js';

/** How a route is called for an object, so that the object is looked up and not only the body validated. */
export interface Target {
  /** The value of `:id`; other parameters by name. */
  id?: Kind;
  params?: Readonly<Record<string, Kind>>;
  body?: (objects: Objects) => object;
  query?: (objects: Objects) => string;
  /** Only your own, whatever your role. */
  personal?: 'email' | 'staff';
  /** Only as a patient, even for someone who is also staff. */
  patientOnly?: true;
}

export const kindsOf = ({ id, params }: Target): [string, Kind][] => [
  ...Object.entries(params ?? {}),
  ...(id ? [['id', id] as [string, Kind]] : []),
];

const WHY = 'The values were checked with the laboratory by telephone.';
const ORDER = {
  drug: 'Testosterone cypionate 200 mg/mL',
  dose: '80 mg',
  frequency: 'every 7 days',
  route: 'IM',
  quantity: 4,
  refills: 0,
  days_supply: 28,
};
const WISH = {
  formulation: 'testosterone_cypionate_im',
  dose: 80,
  frequency: 'once weekly',
  route: 'intramuscular',
};

const version = () => ({ version: 1 });
const because = () => ({ reason: WHY, version: 1 });
const ofCase = (body?: Target['body']): Target => ({ id: 'case', ...(body && { body }) });
const ofOrder = (body?: Target['body']): Target => ({ id: 'order', ...(body && { body }) });
const ofLab = (body: Target['body']): Target => ({ id: 'lab', body: body! });
const ofPlan = (more: object): Target => ({ body: ({ plan }) => ({ plan_id: plan ?? MISSING, ...more }) });

/** Routes about one object. */
export const COLUMNS: Readonly<Record<string, Target>> = {
  'GET /api/trt/cases/:id/clinicians': ofCase(),
  'GET /api/trt/cases/:id/completeness': ofCase(),
  'GET /api/trt/cases/:id/curve': ofCase(),
  'GET /api/trt/cases/:id/timeline': ofCase(),
  'GET /api/trt/cases/:id/detail': ofCase(),
  'GET /api/trt/cases/:id/documents/plan.pdf': ofCase(),
  'GET /api/trt/cases/:id/forms/:form.json': ofCase(),
  'GET /api/trt/cases/:id/pdmp-checks': ofCase(),
  'GET /api/trt/cases/:id/prescriptions': ofCase(),
  'GET /api/trt/cases/:id/prescriptions/assist': ofCase(),
  'GET /api/trt/cases/:id/telemed-basis': ofCase(),
  'PATCH /api/trt/cases/:id': ofCase(version),
  'POST /api/trt/cases/:id/alerts/:alertId/acknowledge': {
    id: 'case',
    params: { alertId: 'alert' },
    body: () => ({ action: 'recheck', recheck_on: today(), note: WHY, version: 1 }),
  },
  'POST /api/trt/cases/:id/alerts/:alertId/close': {
    id: 'case',
    params: { alertId: 'alert' },
    body: () => ({ contact: { reached: true, at: new Date().toISOString(), note: WHY } }),
  },
  'POST /api/trt/cases/:id/alerts/:alertId/reopen': {
    id: 'case',
    params: { alertId: 'alert' },
    body: () => ({ version: 1 }),
  },
  'POST /api/trt/cases/:id/history-review': ofCase(() => ({
    version: 1,
    fields: ['allergies'],
    against_treatment: false,
  })),
  'POST /api/trt/cases/:id/hold': ofCase(because),
  'POST /api/trt/cases/:id/resume': ofCase(because),
  'POST /api/trt/cases/:id/tell-in-person': ofCase(() => ({ version: 1, keys: [] })),
  'POST /api/trt/cases/:id/pdmp-checks': ofCase(() => ({
    state: 'NY',
    queried_on: today(),
    finding: 'as_expected',
  })),
  'POST /api/trt/cases/:id/pdmp-checks/:check_id/resolve': {
    id: 'case',
    params: { check_id: 'discrepancy' },
    body: () => ({ reason: WHY }),
  },
  'POST /api/trt/cases/:id/telemed-basis': ofCase(() => ({ kind: 'in_person', on: today() })),
  'POST /api/trt/cases/:id/plans': ofCase(() => ({ ...WISH, override_reason: WHY })),
  'POST /api/trt/cases/:id/titrate': {
    ...ofCase(() => ({ ...WISH, reason: WHY })),
    query: () => '?simulate=true',
  },
  'POST /api/trt/cases/:id/prescriptions': ofCase(() => ORDER),
  'POST /api/trt/cases/:id/discontinue': ofCase(() => ({
    reason_code: 'patient_choice',
    effective_date: today(),
    follow_up_labs: false,
  })),

  'GET /api/trt/prescriptions/:id': ofOrder(),
  'GET /api/trt/prescriptions/:id/dispenses': ofOrder(),
  'POST /api/trt/prescriptions/:id/dispenses': ofOrder(() => ({
    filled_on: today(),
    quantity: 1,
    days: 7,
    source: 'pharmacy',
  })),
  'POST /api/trt/refill-requests/:id': {
    id: 'refill',
    body: () => ({ version: 1, decision: 'needs_labs', reason: WHY }),
  },
  'GET /api/trt/lab-reports/:id/file': { id: 'report' },
  'POST /api/trt/lab-reports/:id/transcribed': { id: 'report' },
  'GET /api/trt/cases/:id/lab-orders': ofCase(),
  'GET /api/trt/cases/:id/lab-orders/draft': ofCase(),
  'POST /api/trt/cases/:id/lab-orders': ofCase(({ lab_connection: laboratory }) => ({
    connection_id: laboratory ?? MISSING,
    analytes: ['tt_ng_dl'],
    fasting: false,
    window_from: today(),
    due_on: today(),
    despite_open: true,
  })),
  'GET /api/trt/lab-orders/:id': { id: 'lab_order' },
  'POST /api/trt/lab-orders/:id/drawn': {
    id: 'lab_order',
    body: () => ({ drawn_on: today(), version: 1 }),
  },
  'POST /api/trt/lab-orders/:id/cancel': { id: 'lab_order', body: because },
  'POST /api/trt/lab-orders/:id/results': { id: 'lab_order', body: () => ({ lab_ids: [], version: 1 }) },
  'GET /files/lab-orders/:id.pdf': { id: 'lab_order' },
  'GET /files/lab-orders/:id.hl7': { id: 'lab_order' },
  'GET /api/trt/prescriptions/:id/pharmacy-orders': ofOrder(),
  'POST /api/trt/prescriptions/:id/pharmacy-orders': ofOrder(({ pharmacy }) => ({
    pharmacy_id: pharmacy ?? MISSING,
    version: 1,
  })),
  'POST /api/trt/pharmacy-orders/:id/confirm': {
    id: 'pharmacy_order',
    body: () => ({ how: 'phone', version: 1 }),
  },
  'POST /api/trt/pharmacy-orders/:id/withdraw': { id: 'pharmacy_order', body: because },
  'GET /files/pharmacy-orders/:id.pdf': { id: 'pharmacy_order' },
  'POST /api/trt/prescriptions/:id/dispenses/:dispense/shipment': {
    ...ofOrder(() => ({ shipped_on: today(), carrier: 'pickup' })),
    params: { dispense: 'fill' },
  },
  'POST /api/prescriptions/:id/dispenses/:dispense/received': {
    ...ofOrder(),
    params: { dispense: 'fill' },
  },
  'GET /api/trt/prescriptions/:id/judgement': ofOrder(),
  'POST /api/trt/prescriptions/:id': ofOrder(() => ORDER),
  'POST /api/trt/prescriptions/:id/hold': ofOrder(because),
  'POST /api/trt/prescriptions/:id/release': ofOrder(because),
  'POST /api/trt/prescriptions/:id/review': ofOrder(() => ({ decision: 'reject', note: WHY })),
  'POST /api/trt/prescriptions/:id/transition': ofOrder(() => ({ to: 'sent' })),
  'POST /api/trt/prescriptions/approve': { body: ({ order: id }) => ({ ids: [id ?? MISSING] }) },

  'GET /api/trt/provider/patient-plans/:id': { id: 'patient' },
  'POST /api/trt/provider/plans/approve': ofPlan({ version: 1 }),
  'POST /api/trt/provider/plans/flag': ofPlan({ reason: WHY, version: 1 }),
  'POST /api/trt/provider/plans/unflag': ofPlan({ reason: WHY, version: 1 }),

  'GET /api/labs/since-dose/:id': { id: 'patient' },
  'POST /api/labs': {
    body: ({ patient }) => ({
      patient_id: patient ?? MISSING,
      collected_at: `${today()}T00:00:01-05:00`,
      results: { tt_ng_dl: 400 },
    }),
  },
  'POST /api/labs/:id/call-back': ofLab(() => ({ called_on: today(), reached: true, note: WHY })),
  'POST /api/labs/:id/correct': ofLab(() => ({ results: { tt_ng_dl: 401 }, reason: WHY, version: 1 })),
  'POST /api/labs/:id/review': ofLab(() => ({ note: 'Seen.', version: 1 })),
  'POST /api/labs/:id/void': ofLab(because),

  'GET /api/provider/patients/:id': { id: 'patient' },
  'POST /api/provider/patients/:id/fhir-import': { id: 'patient', body: () => ({ bundle: {} }) },
  'POST /api/provider/patients/:id/open': { id: 'patient', body: () => ({ reason: WHY }) },
  'POST /api/provider/appointments/:id': { id: 'appointment', body: () => ({ note: 'Seen.', version: 1 }) },
  'POST /api/provider/messages': {
    body: ({ patient }) => ({ patient_id: patient ?? MISSING, subject: 'Hello', body: 'How are you?' }),
  },
  'POST /api/provider/messages/:id': { id: 'thread', body: () => ({ body: 'How are you?' }) },
  'POST /api/provider/messages/:id/no-reply': {
    id: 'thread',
    body: () => ({ last_message_at: new Date().toISOString() }),
  },
  'POST /api/provider/messages/:id/read': { id: 'thread' },
  'POST /api/provider/messages/:id/review': {
    id: 'thread',
    body: () => ({ last_message_at: new Date().toISOString(), against_treatment: false }),
  },

  'POST /api/appointments/:id/cancel': {
    id: 'appointment',
    patientOnly: true,
    body: () => ({ reason: 'I am away that day.' }),
  },
  'POST /api/messages': {
    patientOnly: true,
    body: ({ thread }) => ({ thread_id: thread ?? MISSING, body: 'Thank you.' }),
  },
  'POST /api/messages/:id/read': { id: 'thread', patientOnly: true },
  'DELETE /api/doses/:id': { id: 'dose', patientOnly: true },
  'POST /api/progress/check-in/:id/phq-9': {
    id: 'check_in',
    patientOnly: true,
    body: () => ({ items: [0, 0, 0, 0, 0, 0, 0] }),
  },
  'POST /api/refill-requests/:id/withdraw': { id: 'refill', patientOnly: true },
  'POST /api/refill-requests': {
    patientOnly: true,
    body: ({ order }) => ({
      prescription_id: order ?? MISSING,
      safety_check: { location_state: 'NY', changes: {}, side_effects: [] },
    }),
  },
  'POST /api/trt/reminders/:id/ack': { id: 'reminder', patientOnly: true },
  'GET /files/appointments/:id.ics': { id: 'appointment', patientOnly: true },
  'GET /fhir/Patient/:id/$everything': { id: 'patient' },
  'GET /files/documents/:id.pdf': { id: 'document' },

  'PATCH /api/admin/users/:id': { id: 'user', body: () => ({ display_name: 'Dr. Mina Park' }) },
  'POST /api/admin/users/:id/invite': { id: 'user' },
  'POST /api/admin/users/:id/end-sessions': { id: 'user' },
  'POST /api/admin/users/:id/reset-mfa': { id: 'user' },
  'GET /api/admin/users/:id/licenses': { id: 'user' },
  'GET /api/admin/users/:id/dea-registrations': { id: 'user' },
  'POST /api/admin/users/:id/licenses': { id: 'user', body: () => LICENSE },
  'POST /api/admin/users/:id/dea-registrations': { id: 'user', body: () => DEA },
  'POST /api/admin/users/:id/licenses/:license_id/verify': { id: 'user', params: { license_id: 'license' } },
  'POST /api/admin/users/:id/dea-registrations/:registration_id/verify': {
    id: 'user',
    params: { registration_id: 'dea' },
  },
  'DELETE /api/admin/users/:id/licenses/:license_id': { id: 'user', params: { license_id: 'license' } },
  'DELETE /api/admin/users/:id/dea-registrations/:registration_id': {
    id: 'user',
    params: { registration_id: 'dea' },
  },
  'GET /api/admin/organisations/:id/policies': { id: 'organisation' },
  'GET /api/admin/organisations/:id/sso': { id: 'organisation' },
  'DELETE /api/admin/organisations/:id/sso': { id: 'organisation' },
  'PATCH /api/admin/organisations/:id': {
    id: 'organisation',
    body: () => ({ policies: { monitoring_mode: 'quarterly' } }),
  },
  'POST /api/admin/mails/:id/retry': { id: 'mail' },
  'POST /api/admin/api-keys/:id/revoke': { id: 'key' },
  'POST /api/admin/patient-apps/:id/remove': { id: 'app' },
  'POST /api/admin/webhooks/:id/test': { id: 'webhook' },
  'POST /api/admin/webhooks/:id/rotate-secret': { id: 'webhook' },
  'PATCH /api/admin/webhooks/:id': { id: 'webhook', body: () => ({ active: false }) },
  'POST /api/admin/webhook-deliveries/:id/replay': { id: 'delivery' },
  'DELETE /api/admin/webhooks/:id': { id: 'webhook' },
  'PATCH /api/admin/lab-connections/:id': {
    id: 'lab_connection',
    body: () => ({ active: true, version: 1 }),
  },
  'PATCH /api/admin/pharmacies/:id': { id: 'pharmacy', body: () => ({ active: true, version: 1 }) },
  'POST /api/admin/pharmacies/:id/renew-secret': { id: 'pharmacy' },
  'GET /api/lab-messages/:id': { id: 'lab_message' },
  'POST /api/lab-messages/:id/match': {
    id: 'lab_message',
    body: ({ patient }) => ({
      patient_id: patient ?? MISSING,
      mrn: '12345678',
      dob: '1980-01-01',
      version: 1,
    }),
  },
  'POST /api/lab-messages/:id/map': {
    id: 'lab_message',
    body: () => ({ code: 'X', meaning: 'tt_ng_dl', version: 1 }),
  },
  'POST /api/lab-messages/:id/retry': { id: 'lab_message', body: version },
  'POST /api/lab-messages/:id/discard': { id: 'lab_message', body: because },
  'POST /api/admin/patients/:id/legal-hold': { id: 'patient', body: () => ({ reason: WHY }) },
  'POST /api/admin/patients/:id/legal-hold/release': { id: 'patient', body: () => ({ reason: WHY }) },

  'DELETE /auth/sessions/:id': { id: 'session', personal: 'email' },
  'DELETE /api/provider/licenses/:id': { id: 'own_license', personal: 'staff' },
  'DELETE /api/provider/dea-registrations/:id': { id: 'own_dea', personal: 'staff' },
};

const OWN = 'about the caller';
const CLINIC = 'about the clinic of the caller';
const SHARED = 'articles and rules belong to all clinics';
const MADE = 'makes something new, of the caller';
const KEYS = 'of the key that asked for it: e2e/fhir-export';
const APPS = 'of the patient, and of apps of the clinic: e2e/patient-apps';
const FHIR = 'every type of resource, with its walls: e2e/fhir';
const CHECKED =
  'checks the object in its own way: accounts and invitations have their tests in e2e/accounts-administration';

/** Routes without an object, each with the reason; their responses are still checked for other owners' ids. */
export const NO_COLUMN: Readonly<Record<string, string>> = {
  'DELETE /auth/change-email': OWN,
  'PUT /api/admin/organisations/:id/sso': 'asks the provider that it names: e2e/sso',
  'POST /api/admin/organisations/:id/sso/try': 'asks the provider: e2e/sso',
  'DELETE /auth/passkeys/:id': 'passkeys need an address with a name: e2e/accounts-passkeys',
  'GET /api/admin/api-keys': CLINIC,
  'GET /api/admin/patient-apps': CLINIC,
  'GET /api/admin/articles': SHARED,
  'GET /api/admin/articles/:id/versions': SHARED,
  'GET /api/admin/audit': CLINIC,
  'GET /api/admin/audit/verify': CLINIC,
  'GET /api/admin/completeness': CLINIC,
  'GET /api/admin/mails': CLINIC,
  'GET /api/admin/lab-connections': CLINIC,
  'GET /api/admin/pharmacies': CLINIC,
  'GET /api/lab-messages': CLINIC,
  'GET /api/admin/webhooks': CLINIC,
  'GET /api/admin/webhook-deliveries': CLINIC,
  'GET /api/admin/retention': CLINIC,
  'GET /api/patient/closing': OWN,
  'POST /api/patient/closing': OWN,
  'DELETE /api/patient/closing': OWN,
  'GET /api/admin/organisations': CLINIC,
  'GET /api/admin/overview': CLINIC,
  'GET /api/admin/rules': SHARED,
  'GET /api/admin/users': CLINIC,
  'GET /api/appointments': OWN,
  'GET /api/doses': OWN,
  'GET /api/first-dose': OWN,
  'GET /api/help/:slug': SHARED,
  'GET /api/lab-orders': OWN,
  'GET /api/lab-reports': OWN,
  'GET /api/labs': CLINIC,
  'GET /api/messages': OWN,
  'GET /api/patient/access-log': OWN,
  'GET /api/patient/profile': OWN,
  'GET /api/prescriptions': OWN,
  'GET /api/progress': OWN,
  'GET /api/provider/appointments': CLINIC,
  'GET /api/provider/dea-registrations': OWN,
  'GET /api/provider/held-records': CLINIC,
  'GET /api/provider/inbox': CLINIC,
  'GET /api/provider/licenses': OWN,
  'GET /api/provider/messages': CLINIC,
  'GET /api/provider/patients': CLINIC,
  'GET /api/provider/profile': OWN,
  'GET /api/provider/record-openings': OWN,
  'GET /api/refill-requests': OWN,
  'GET /api/safety-checks': OWN,
  'GET /api/supply': OWN,
  'GET /api/trt/lab-orders': CLINIC,
  'GET /api/trt/lab-reports': CLINIC,
  'GET /api/trt/refill-requests': CLINIC,
  'GET /api/trt/cases': CLINIC,
  'GET /api/trt/dashboard': OWN,
  'GET /api/trt/education': OWN,
  'GET /api/trt/intake': OWN,
  'GET /api/trt/prescriptions/all': CLINIC,
  'GET /api/trt/provider/pending-plans': CLINIC,
  'GET /api/trt/reminders': OWN,
  'GET /api/trt/reminders/ack': OWN,
  'GET /api/trt/reminders/email': OWN,
  'GET /api/trt/timeline': OWN,
  'GET /auth/change-email': OWN,
  'GET /auth/me': OWN,
  'GET /auth/mfa': OWN,
  'GET /auth/passkeys': OWN,
  'GET /auth/sessions': OWN,
  'DELETE /fhir/exports/:id': KEYS,
  'GET /fhir/$export': KEYS,
  'GET /fhir/Patient/$export': KEYS,
  'GET /fhir/exports/:id': KEYS,
  'GET /fhir/exports/:id/:file': KEYS,
  'GET /fhir/:type': FHIR,
  'GET /fhir/:type/:id': FHIR,
  'POST /fhir/:type/_search': FHIR,
  'GET /files/audit.csv': CLINIC,
  'GET /files/doses.csv': OWN,
  'GET /files/doses.pdf': OWN,
  'GET /files/export.zip': OWN,
  'GET /files/record.fhir.json': OWN,
  'PATCH /api/admin/articles/:id': SHARED,
  'PATCH /api/patient/profile': OWN,
  'PATCH /api/provider/profile': OWN,
  'POST /api/admin/api-keys': MADE,
  'POST /api/admin/patient-apps': MADE,
  'GET /api/patient/apps': OWN,
  'POST /api/patient/apps/request': APPS,
  'POST /api/patient/apps/decision': APPS,
  'POST /api/patient/apps/:id/disconnect': APPS,
  'POST /api/admin/lab-connections': MADE,
  'POST /api/admin/pharmacies': MADE,
  'POST /api/admin/webhooks': MADE,
  'POST /api/admin/articles': SHARED,
  'POST /api/admin/organisations': MADE,
  'POST /api/admin/users/invite': CHECKED,
  'POST /api/appointments': MADE,
  'POST /api/doses': MADE,
  'POST /api/doses/missed': OWN,
  'POST /api/first-dose': OWN,
  'POST /api/help/:slug/review': SHARED,
  'POST /api/lab-reports': MADE,
  'POST /api/labs/import': 'names patients in its rows, each answered by itself: e2e/labs',
  'POST /api/progress/check-in': MADE,
  'POST /api/provider/dea-registrations': MADE,
  'POST /api/provider/licenses': MADE,
  'POST /api/provider/held-records/:id/release': 'no record of the demo is held: e2e/accounts-addresses',
  'POST /api/provider/record-openings/:id/seen': 'of the clinician whose patient it was: e2e/case-staff',
  'POST /api/safety-checks': MADE,
  'POST /api/safety-checks/emergency': OWN,
  'POST /api/trt/assistant/chat': 'another user’s conversation: e2e/assistant',
  'POST /api/trt/consent': OWN,
  'POST /api/trt/intake': OWN,
  'POST /api/trt/patient/generate-baseline-plan': OWN,
  'POST /api/trt/provider/plans/approve-unflagged':
    'skips other clinics’ plans by name: e2e/plan-bulk-approval',
  'POST /auth/change-email': OWN,
  'POST /auth/change-password': OWN,
  'POST /auth/mfa/disable': OWN,
  'POST /auth/mfa/enable': OWN,
  'POST /auth/mfa/recovery-codes': OWN,
  'POST /auth/mfa/setup': OWN,
  'POST /auth/passkeys': OWN,
  'POST /auth/passkeys/options': OWN,
  'POST /auth/reauth': OWN,
  'POST /auth/reauth/passkey': OWN,
  'POST /auth/reauth/passkey/options': OWN,
  'POST /auth/role': OWN,
  'POST /auth/sessions/revoke-others': OWN,
  'PUT /api/trt/reminders/email': OWN,
};

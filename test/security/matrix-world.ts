import type { RemindersResponse } from '../../common/api/index.js';
import { MessageImport } from '../../server/lab-messages/message-import.service.js';
import { sha256 } from '../../server/platform/crypto/field-cipher.js';
import { clinicToday } from '../support/care.js';
import { sendReport } from '../support/files.js';
import { drawnOf, oru } from '../support/laboratory.js';
import type { TestPortal } from '../support/portal.js';
import type { Person } from '../support/person.js';

export const MISSING = '11111111-1111-4111-8111-111111111111';

export type Owner = 'founders' | 'colleague' | 'north' | 'missing';
export type Kind =
  | 'patient'
  | 'case'
  | 'plan'
  | 'order'
  | 'lab'
  | 'alert'
  | 'thread'
  | 'appointment'
  | 'reminder'
  | 'document'
  | 'user'
  | 'license'
  | 'dea'
  | 'session'
  | 'organisation'
  | 'mail'
  | 'key'
  | 'app'
  | 'webhook'
  | 'delivery'
  | 'lab_connection'
  | 'lab_message'
  | 'lab_order'
  | 'pharmacy'
  | 'pharmacy_order'
  | 'fill'
  | 'discrepancy'
  | 'dose'
  | 'check_in'
  | 'refill'
  | 'report'
  | 'account'
  | 'own_license'
  | 'own_dea'
  /** The patient, and the provider who calls. */
  | 'email'
  | 'staff';
export type Objects = Readonly<Partial<Record<Kind, string>>>;
export type World = Readonly<Record<Owner, Objects>>;

export const LICENSE = { state: 'NY', type: 'MD', number: 'MX-12345', expires_on: '2030-01-01' };
export const DEA = { state: 'NY', number: 'AB1234563', expires_on: '2030-01-01' };

/** The objects of one patient and of the clinic, as in the database. */
const OBJECTS = `SELECT u.email, p.id AS patient, c.id AS case, u.org_id AS organisation,
  (SELECT id FROM plans WHERE case_id = c.id ORDER BY created_at DESC LIMIT 1) AS plan,
  (SELECT id FROM prescriptions WHERE case_id = c.id ORDER BY created_at DESC LIMIT 1) AS order,
  (SELECT id FROM lab_panels WHERE patient_id = p.id AND collected_at IS NOT NULL ORDER BY collected_at LIMIT 1) AS lab,
  (SELECT id FROM case_alerts WHERE case_id = c.id AND rule_key = 'matrix') AS alert,
  (SELECT id FROM message_threads WHERE patient_id = p.id LIMIT 1) AS thread,
  (SELECT id FROM appointments WHERE patient_id = p.id ORDER BY starts_at NULLS LAST LIMIT 1) AS appointment,
  (SELECT id FROM documents WHERE patient_id = p.id LIMIT 1) AS document,
  (SELECT id FROM sessions WHERE user_id = u.id AND revoked_at IS NULL LIMIT 1) AS session,
  u.id AS account,
  (SELECT id FROM pdmp_checks WHERE patient_id = p.id AND finding = 'discrepancy' LIMIT 1) AS discrepancy,
  t.email AS staff,
  (SELECT id FROM provider_licenses WHERE user_id = t.id LIMIT 1) AS own_license,
  (SELECT id FROM dea_registrations WHERE user_id = t.id LIMIT 1) AS own_dea,
  (SELECT id FROM doses WHERE patient_id = p.id LIMIT 1) AS dose,
  (SELECT id FROM check_ins WHERE patient_id = p.id ORDER BY at DESC LIMIT 1) AS check_in,
  (SELECT id FROM lab_reports WHERE patient_id = p.id LIMIT 1) AS report,
  (SELECT id FROM refill_requests WHERE patient_id = p.id LIMIT 1) AS refill,
  (SELECT id FROM api_keys WHERE org_id = u.org_id LIMIT 1) AS key,
  (SELECT id FROM patient_apps WHERE org_id = u.org_id LIMIT 1) AS app,
  (SELECT id FROM webhooks WHERE org_id = u.org_id LIMIT 1) AS webhook,
  (SELECT id FROM webhook_deliveries WHERE org_id = u.org_id LIMIT 1) AS delivery,
  (SELECT connection_id FROM lab_messages WHERE patient_id = p.id LIMIT 1) AS lab_connection,
  (SELECT id FROM lab_messages WHERE patient_id = p.id LIMIT 1) AS lab_message,
  (SELECT id FROM lab_orders WHERE patient_id = p.id LIMIT 1) AS lab_order,
  (SELECT id FROM pharmacies WHERE org_id = u.org_id LIMIT 1) AS pharmacy,
  (SELECT id FROM pharmacy_orders WHERE patient_id = p.id LIMIT 1) AS pharmacy_order,
  (SELECT id FROM dispenses WHERE patient_id = p.id AND n = 90) AS fill,
  (SELECT id FROM mails WHERE org_id = u.org_id LIMIT 1) AS mail
  FROM users u JOIN patients p ON p.user_id = u.id LEFT JOIN cases c ON c.patient_id = p.id
  JOIN users t ON t.email = $2 WHERE u.email = $1`;

/** Three patients: two in one clinic and one in another; each with an object of every kind. */
export async function worldOf(portal: TestPortal): Promise<World> {
  const admin = await portal.signIn('admin@demo.test');
  const owners = {
    founders: ['patient@demo.test', 'provider@demo.test'],
    colleague: ['review@demo.test', 'multi@demo.test'],
    north: ['northpatient@demo.test', 'north@demo.test'],
  } as const;
  const world: Record<string, Objects> = { missing: { organisation: MISSING } };
  for (const [owner, people] of Object.entries(owners)) {
    const patient = await portal.signIn(people[0]);
    await patient.post('/api/progress/check-in', {
      symptoms: { lack_of_energy: { present: false } },
      phq2: [0, 0],
    });
    const reminders = (await patient.get('/api/trt/reminders')).body as RemindersResponse;
    await patient.post('/api/messages', { subject: 'A question', body: 'May I ask something?' });
    await patient.post('/api/appointments', {
      kind: 'consultation',
      reason: 'A question about the plan',
      preferred: [new Date(Date.now() + 9 * 864e5).toISOString()],
    });
    await patient.post('/api/doses', { taken_at: new Date().toISOString(), dose: 80, unit: 'mg' });
    await sendReport(patient);
    await patient.post('/api/safety-checks', { location_state: 'NY', changes: {}, side_effects: [] });
    const [found] = await portal.database.asSuperuser<Record<string, string>>(OBJECTS, [...people]);
    await portal.database.asSuperuser(
      `INSERT INTO case_alerts (id, case_id, org_id, severity, rule_key, message, by_rule)
        VALUES (gen_random_uuid(), $1, $2, 'warning', 'matrix', 'An alert', false)`,
      [found!.case, found!.organisation],
    );
    await portal.database.asSuperuser(
      `INSERT INTO pdmp_checks (id, org_id, patient_id, state, queried_on, queried_by, finding)
        SELECT gen_random_uuid(), $1, $2, 'NY', $3, id, 'discrepancy' FROM users WHERE email = $4`,
      [found!.organisation, found!.patient, today(), people[1]],
    );
    await portal.database.asSuperuser(
      `INSERT INTO refill_requests (id, org_id, patient_id, prescription_id, safety_check_id, requested_on, owner_id, due_by)
        SELECT gen_random_uuid(), $1, $2, $3, (SELECT id FROM safety_checks WHERE patient_id = $2 LIMIT 1), $4, id, $4
        FROM users WHERE email = $5`,
      [found!.organisation, found!.patient, found!.order, today(), people[1]],
    );
    const invited = await admin.post('/api/admin/users/invite', {
      email: `matrix-${owner}@example.test`,
      roles: ['provider'],
      org_id: found!.organisation,
    });
    await admin.post('/api/admin/api-keys', {
      name: 'A registry',
      scopes: ['fhir.read'],
      org_id: found!.organisation,
    });
    await admin.post('/api/admin/patient-apps', {
      name: 'An app',
      redirect_uris: ['https://app.invalid/back'],
      confidential: false,
      org_id: found!.organisation,
    });
    const webhook = await admin.post('/api/admin/webhooks', {
      url: 'https://receiver.invalid/hook',
      events: ['plan.approved'],
      org_id: found!.organisation,
    });
    await admin.post(`/api/admin/webhooks/${String(webhook.body.id)}/test`, {});
    await admin.post('/api/admin/lab-connections', {
      name: 'A laboratory',
      sending_facility: owner,
      org_id: found!.organisation,
    });
    const message = Buffer.from(
      oru({
        patient: await drawnOf(portal, people[0]),
        sender: ['', owner],
        results: [{ code: '2842-3', value: '8', unit: 'ng/mL' }],
      }),
    );
    await portal.app.get(MessageImport).take(message, sha256(message).toString('hex'));
    await portal.database.asSuperuser(
      `INSERT INTO lab_orders (id, org_id, patient_id, case_id, connection_id, number, analytes, fasting, window_from, due_on, ordered_by)
        SELECT gen_random_uuid(), k.org_id, $1, $2, k.id, $3, '{psa_ng_ml}', false, $4, $4, u.id
        FROM lab_connections k JOIN users u ON u.email = $5 WHERE k.org_id = u.org_id LIMIT 1`,
      [found!.patient, found!.case, `00000000000${Object.keys(world).length}`, today(), people[1]],
    );
    await admin.post('/api/admin/pharmacies', {
      name: 'A pharmacy',
      channel: 'fax',
      fax: '212-555-0100',
      org_id: found!.organisation,
    });
    await portal.database.asSuperuser(
      `INSERT INTO pharmacy_orders (id, org_id, patient_id, prescription_id, pharmacy_id, number, channel, status, handed_over_by)
        SELECT gen_random_uuid(), k.org_id, $1, x.id, k.id, $2, 'fax', 'confirmed', u.id FROM pharmacies k JOIN users u ON u.email = $3
          JOIN prescriptions x ON x.patient_id = $1 WHERE k.org_id = u.org_id LIMIT 1`,
      [found!.patient, `00000000000${Object.keys(world).length}`, people[1]],
    );
    await portal.database.asSuperuser(
      `INSERT INTO dispenses (id, org_id, patient_id, prescription_id, n, filled_on, quantity, days, source, shipped_on, carrier)
        SELECT gen_random_uuid(), x.org_id, $1, x.id, 90, $2, 1, 7, 'staff', $2, 'pickup' FROM prescriptions x
          WHERE x.patient_id = $1 ORDER BY x.created_at DESC LIMIT 1`,
      [found!.patient, today()],
    );
    const user = String(invited.body.id);
    const license = await admin.post(`/api/admin/users/${user}/licenses`, LICENSE);
    const dea = await admin.post(`/api/admin/users/${user}/dea-registrations`, DEA);
    const [all] = await portal.database.asSuperuser<Record<string, string>>(OBJECTS, [...people]);
    world[owner] = {
      ...all,
      user,
      license: String(license.body.id),
      dea: String(dea.body.id),
      // A safety check is sent by another cell, and its reminder is gone then.
      reminder: reminders.reminders.find(({ kind }) => kind !== 'safety_check')?.id,
    };
  }
  return world as unknown as World;
}

export const today = clinicToday;

/** One caller of each role, and one who is not signed in, for tests that walk every route of the demo. */
export async function callersOf(portal: TestPortal) {
  const people = {
    patient: await portal.signIn('review@demo.test'),
    provider: await portal.signIn('provider@demo.test'),
    system_admin: await portal.signIn('admin@demo.test'),
    anonymous: portal.anonymous(),
  };
  return {
    ...people,
    /** Someone whom a route lets in. @param access as the route scan tells it */
    allowed(access: string): Person {
      const role = (['provider', 'system_admin', 'patient'] as const).find((one) => access.includes(one));
      return people[role ?? (access === 'public' ? 'anonymous' : 'patient')];
    },
  };
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  CliniciansResponse,
  PrescriptionJudgementResponse,
  RecordOpening,
} from '../../common/api/index.js';
import { setPolicy } from '../support/accounts.js';
import { approvePlan, detail, inForce, ordered, submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

describe('two records with one name and date of birth', () => {
  it('name each other, in the same clinic only', async () => {
    const dob = '1981-03-09';
    const [first, second, older] = [
      await submitted(portal, { full_name: 'Rex Twice', dob }),
      await submitted(portal, { full_name: 'REX twice', dob }),
      await submitted(portal, { full_name: 'Rex Twice', dob: '1951-03-09' }),
    ];
    expect((await detail(first)).same_person).toEqual([
      { mrn: (await detail(second)).case.mrn, case_id: second.caseId },
    ]);
    expect((await detail(older)).same_person).toEqual([]);
    await portal.database.asSuperuser(
      "UPDATE patients SET org_id = (SELECT org_id FROM users WHERE email = 'north@demo.test') WHERE id = $1",
      [second.patientId],
    );
    expect((await detail(first)).same_person).toEqual([]);
  });
});

it('records of one name with and without accents name each other', async () => {
  const dob = '1979-07-21';
  const [first, second] = [
    await submitted(portal, { full_name: 'José  Muñoz-Díaz', dob }),
    await submitted(portal, { full_name: 'jose Munoz Diaz', dob }),
  ];
  expect((await detail(first)).same_person).toEqual([
    { mrn: (await detail(second)).case.mrn, case_id: second.caseId },
  ]);
});

describe('GET /api/trt/cases/{id}/clinicians', () => {
  it("names the active providers of the case's clinic, and each can be chosen", async () => {
    const treated = await submitted(portal);
    const at = `/api/trt/cases/${treated.caseId}/clinicians`;
    const { clinicians } = (await treated.provider.get(at)).body as CliniciansResponse;
    const names = clinicians.map((one) => one.name);
    expect(names).toContain('Dr. Elena Rossi');
    expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    const north = await portal.signIn('north@demo.test');
    expect(clinicians.map((one) => one.user_id)).not.toContain(north.me!.user.id);
    const other = clinicians.find((one) => one.name !== 'Dr. Elena Rossi')!;
    const { version } = (await detail(treated)).case;
    const change = { version, primary_clinician: other.user_id };
    expect((await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, change)).status).toBe(200);
    expect((await detail(treated)).case.primary_clinician).toBe(other.name);
    expect((await north.get(at)).status).toBe(404);
    expect((await treated.patient.get(at)).status).toBe(403);
    expect((await treated.provider.get('/api/trt/cases/x/clinicians')).status).toBe(404);
  });
});

describe('the blood pressure of a case', () => {
  it("is the clinic's reading with its date, otherwise what the patient reported", async () => {
    const treated = await submitted(portal, {
      blood_pressure_systolic: 131,
      blood_pressure_diastolic: 82,
    });
    expect((await detail(treated)).blood_pressure).toMatchObject({
      systolic: 131,
      diastolic: 82,
      reported: true,
    });
    const { version } = (await detail(treated)).case;
    const extras = { bp_systolic: 124, bp_diastolic: 76, bp_on: '2026-01-05' };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    expect((await detail(treated)).blood_pressure).toEqual({
      systolic: 124,
      diastolic: 76,
      on: '2026-01-05',
      reported: false,
      before: null,
    });
  });
});

describe('how to reach the patient of a case', () => {
  it('is the phone of the profile, also after it was cleared, and the emergency contact', async () => {
    const treated = await submitted(portal, {
      phone: '212-555-0142',
      emergency_contact_name: 'Ruth Doe',
      emergency_contact_phone: '212-555-0143',
    });
    const reach = {
      phone: '212-555-0142',
      emergency_contact_name: 'Ruth Doe',
      emergency_contact_phone: '212-555-0143',
      unsent_name: null,
    };
    expect((await detail(treated)).contact).toEqual(reach);
    const patch = async (change: object) => {
      const profile = await treated.patient.get('/api/patient/profile');
      const { version } = (profile.body as { summary: { version: number } }).summary;
      expect((await treated.patient.patch('/api/patient/profile', { version, ...change })).status).toBe(200);
    };
    await patch({ phone: '212-555-0199' });
    expect((await detail(treated)).contact.phone).toBe('212-555-0199');
    await patch({ phone: '' });
    expect((await detail(treated)).contact).toEqual(reach);
  });
});

describe('GET /api/trt/prescriptions/{id}/judgement', () => {
  it('says what will still block the order once its plan is approved', async () => {
    const treated = await inForce(portal);
    // A dose change: compared with the active plan the new order differs, compared with its own plan it does not.
    const wish = {
      formulation: treated.plan.formulation,
      dose: treated.plan.dose - 10,
      frequency: treated.plan.frequency,
      route: treated.plan.route,
      reason: 'Patient feels well on less',
    };
    const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish);
    expect(saved.status).toBe(200);
    const { prescriptions, pending_plan: pending } = await detail(treated);
    const draft = prescriptions.find((one) => one.plan_id === pending!.plan_id)!;
    const judged = (await treated.provider.get(`/api/trt/prescriptions/${draft.id}/judgement`))
      .body as PrescriptionJudgementResponse;
    expect(judged.blocked_by).toContain('rx_dose_plan_mismatch');
    expect(judged.after_plan_approval?.blocked_by).not.toContain('rx_dose_plan_mismatch');
    const approved = await approvePlan(treated, pending!, { override_reason: 'Agreed with the patient' });
    expect(approved.body.prescription_blocked_by).toEqual(judged.after_plan_approval?.blocked_by);
  });

  it('carries value, limit, age, source and version of each blocking rule', async () => {
    const treated = await ordered(portal);
    await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: new Date(Date.now() - 86_400_000).toISOString(),
      results: { psa_ng_ml: 5.2 },
    });
    const judged = (await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/judgement`))
      .body as PrescriptionJudgementResponse;
    const rule = judged.after_plan_approval!.rules.find((one) => one.rule_key === 'psa_baseline_over_4')!;
    expect(rule.evidence).toContainEqual(
      expect.objectContaining({ name: 'psa_ng_ml', value: 5.2, unit: 'ng/mL', age_days: 1 }),
    );
    expect(rule.evidence.every((one) => one.citation && one.rule_version === rule.version)).toBe(true);
  });
});

describe('staff who are also patients', () => {
  it('cannot act on their own record as staff, and each attempt is recorded', async () => {
    const multi = await portal.signIn('multi@demo.test');
    const { items } = (await multi.list('/api/trt/cases', { filter: { q: 'multi@demo.test' } })).body as {
      items: { id: string; patient_id: string; version: number }[];
    };
    const [own] = items;
    const at = `/api/trt/cases/${own!.id}`;
    const denials = async (): Promise<number> => {
      const [row] = await portal.database.asSuperuser<{ n: number }>(
        `SELECT count(*)::int AS n FROM audit_events WHERE action = 'access.deny' AND patient_id = $1 AND actor_id = $2`,
        [own!.patient_id, multi.me!.user.id],
      );
      return row!.n;
    };
    const acts: [method: string, path: string, body: object][] = [
      ['PATCH', at, { version: own!.version, diagnosis: 'Written by myself' }],
      ['PATCH', at, { version: own!.version, primary_clinician: multi.me!.user.id }],
      ['POST', '/api/provider/messages', { patient_id: own!.patient_id, subject: 'To me', body: 'Hello' }],
      ['POST', `/api/provider/patients/${own!.patient_id}/open`, { reason: 'Curious about myself' }],
    ];
    for (const [method, path, body] of acts) {
      const refused = await multi.request(method, path, body);
      expect([path, refused.status, refused.body.detail]).toEqual([path, 403, 'own_record']);
    }
    expect(await denials()).toBe(3);
    expect((await multi.get(`${at}/detail`)).status).toBe(200);
    expect((await multi.get('/api/trt/dashboard')).status).toBe(200);
  });
});

describe('a clinic that requires a reason to open a record outside the case load', () => {
  it('accepts a reason for an hour, tells the clinician and shows the patient', async () => {
    const treated = await submitted(portal);
    const { provider, caseId, patientId, patient } = treated;
    const { version } = (await detail(treated)).case;
    const change = { version, primary_clinician: provider.me!.user.id };
    expect((await provider.patch(`/api/trt/cases/${caseId}`, change)).status).toBe(200);
    const colleague = await portal.signIn('multi@demo.test');
    const paths = [`/api/trt/cases/${caseId}/detail`, `/api/provider/patients/${patientId}`];
    for (const path of paths) expect((await colleague.get(path)).status).toBe(200);

    await setPolicy(portal, 'break_glass_reason', true);
    for (const path of paths) {
      const refused = await colleague.get(path);
      expect([refused.status, refused.body.error, refused.body.detail]).toEqual([
        403,
        'reason_required',
        { patient_id: patientId },
      ]);
    }
    const list = await colleague.list('/api/labs', { filter: { patient_id: patientId } });
    expect(list.body.error).toBe('reason_required');
    const act = await colleague.post('/api/labs', { patient_id: patientId });
    expect(act.body.error).toBe('reason_required');
    expect((await provider.get(paths[0]!)).status).toBe(200);
    const unassigned = await submitted(portal);
    expect((await colleague.get(`/api/trt/cases/${unassigned.caseId}/detail`)).status).toBe(200);

    const open = (who: Person, reason: string) =>
      who.post(`/api/provider/patients/${patientId}/open`, { reason });
    expect((await open(colleague, ' . ')).status).toBe(422);
    expect((await open(await portal.signIn('north@demo.test'), 'Covering for a colleague')).status).toBe(404);
    const opened = await open(colleague, 'Covering the phone for Dr. Rossi');
    expect(opened.status).toBe(200);
    expect(Date.parse(opened.body.until) - Date.now()).toBeGreaterThan(59 * 60_000);
    for (const path of paths) expect((await colleague.get(path)).status).toBe(200);

    const openings = async () =>
      ((await provider.get('/api/provider/record-openings')).body.openings as RecordOpening[]).filter(
        (o) => o.patient_id === patientId,
      );
    const [told] = await openings();
    expect(told).toMatchObject({ reason: 'Covering the phone for Dr. Rossi' });
    expect((await provider.get('/api/provider/inbox')).body.record_openings).toBeGreaterThan(0);
    expect((await colleague.post(`/api/provider/record-openings/${told!.id}/seen`)).status).toBe(404);
    expect((await provider.post(`/api/provider/record-openings/${told!.id}/seen`)).status).toBe(204);
    expect(await openings()).toEqual([]);
    expect((await patient.get('/api/patient/access-log')).text).toContain(
      'Gave a reason to open your record',
    );
    const [stored] = await portal.database.asSuperuser(
      'SELECT record_openings::text AS row FROM record_openings WHERE patient_id = $1',
      [patientId],
    );
    expect(JSON.stringify(stored)).not.toContain('Covering');

    await portal.database.asSuperuser('UPDATE record_openings SET expires_at = now()');
    expect((await colleague.get(paths[0]!)).body.error).toBe('reason_required');
    await setPolicy(portal, 'break_glass_reason', false);
  });

  it('lets only its clinician and administrators give a case to another clinician, and tells both', async () => {
    const treated = await submitted(portal);
    const { provider, caseId, patientId, patient } = treated;
    const at = `/api/trt/cases/${caseId}`;
    const colleague = await portal.signIn('expired@demo.test');
    const other = await portal.signIn('multi@demo.test');
    const admin = await portal.signIn('orgadmin@demo.test');
    const give = async (who: Person, to: Person | null) => {
      const [{ version } = { version: 0 }] = await portal.database.asSuperuser<{ version: number }>(
        'SELECT version FROM cases WHERE id = $1',
        [caseId],
      );
      return who.patch(at, { version, primary_clinician: to?.me!.user.id ?? null });
    };
    const openings = async (who: Person) =>
      ((await who.get('/api/provider/record-openings')).body.openings as RecordOpening[])
        .filter((o) => o.patient_id === patientId)
        .map((o) => o.reason);
    await setPolicy(portal, 'break_glass_reason', true);
    expect((await give(provider, provider)).status).toBe(200);
    const reason = { reason: 'Covering a colleague today' };
    for (const who of [colleague, admin])
      expect((await who.post(`/api/provider/patients/${patientId}/open`, reason)).status).toBe(200);

    for (const who of [colleague, provider, admin]) {
      const emptied = await give(who, null);
      expect([emptied.status, Object.keys(emptied.body.fields ?? {})]).toEqual([422, ['primary_clinician']]);
    }
    for (const to of [colleague, other]) {
      const taken = await give(colleague, to);
      expect([taken.status, taken.body.error, taken.body.message]).toEqual([
        403,
        'forbidden',
        'Only Dr. Elena Rossi or an administrator can give this case to another clinician.',
      ]);
    }
    expect((await give(colleague, provider)).status).toBe(200);
    expect((await give(admin, other)).status).toBe(200);
    expect((await provider.get(`${at}/detail`)).body.error).toBe('reason_required');
    expect(await openings(provider)).toContain(`Gave the case to ${other.me!.user.display_name}.`);
    expect(await openings(other)).toEqual(['Gave the case to you.']);
    const log = (await patient.get('/api/patient/access-log')).text;
    expect(log).toContain('Gave your case to another clinician, without being your primary clinician');
    expect(log).toContain('Chose a clinician for your case');

    await portal.database.asSuperuser("UPDATE users SET status = 'disabled' WHERE email = 'multi@demo.test'");
    expect((await give(colleague, colleague)).status).toBe(200);
    await portal.database.asSuperuser("UPDATE users SET status = 'active' WHERE email = 'multi@demo.test'");
    await setPolicy(portal, 'break_glass_reason', false);
    expect((await give(other, null)).status).toBe(200);
    expect((await patient.get('/api/patient/access-log')).text).toContain(
      'Left your case without a clinician',
    );
  });
});

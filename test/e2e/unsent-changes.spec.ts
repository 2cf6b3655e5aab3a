import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DashboardResponse, UnsentChanges } from '../../common/api/index.js';
import { detail, form, save, submitted, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const told = async ({ patient }: Treated): Promise<UnsentChanges | null> =>
  ((await patient.get('/api/trt/dashboard')).body as DashboardResponse).unsent_changes;
const seen = async (treated: Treated): Promise<UnsentChanges | null> =>
  (await detail(treated)).unsent_changes;

describe('answers changed after submission', () => {
  it('are empty right after submission, and for a form that was never submitted', async () => {
    const treated = await submitted(portal);
    expect([(await form(treated.patient)).unsent_changes, await told(treated), await seen(treated)]).toEqual([
      null,
      null,
      null,
    ]);
    const newcomer = await portal.signUp();
    const saved = await save(newcomer, { current_medications: 'warfarin 5 mg' });
    expect(saved.body.intake_form.unsent_changes).toBeNull();
  });

  it('are shown to the patient, and the safety facts among them to the clinician, by name only', async () => {
    const treated = await submitted(portal);
    const before = Date.now();
    const saved = await save(treated.patient, {
      current_medications: 'warfarin 5 mg',
      occupation: 'baker',
    });
    const unsent = saved.body.intake_form.unsent_changes as UnsentChanges;
    expect(unsent.fields).toEqual(['occupation', 'current_medications']);
    expect(Math.abs(Date.parse(unsent.since) - before)).toBeLessThan(60_000);
    expect(await told(treated)).toEqual(unsent);
    expect((await form(treated.patient)).unsent_changes).toEqual(unsent);
    expect(await seen(treated)).toEqual({ since: unsent.since, fields: ['current_medications'] });
    expect(JSON.stringify(await detail(treated))).not.toContain('warfarin');
  });

  it('count from the first change that still differs', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { allergies: 'penicillin' });
    const early = (await seen(treated))!.since;
    await save(treated.patient, { allergies: 'penicillin, latex' });
    expect((await seen(treated))!.since).toBe(early);
    await save(treated.patient, { allergies: null });
    expect(await seen(treated)).toBeNull();
    await save(treated.patient, { allergies: 'latex' });
    expect(Date.parse((await seen(treated))!.since)).toBeGreaterThan(Date.parse(early));
  });

  it('are gone once they are submitted', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { current_medications: 'warfarin 5 mg', desire_fertility: 'yes' });
    expect((await seen(treated))!.fields).toEqual(['desire_fertility', 'current_medications']);
    const sent = await save(treated.patient, {}, { submit: true });
    expect([sent.status, sent.body.intake_form.unsent_changes]).toEqual([200, null]);
    expect([await told(treated), await seen(treated)]).toEqual([null, null]);
  });

  it('stay unsent, and stored, when the submission is rejected', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { supplements: 'DHEA', phone: '5' });
    const refused = await save(treated.patient, {}, { submit: true });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['phone']]);
    expect((await form(treated.patient)).unsent_changes?.fields).toEqual(['phone', 'supplements']);
  });

  it('come with the current form of a conflict', async () => {
    const { patient } = await submitted(portal);
    const { version } = await form(patient);
    await save(patient, { allergies: 'latex' });
    const conflict = await patient.post('/api/trt/intake', { data: { allergies: 'iodine' }, version });
    expect([conflict.status, conflict.body.current.unsent_changes.fields]).toEqual([409, ['allergies']]);
  });

  it('are closed to another clinic', async () => {
    const treated = await submitted(portal);
    await save(treated.patient, { allergies: 'latex' });
    const north = await portal.signIn('north@demo.test');
    expect((await north.get(`/api/trt/cases/${treated.caseId}/detail`)).status).toBe(404);
  });
});

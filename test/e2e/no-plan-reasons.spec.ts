import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseDetailResponse, DashboardResponse, NoPlan } from '../../common/api/index.js';
import { detail, generate, submitted, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const noPlan = async ({ patient }: Treated): Promise<NoPlan | null> =>
  ((await patient.get('/api/trt/dashboard')).body as DashboardResponse).no_plan;
const tell = (treated: Treated, keys: unknown, version: unknown, by = treated.provider) =>
  by.post(`/api/trt/cases/${treated.caseId}/tell-in-person`, { keys, version });
const blocked = async () => {
  const treated = await submitted(portal, {
    desire_fertility: 'yes',
    sleep_apnea: true,
    sleep_apnea_cpap: false,
  });
  await generate(treated.patient);
  return treated;
};

describe('why no plan could be drafted', () => {
  it('is shown to the patient as rule keys, in the order of the rules', async () => {
    expect(await noPlan(await blocked())).toEqual({
      reason: 'not_eligible',
      ended_on: null,
      reasons: ['osa_untreated', 'fertility_desired'],
      in_person: false,
    });
  });

  it('is hidden when a clinician will explain it in person, also in the response to a request, and can be shown again', async () => {
    const treated = await blocked();
    const { version } = (await detail(treated)).case;
    const marked = await tell(treated, ['fertility_desired'], version);
    const body = marked.body as CaseDetailResponse;
    expect([marked.status, body.tell_in_person, body.case.version]).toEqual([
      200,
      ['fertility_desired'],
      version + 1,
    ]);
    expect(await noPlan(treated)).toMatchObject({ reasons: ['osa_untreated'], in_person: true });
    const dashboard = await treated.patient.get('/api/trt/dashboard');
    expect(JSON.stringify(dashboard.body.no_plan)).not.toContain('fertility');
    expect((await generate(treated.patient)).body.reasons).toEqual(['osa_untreated']);

    expect((await tell(treated, [], version + 1)).status).toBe(200);
    expect(await noPlan(treated)).toMatchObject({
      reasons: ['osa_untreated', 'fertility_desired'],
      in_person: false,
    });
  });

  it('records who chose what in the audit, and in the log the patient reads', async () => {
    const treated = await blocked();
    await tell(treated, ['osa_untreated'], (await detail(treated)).case.version);
    const rows = await portal.database.asSuperuser<{ detail: object; actor_role: string }>(
      `SELECT detail, actor_role FROM audit_events WHERE patient_id = $1 AND action = 'case.tell_in_person'`,
      [treated.patientId],
    );
    expect(rows).toEqual([{ detail: { keys: ['osa_untreated'], before: [] }, actor_role: 'provider' }]);
    const log = await treated.patient.get('/api/patient/access-log');
    expect(JSON.stringify(log.body)).toContain('Chose what to talk about with you in person');
  });

  it('cannot be set by the patient, by another clinic, or on an older version', async () => {
    const treated = await blocked();
    const { version } = (await detail(treated)).case;
    const keys = ['osa_untreated'];
    const north = await portal.signIn('north@demo.test');
    expect((await tell(treated, keys, version, treated.patient)).status).toBe(403);
    expect((await tell(treated, keys, version, north)).status).toBe(404);
    expect((await tell(treated, [], version)).status).toBe(200);
    const stale = await tell(treated, keys, version);
    expect([stale.status, stale.body.error, stale.body.current.version]).toEqual([
      409,
      'version_conflict',
      version + 1,
    ]);
    expect((await detail(treated)).tell_in_person).toEqual([]);
  });

  it.each<[string, unknown, unknown, string]>([
    ['a rule that does not block plans', ['labs_overdue'], 1, 'keys'],
    ['no rule', ['constructor'], 1, 'keys'],
    ['a duplicate key', ['osa_untreated', 'osa_untreated'], 1, 'keys'],
    ['a text', 'osa_untreated', 1, 'keys'],
    ['nothing', undefined, 1, 'keys'],
    ['a version past int4', ['osa_untreated'], 2_147_483_648, 'version'],
    ['no version', ['osa_untreated'], undefined, 'version'],
  ])('rejects %s', async (_, keys, version, field) => {
    const refused = await tell(await blocked(), keys, version);
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, [field]]);
  });
});

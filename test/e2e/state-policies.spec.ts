import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Organisation,
  PendingPlansResponse,
  PrescriptionAssistResponse,
  PrescriptionJudgementResponse,
} from '../../common/api/index.js';
import { DEFAULT_STATE_POLICY, type StatePolicy } from '../../common/api/regulation.js';
import { clinicToday, planned, type Treated } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let orgAdmin: Person;
let treated: Treated;
beforeAll(async () => {
  portal = await startTreatedPortal();
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  treated = await planned(portal, { location_state: 'NJ' });
});
afterAll(() => portal.close());

async function inNewJersey(change: Partial<StatePolicy>): Promise<void> {
  const [own] = (await orgAdmin.list('/api/admin/organisations', {})).body.organisations as Organisation[];
  const states = { NJ: { ...DEFAULT_STATE_POLICY, ...change } };
  const saved = await orgAdmin.patch(`/api/admin/organisations/${own!.id}`, { policies: { states } });
  expect(saved.status).toBe(200);
}
const orderId = async (): Promise<string> =>
  (
    (await treated.provider.get(`/api/trt/cases/${treated.caseId}/prescriptions`)).body.prescriptions as {
      prescription_id: string;
    }[]
  )[0]!.prescription_id;
const judged = async (by: Person): Promise<PrescriptionJudgementResponse> =>
  (await by.get(`/api/trt/prescriptions/${await orderId()}/judgement`)).body as PrescriptionJudgementResponse;
/** What the list of pending plans says about this order. */
const listed = async (by: Person): Promise<string[]> => {
  const list = await by.list('/api/trt/provider/pending-plans', { filter: { q: treated.patient.email } });
  return (list.body as PendingPlansResponse).plans[0]!.prescription_blocked_by;
};

describe('the policy of the patient’s state', () => {
  it('limits the days per fill, shown with the draft and before approval; no reason overrides it', async () => {
    await inNewJersey({});
    expect((await judged(treated.provider)).legal).toEqual([]);
    await inNewJersey({ max_days_supply: 14 });
    expect((await judged(treated.provider)).legal).toEqual(['rx_over_state_days']);
    expect(await listed(treated.provider)).toContain('rx_over_state_days');
    const assist = await treated.provider.get(`/api/trt/cases/${treated.caseId}/prescriptions/assist`);
    expect((assist.body as PrescriptionAssistResponse).warnings.join()).toContain('The state allows 14 days');
    const reviewed = await treated.provider.post(`/api/trt/prescriptions/${await orderId()}/review`, {
      decision: 'accept',
      override_reason: 'The pharmacy has larger vials only',
      overrides: ['rx_over_state_days'],
    });
    expect([reviewed.status, reviewed.body.rule_key]).toEqual([409, 'rx_over_state_days']);
  });

  it('requires an in-person exam by the signer, if it says so', async () => {
    await inNewJersey({ in_person_rule: 'Within 12 months' });
    const other = await portal.signIn('multi@demo.test');
    expect((await judged(treated.provider)).legal).toEqual([]);
    expect((await judged(other)).legal).toEqual(['state_in_person_required']);
    await other.post(`/api/trt/cases/${treated.caseId}/telemed-basis`, {
      kind: 'covering_practitioner',
      practitioner: 'Dr. Ada Okafor',
      on: clinicToday(),
    });
    expect((await judged(other)).legal).toEqual([]);
  });

  it('keeps nurse practitioners from signing unless it allows them', async () => {
    await inNewJersey({});
    const typed = (type: string) =>
      portal.database.asSuperuser(
        `UPDATE provider_licenses SET type = $1 WHERE state = 'NJ' AND user_id = (SELECT id FROM users WHERE email = 'provider@demo.test')`,
        [type],
      );
    await typed('APRN');
    expect((await judged(treated.provider)).legal).toEqual(['nurse_practitioner_not_allowed']);
    await inNewJersey({ nurse_practitioner_may: true });
    expect((await judged(treated.provider)).legal).toEqual([]);
    await typed('MD');
  });

  it('is shown with the licenses in the list of plans: unauthorized signers see it before approval', async () => {
    expect(await listed(treated.provider)).not.toContain('license_expired');
    expect(await listed(await portal.signIn('expired@demo.test'))).toContain('license_expired');
  });
});

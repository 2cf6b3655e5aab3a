import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Plan } from '../../common/api/index.js';
import { addLab, approvePlan, daysAgo, detail, generate, inForce, submitted } from '../support/care.js';
import { bytesOf, pdfText } from '../support/files.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const at = (caseId: string): string => `/api/trt/cases/${caseId}/documents/plan.pdf`;
const textOf = async (person: Person, caseId: string): Promise<string> => {
  const response = await person.get(at(caseId));
  expect(response.status).toBe(200);
  return pdfText(bytesOf(response)).replace(/\s+/g, ' ');
};
const long = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long' });
const downloads = (caseId: string) =>
  portal.database.asSuperuser<{ actor_role: string; detail: unknown }>(
    `SELECT actor_role, detail FROM audit_events WHERE action = 'document.download' AND target_id = $1 ORDER BY seq`,
    [caseId],
  );

describe('GET /api/trt/cases/{id}/documents/plan.pdf', () => {
  it('prints the active plan with the patient, its values, limits, dates, sources and versions', async () => {
    const treated = await inForce(portal);
    const { case: known, intake_summary: person } = await detail(treated);
    const text = await textOf(treated.provider, treated.caseId);
    for (const part of [
      'Treatment plan',
      `MRN: ${known.mrn}`,
      `DOB: ${long(person!.dob!)} (${person!.age})`,
      `Allergies: ${person!.allergies || 'none reported'}`,
      'Current plan',
      `${treated.plan.dose} mg ${treated.plan.frequency}, ${treated.plan.route}`,
      ' by Dr. Elena Rossi, MD',
      'Values beside the dose',
      'Hematocrit',
      '44 %, stop above 54 %, 20 days old',
      `drawn ${long(daysAgo(20))}`,
      'Endocrine Society',
      'Total testosterone',
      `260 ng/dL (low), ${long(daysAgo(10))}`,
      'Rules that apply (rule set ',
      'rule version ',
      'Prescriptions',
      treated.order.sig,
    ])
      expect([part, text.includes(part)]).toEqual([part, true]);
    expect(text).not.toMatch(/undefined|\[object|NaN|null/);
  });

  it('prints each rule with the value, limit, date and version it was evaluated on', async () => {
    const treated = await inForce(portal);
    await addLab(treated, 1, { hct_percent: 55.2 });
    const text = await textOf(treated.provider, treated.caseId);
    const rule = (await detail(treated)).rules.find((one) => one.rule_key === 'hct_on_therapy_over_54')!;
    expect(text).toContain(`${rule.title} (critical)`);
    expect(text).toContain(
      `Hematocrit: 55.2 %, limit > 54.0 %, 1 day old, drawn ${daysAgo(1)} ${rule.evidence[0]!.citation} \xb7 rule version ${rule.version}`,
    );
    expect(text).toContain('Therapy on hold');
    expect(text).toContain('On hold since');
  });

  it('leaves out a factor that changes nothing', async () => {
    const FACTOR = 'PSA counted with the factor';
    const treated = await inForce(portal);
    await addLab(treated, 1, { psa_ng_ml: 5 });
    const text = await textOf(treated.provider, treated.caseId);
    expect([text.includes('5 ng/mL, limit > 4.0 ng/mL'), text.includes(FACTOR)]).toEqual([true, false]);
    const check = { location_state: 'NY', side_effects: [], changes: { medicines: 'finasteride 5 mg' } };
    expect((await treated.patient.post('/api/safety-checks', check)).status).toBe(201);
    expect(await textOf(treated.provider, treated.caseId)).toContain(`${FACTOR}: 2`);
  });

  it('prints why a plan was approved against its rules', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 20, { tt_ng_dl: 245 });
    const plan = (await generate(treated.patient)).body.plan as Plan;
    const reason = 'Second draw booked, pituitary MRI normal';
    expect((await approvePlan(treated, plan, { override_reason: reason })).status).toBe(200);
    const text = await textOf(treated.provider, treated.caseId);
    expect(text).toContain(`Override reason ${reason}`);
    expect(text).toContain('Low testosterone not confirmed');
  });

  it('is an attachment for the staff of the clinic, audited, and is refused to everyone else', async () => {
    const treated = await inForce(portal);
    const response = await treated.provider.get(at(treated.caseId));
    expect([response.headers['content-type'], response.headers['content-disposition']]).toEqual([
      'application/pdf',
      'attachment; filename="treatment-plan.pdf"',
    ]);
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(await downloads(treated.caseId)).toEqual([{ actor_role: 'provider', detail: { form: 'plan' } }]);
    const north = await portal.signIn('north@demo.test');
    expect((await north.get(at(treated.caseId))).status).toBe(404);
    expect((await treated.patient.get(at(treated.caseId))).status).toBe(403);
    expect((await portal.anonymous().get(at(treated.caseId))).status).toBe(401);
    for (const wrong of ['x', '11111111-1111-4111-8111-111111111111'])
      expect([wrong, (await treated.provider.get(at(wrong))).status]).toEqual([wrong, 404]);
    expect(await downloads(treated.caseId)).toHaveLength(1);
  });

  it('does not exist for a case without a plan', async () => {
    const treated = await submitted(portal);
    expect((await treated.provider.get(at(treated.caseId))).status).toBe(404);
  });
});

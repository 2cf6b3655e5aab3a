import { expect, test, type Page, type TestInfo } from '@playwright/test';
import type { CaseDetailResponse, CaseListResponse, IntakeResponse } from '../../common/api/index.js';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import {
  caseOf,
  discontinue,
  json,
  newSession,
  onTreatmentWith,
  patientWithPlan,
  sessionOf,
  signInByApi,
  SYMPTOMS,
  type CarePatient,
} from './clinic.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD, newEmail } from './people.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** A wish to have children, submitted by a patient on treatment. */
async function wishForChildren(info: TestInfo, { email }: CarePatient): Promise<void> {
  const own = await sessionOf(info, email, NEW_PASSWORD);
  const { intake_form: form } = await json<IntakeResponse>(own.get('/api/trt/intake'));
  const data = { desire_fertility: 'yes' };
  await json(own.post('/api/trt/intake', { data: { data, version: form.version, submit: true } }));
  await own.dispose();
}

test.describe('what a clinician sees in each situation @one-width', () => {
  test.beforeEach(({ page }) => signInByApi(page.request, 'provider@demo.test'));

  test('H2: the worklist puts a patient injecting with Hct 56 before one who has stopped, and a warning before no alert', async ({
    page,
  }, info) => {
    const family = Math.random().toString(36).slice(2, 8);
    const stopped = await onTreatmentWith(info, page.request, { hct_percent: 57 }, `Stopped ${family}`);
    await discontinue(page.request, stopped);
    await onTreatmentWith(info, page.request, { hct_percent: 45 }, `Calm ${family}`);
    await onTreatmentWith(info, page.request, { hct_percent: 53 }, `Warned ${family}`);
    await onTreatmentWith(info, page.request, { hct_percent: 56 }, `Urgent ${family}`);
    await page.goto('/trt/provider/cases');
    await page.getByRole('searchbox', { name: 'Search' }).fill(family);
    const rows = page.getByRole('table', { name: 'Cases' }).getByRole('row');
    await expect(rows).toHaveCount(5);
    await expect(rows.getByRole('link').filter({ hasText: family })).toHaveText([
      `Urgent ${family}`,
      /^(Stopped|Warned)/,
      /^(Stopped|Warned)/,
      `Calm ${family}`,
    ]);
    const urgent = rows.filter({ hasText: 'Urgent' });
    await expect(urgent).toContainText('Hct over 54% on treatment');
    await expect(urgent).toContainText(/Hematocrit 56 %, 1 day old/);
    await expect(rows.filter({ hasText: 'Warned' })).toContainText(/Hematocrit 53 %, 1 day old/);
    await expect(page.getByRole('button', { name: /^Overdue/ })).toHaveText(/^Overdue ?0$/);
  });

  test('H4, H7 and H9: on treatment and after a stop, the texts, the next draw and the strip match', async ({
    page,
  }, info) => {
    const patient = await onTreatmentWith(info, page.request, { hct_percent: 57 });
    await wishForChildren(info, patient);
    const level = { results: { tt_ng_dl: 1120 }, since_last_dose_h: 84 };
    const drawn = { patient_id: patient.patientId, collected_at: `${daysAgo(1)}T09:00:00-05:00`, ...level };
    await json(page.request.post('/api/labs', { data: drawn }), 201);
    await page.goto(`/trt/cases/${patient.caseId}`);
    const alerts = page.getByRole('tabpanel', { name: 'Alerts' });
    await expect(alerts).toContainText('Desires fertility: do not restart testosterone');
    await expect(alerts).not.toContainText('do not start testosterone');
    const strip = page.getByLabel('At a glance');
    for (const words of ['Testosterone cypionate', '80 mg', '1120 ng/dL', '57 %', '0.8 ng/mL', '126/78 mmHg'])
      await expect(strip).toContainText(words);
    await expect(strip).toContainText(/Next review[A-Z][a-z]+ \d+, 20\d\d/);
    // The recheck of the rule, four weeks after the draw, comes before the review of the plan.
    const detail = await json<CaseDetailResponse>(
      page.request.get(`/api/trt/cases/${patient.caseId}/detail`),
    );
    const due = detail.next_lab_suggestion!.due_on;
    expect(detail.plan!.next_review_at).toBe(due);
    await expect(strip).toContainText(
      new Date(due).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
    );
    // What is advised about the dose fits a therapy on hold.
    const above1000 = alerts.getByRole('listitem').filter({ hasText: 'Testosterone over 1,000' });
    await expect(above1000).toContainText('keep holding. After release: restart two steps lower');
    const above = await strip.boundingBox();
    const tabs = await page.getByRole('tablist', { name: 'Parts of the case' }).boundingBox();
    expect(above!.y + above!.height).toBeLessThanOrEqual(tabs!.y);

    await discontinue(page.request, patient);
    await page.reload();
    await expect(strip).toContainText('Not on treatment');
    await expect(alerts).toContainText('Hematocrit still above 50% after stopping: do not restart');
    await expect(alerts).not.toContainText('before treatment');
    await page.getByRole('tab', { name: 'Labs' }).click();
    await expect(page.getByText('Next labs:').locator('..')).toContainText(/Due in 2[678] days/);
    await expect(page.getByRole('tabpanel', { name: 'Labs' })).toContainText(/Dose: .*80 mg .*stopped/);
    await page.getByRole('tab', { name: 'Plan' }).click();
    const plan = page.getByRole('tabpanel', { name: 'Plan' });
    await expect(plan).toContainText('No active plan: treatment ended');
    await expect(plan).not.toContainText('No plan yet');
  });

  test('H4 and H7: a wish to have children on treatment, and a PSA rise that is repeated in four weeks', async ({
    page,
  }, info) => {
    const patient = await onTreatmentWith(info, page.request, { psa_ng_ml: 2.8 });
    const baseline = { collected_at: `${daysAgo(70)}T08:00:00-05:00`, results: { psa_ng_ml: 0.8 } };
    const data = { patient_id: patient.patientId, ...baseline };
    await json(page.request.post('/api/labs', { data }), 201);
    await wishForChildren(info, patient);
    await page.goto(`/trt/cases/${patient.caseId}`);
    const alerts = page.getByRole('tabpanel', { name: 'Alerts' });
    await expect(alerts).toContainText('Now desires fertility: discuss stopping testosterone');
    await expect(alerts).toContainText('PSA rise >1.4 ng/mL in first year');
    await page.getByRole('tab', { name: 'Labs' }).click();
    await expect(page.getByText('Next labs:').locator('..')).toContainText(/Due in 2[678] days/);
  });

  test('H9: the case opens without the form of facts', async ({ page }, info) => {
    const patient = await onTreatmentWith(info, page.request, { psa_ng_ml: 5.2 });
    await page.goto(`/trt/cases/${patient.caseId}`);
    await expect(page.getByLabel('At a glance')).toContainText('5.2 ng/mL');
    await expect(page.getByRole('tabpanel', { name: 'Alerts' })).toContainText('PSA over 4.0 ng/mL');
    const form = page.getByRole('form', { name: 'Clinical facts' });
    await expect(form).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit clinical facts' }).click();
    await expect(form.getByLabel('IPSS total')).toBeVisible();
  });

  test('H13: rules name sources a physician can look up, not private codes', async ({ page }, info) => {
    const patient = await onTreatmentWith(info, page.request, { hct_percent: 53, psa_ng_ml: 5.2 });
    await page.goto(`/trt/cases/${patient.caseId}?tab=rules`);
    const rules = page.getByRole('tabpanel', { name: 'Rules' });
    await expect(rules.getByRole('listitem').first()).toContainText(/(Endocrine Society|AUA|ISSM).*20\d\d/);
    const text = await rules.innerText();
    expect(text).not.toMatch(/\bseed\b|\b(ES18|AUA18|ISSM15|Rosen99)\b|\b[VKP]\b(;|$)/m);
  });

  test('a reason against treatment is held back for an in-person conversation', async ({ page }, info) => {
    const own = await newSession(info);
    const email = await signUpByApi(own, info.project.name);
    const name = `Talked ${Math.random().toString(36).slice(2, 8)}`;
    await submitByApi(own, { ...SYMPTOMS, full_name: name, email, desire_fertility: 'yes' });
    const { id } = await caseOf(page.request, email);
    const told = async () => JSON.stringify((await json<object>(own.get('/api/trt/dashboard'))) ?? {});
    expect(await told()).toContain('fertility_desired');
    await page.goto(`/trt/cases/${id}`);
    const panel = page.getByRole('region', { name: 'What the patient reads about why there is no plan' });
    await panel.getByRole('button', { name: 'Tell in person' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('checkbox').first().check();
    await expectNoAxeViolations(page, 'what is told in person');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Talk with the patient soon.')).toBeVisible();
    await expect(panel.getByText('In person', { exact: true })).toBeVisible();
    expect(await told()).not.toContain('fertility_desired');
    await own.dispose();
  });

  test('a critical panel is marked as reviewed only after its result was confirmed as read', async ({
    page,
  }, info) => {
    const patient = await onTreatmentWith(info, page.request, { hct_percent: 56 });
    await page.goto(`/trt/cases/${patient.caseId}?tab=labs`);
    const newest = page.getByRole('table', { name: 'Lab panels' }).getByRole('row').nth(1);
    await newest.getByRole('button', { name: /^Review/ }).click();
    const dialog = dialogOf(page);
    const done = dialog.getByRole('button', { name: 'Mark reviewed' });
    await expect(done).toBeDisabled();
    await dialog.getByLabel(/^I have read the critical result: Hematocrit 56 %/).check();
    await dialog.getByLabel('Note (optional)').fill('Therapy on hold, repeat in four weeks.');
    await done.click();
    await expect(toast(page, 'Labs marked as reviewed.')).toBeVisible();
    await expect(newest).toContainText('Therapy on hold, repeat in four weeks.');
  });

  test('H10: a PDMP check is recorded as data, and a discrepancy blocks until it is resolved', async ({
    page,
  }, info) => {
    const patient = await patientWithPlan(info, page.request, { pdmp: false });
    await page.goto(`/trt/cases/${patient.caseId}/prescriptions`);
    await page.getByRole('button', { name: `Review ${patient.name}` }).click();
    const review = dialogOf(page).first();
    await review.getByRole('button', { name: 'Record PDMP check' }).click();
    const dialog = page.getByRole('dialog', { name: `PDMP check: ${patient.name}` });
    await dialog.getByRole('button', { name: 'Record the check' }).click();
    await expect(dialog).toContainText('Say what the program shows.');
    await dialog.getByLabel('What the program shows').selectOption('A discrepancy');
    await dialog.getByLabel('Report reference').fill('ISTOP-7');
    await dialog.getByLabel('Asked as the delegate of (optional)').fill('Dr. Rossi');
    await dialog.getByRole('button', { name: 'Record the check' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(review).toContainText(/discrepancy/i);

    await review.getByRole('button', { name: 'Resolve PDMP discrepancy' }).click();
    await expect(dialog).toContainText(/NY · A discrepancy · .+ · reference ISTOP-7/);
    await dialog.getByLabel(/^How the discrepancy from/).fill('Pharmacy confirmed it was another patient.');
    await expectNoAxeViolations(page, 'a discrepancy of the registry');
    await dialog.getByRole('button', { name: 'Resolve the discrepancy' }).click();
    await expect(toast(page, 'Discrepancy resolved.')).toBeVisible();
    await expect(review).not.toContainText(/discrepancy/i);
  });
});

test('H11: where the policy requires a provider, neither administrator can approve @one-width', async ({
  page,
}, info) => {
  const north = await sessionOf(info, 'north@demo.test');
  const treated = await json<CaseListResponse>(
    north.get('/api/trt/cases?filter={"q":"Leo Santos"}&range=[0,0]'),
  );
  const [{ id: caseId } = { id: '' }] = treated.items;
  const wish = { formulation: 'testosterone_cypionate_im', dose: 70, frequency: 'once weekly' };
  const data = { ...wish, route: 'intramuscular', reason: 'Agreed with the patient on the phone' };
  await json(north.post(`/api/trt/cases/${caseId}/titrate`, { data }));
  await signInByApi(page.request, 'provider@demo.test');
  const ours = await patientWithPlan(info, page.request);

  await signInByApi(page.request, 'admin@demo.test');
  const { organisations } = await json<{ organisations: { id: string; name: string }[] }>(
    page.request.get('/api/admin/organisations'),
  );
  const clinic = organisations.find(({ name }) => name === 'North Clinic')!;
  const policy = (on: boolean) =>
    json(
      page.request.patch(`/api/admin/organisations/${clinic.id}`, {
        data: { policies: { clinical_acts_need_provider: on } },
      }),
    );
  await policy(true);
  try {
    await page.goto('/trt/provider/plan-review');
    // Its records are not listed for an administrator of all clinics either.
    const theirs = page.getByRole('row').filter({ hasText: 'Leo Santos' });
    await expect(page.getByRole('button', { name: `Approve ${ours.name}` })).toBeVisible();
    await expect(theirs).toHaveCount(0);
    await page.goto('/trt/prescriptions?tab=pending');
    await expect(page.getByRole('table', { name: 'Prescriptions' })).toContainText(ours.name);
    await expect(theirs).toHaveCount(0);

    const email = newEmail('northadmin');
    const invited = { email, roles: ['system_admin'], org_id: clinic.id };
    await json(page.request.post('/api/admin/users/invite', { data: invited }), 201);
    const [mail] = await json<{ links: string[] }[]>(page.request.get(`/dev/mailbox.json?to=${email}`));
    const own = await newSession(info);
    const token = new URL(mail!.links[0]!).searchParams.get('token');
    await own.post('/auth/reset-password', {
      data: { token, password: NEW_PASSWORD },
    });
    await signInByApi(page.request, email, NEW_PASSWORD);
    const me = await json<{ claims: { clinical_acts: boolean } }>(page.request.get('/auth/me'));
    expect(me.claims.clinical_acts).toBe(false);
    await page.goto('/dashboard');
    await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Plan Review');
    await page.goto('/trt/provider/plan-review');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await own.dispose();
  } finally {
    await signInByApi(page.request, 'admin@demo.test');
    await policy(false);
    await north.dispose();
  }
});

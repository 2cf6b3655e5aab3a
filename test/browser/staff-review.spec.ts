import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page, type TestInfo } from '@playwright/test';
import { signUpByApi, submitByApi } from './api.js';
import type { CaseListResponse } from '../../common/api/index.js';
import { expectNoAxeViolations } from './axe.js';
import {
  caseOf,
  json,
  labsAndFacts,
  newSession,
  onTreatmentWith,
  ordersOf,
  patientOnTreatment,
  patientWithPlan,
  pendingPlan,
  signInByApi,
  SYMPTOMS,
  type CarePatient,
} from './clinic.js';
import { daysAgo } from './clock.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Value, limit, age, source and version: what every recommendation shows. */
async function expectEvidence(place: Locator, value: RegExp): Promise<void> {
  await expect(place).toContainText(value);
  await expect(place).toContainText(/(limit [<>≤≥]|stop above|target \d)/);
  await expect(place).toContainText(/\d+ days? old|today/);
  await expect(place).toContainText(/(Endocrine|AUA|J Clin|Urol)/);
  await expect(place).toContainText(/[Rr]ule (set|version) \d/);
}

/** A plan pending review whose patient wrote a history that no clinician has read. */
async function patientWithHistory(info: TestInfo, page: Page): Promise<CarePatient> {
  const own = await newSession(info);
  const name = `Howard ${Math.random().toString(36).slice(2, 8)}`;
  const email = await signUpByApi(own, info.project.name);
  await submitByApi(own, {
    ...SYMPTOMS,
    full_name: name,
    email,
    other_conditions: 'DVT left leg in 2019, on Eliquis',
  });
  await json(own.post('/api/trt/consent', { data: { agree: true } }));
  const found = await caseOf(page.request, email);
  await labsAndFacts(page.request, found);
  await own.post('/api/trt/patient/generate-baseline-plan', { data: {} });
  await own.dispose();
  const plan = await pendingPlan(page.request, email);
  return { name, email, caseId: found.id, patientId: found.patient_id, plan };
}

const addLab = (page: Page, { patientId }: CarePatient, results: Record<string, number>) =>
  json(
    page.request.post('/api/labs', {
      data: { patient_id: patientId, collected_at: `${daysAgo(1)}T08:00:00-05:00`, results },
    }),
    201,
  );

test.describe('findings of the staff screen review @one-width', () => {
  test.beforeEach(({ page }) => signInByApi(page.request, 'provider@demo.test'));

  test('C3: the approval of a plan shows strip, order, rules with evidence, blocks, and the history to review', async ({
    page,
  }, info) => {
    const patient = await patientWithHistory(info, page);
    await addLab(page, patient, { psa_ng_ml: 5.2 });
    await page.goto('/trt/provider/plan-review');
    await page.getByRole('button', { name: `Approve ${patient.name}` }).click();
    const dialog = dialogOf(page).first();
    await expect(dialog.getByLabel('At a glance')).toContainText('126/78 mmHg');
    const rule = dialog.getByRole('listitem').filter({ hasText: 'PSA over 4.0 ng/mL' }).first();
    await expect(rule).toContainText(/5\.2 ng\/mL, limit > 4\.0 ng\/mL, 1 day old/);
    await expect(dialog.getByRole('group').first()).toContainText(
      /PSA over 4\.0 ng\/mL: .*(Endocrine|AUA|J Clin|Urol).* rule version/,
    );
    await expect(dialog).toContainText('Blocked: the prescription stays a draft');
    const history = dialog.getByRole('region', { name: 'History in the patient’s own words' });
    await expect(history).toContainText('DVT left leg in 2019, on Eliquis');
    await expectNoAxeViolations(page, 'approval with history');
    await history.getByRole('button', { name: 'Mark as reviewed' }).click();
    await dialogOf(page).last().getByRole('radio', { name: 'No, it does not' }).check();
    await dialogOf(page).last().getByRole('button', { name: 'Mark as reviewed' }).click();
    await expect(history).toHaveCount(0);
    await expect(dialog.getByText('Written history not reviewed')).toHaveCount(1);
    await expect(dialog).toContainText('Approve the plan for');
  });

  test('C3: the bulk preview has a box, the strip and the blocking rules on each row', async ({
    page,
  }, info) => {
    const patient = await patientWithPlan(info, page.request, { pdmp: false });
    await page.goto('/trt/provider/plan-review');
    await page.getByRole('button', { name: /^Approve all unflagged/ }).click();
    const item = dialogOf(page).getByRole('listitem').filter({ hasText: patient.name }).first();
    const box = item.getByRole('checkbox', { name: `Approve the plan for ${patient.name}` });
    await expect(box).toBeEnabled();
    await expect(box).not.toBeChecked();
    await dialogOf(page)
      .getByRole('button', { name: /^Tick the/ })
      .click();
    await expect(box).toBeChecked();
    await expect(item.getByLabel('At a glance')).toContainText('260 ng/dL');
    await expectEvidence(item, /260 ng\/dL, limit < 300 ng\/dL/);
    await expect(item).toContainText('Blocked: the prescription stays a draft');
    await expect(item).toContainText('PDMP not checked');
  });

  test('C3: prescriptions selected for approval show what blocks each, and one can be left out', async ({
    page,
  }, info) => {
    const patient = await patientWithPlan(info, page.request);
    await addLab(page, patient, { psa_ng_ml: 5.2 });
    await page.goto(`/trt/cases/${patient.caseId}/prescriptions`);
    await page.getByRole('checkbox', { name: `Select ${patient.name}` }).check();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    const item = dialogOf(page).getByRole('listitem').filter({ hasText: patient.name }).first();
    await expectEvidence(item, /PSA.*5\.2 ng\/mL/);
    await expectNoAxeViolations(page, 'approval of selected prescriptions');
    await item.getByRole('checkbox').uncheck();
    await expect(dialogOf(page)).toContainText('1 left out.');
    await expect(dialogOf(page).getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  });

  test('H1 and H3: a plan saved against a stop shows both doses, its evidence, and its reason field', async ({
    page,
  }, info) => {
    const patient = await onTreatmentWith(info, page.request, { hct_percent: 55 });
    await page.goto(`/trt/cases/${patient.caseId}`);
    const alert = page
      .getByRole('tabpanel', { name: 'Alerts' })
      .getByRole('listitem')
      .filter({ hasText: 'Hct over 54% on treatment' });
    await expectEvidence(alert, /55 %, limit > 54/);
    await page.goto(`/trt/cases/${patient.caseId}/titration`);
    await page.getByLabel('Dose (mg)').fill('150');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await expectEvidence(page.getByRole('region', { name: 'Recommendation' }), /55 %/);
    await page.getByLabel('Reason', { exact: true }).fill('Patient wants it');
    await page.getByRole('button', { name: 'Save adjustment' }).click();
    await expect(page.getByRole('main')).toContainText('Saved against the recommendation and flagged.');
    await expect(page.getByRole('main')).toContainText('150 mg');
    await page.goto('/trt/provider/plan-review');
    await page.getByRole('button', { name: `Approve ${patient.name}` }).click();
    await expect(dialogOf(page).getByLabel('Reason for approving')).toBeVisible();
    const first = dialogOf(page).getByRole('listitem').first();
    await expect(first).toContainText('critical');
  });

  test('H8: staff can message the patient from an alert and from the list', async ({ page }, info) => {
    const patient = await onTreatmentWith(info, page.request, { hct_percent: 53 });
    const write = async (subject: string) => {
      await page
        .getByRole('button', { name: `Message patient ${patient.name}` })
        .first()
        .click();
      await dialogOf(page).getByLabel('Subject').fill(subject);
      await dialogOf(page).getByLabel('Message', { exact: true }).fill('Please drink more water.');
      await dialogOf(page).getByRole('button', { name: 'Send message' }).click();
      await expect(toast(page, `Message to ${patient.name} sent.`)).toBeVisible();
    };
    await page.goto(`/trt/cases/${patient.caseId}`);
    await write('Your hematocrit');
    await page.goto('/trt/provider/patients');
    await page.getByRole('searchbox').fill(patient.name);
    await write('A second word');
    await page.goto(`/trt/provider/patients/${patient.patientId}`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages.getByRole('link')).toHaveText(['A second word', 'Your hematocrit']);
    await expect(page.getByLabel('At a glance')).toContainText('53 %');
    await messages.getByRole('link', { name: 'Your hematocrit' }).click();
    await expect(page.getByLabel('At a glance')).toContainText('53 %');
    await expect(page.getByRole('main').getByRole('link', { name: 'Open the case' })).toBeVisible();
  });

  test('H12: an order is chosen from the formulary, and an unlisted one says so', async ({ page }, info) => {
    const patient = await patientOnTreatment(info, page.request);
    await page.goto(`/trt/cases/${patient.caseId}/prescriptions`);
    await page.getByRole('button', { name: 'New prescription' }).click();
    const dialog = dialogOf(page);
    const frequency = dialog.getByLabel('Frequency', { exact: true });
    await expect(frequency).toHaveValue('once weekly');
    await dialog.getByLabel('Drug', { exact: true }).selectOption({ label: 'Testosterone gel 1.62%' });
    await expect(dialog.getByLabel('Route', { exact: true })).toHaveValue('topical');
    // A bottle and a press of it have different names.
    await expect(dialog).toContainText('pump bottles');
    await expect(frequency).toHaveValue('once daily');
    await expect(dialog).toContainText('an order of another product cannot be approved');
    await dialog.getByLabel('Drug', { exact: true }).selectOption('testosterone_cypionate_im');
    await frequency.selectOption('Other');
    await dialog.getByLabel('Frequency, other').fill('banana');
    await expect(dialog).toContainText('Not in the formulary: approval asks for a reason.');
    await expectNoAxeViolations(page, 'an order with other words');
    await dialog.getByRole('button', { name: 'Save prescription' }).click();
    await expect(dialog).toHaveCount(0);
    const [order] = await ordersOf(page.request, patient.caseId);
    expect(order?.frequency).toBe('banana');
    await page.getByRole('button', { name: `Review ${patient.name}` }).click();
    await expect(dialogOf(page)).toContainText('Order not in the formulary');
  });

  test('H14: waiting items are counted in navigation, dashboard and worklist', async ({ page }, info) => {
    const patient = await patientWithPlan(info, page.request);
    await addLab(page, patient, { hct_percent: 57 });
    await page.goto('/dashboard');
    const waiting = page.getByRole('main').getByRole('region', { name: 'Waiting for you' }).first();
    // Emergencies of other tests, if any, stand before it.
    const counts = waiting.getByRole('listitem').filter({ hasNotText: /^Emergenc/ });
    await expect(counts.first()).toContainText(/Critical results to call \d/);
    await expect(
      page.getByRole('main').getByRole('region', { name: 'Most urgent cases' }).getByRole('listitem').first(),
    ).toContainText(/critical/i);
    await expectNoAxeViolations(page, 'dashboard of a provider');
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link', { name: 'Labs', exact: true })).toHaveAccessibleDescription(
      /waiting$/,
    );
    await waiting.getByRole('link', { name: 'Plans to review' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Plan review');
    await page.goto('/trt/provider/cases');
    await page
      .getByRole('region', { name: 'Waiting for you' })
      .getByRole('link', { name: 'Critical results' })
      .click();
    await expect(page).toHaveURL('/trt/provider/labs?view=critical');
  });

  test('the plan is downloaded with its evidence, and the case keeps its tab while paging through the list', async ({
    page,
  }, info) => {
    const patient = await patientOnTreatment(info, page.request);
    await page.goto(`/trt/cases/${patient.caseId}?tab=plan`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Plan with evidence (PDF)' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('treatment-plan.pdf');
    expect((await readFile(await file.path())).subarray(0, 5).toString('latin1')).toBe('%PDF-');
    // The queue is the first hundred cases; a patient of this run may stand behind them.
    const first = `/api/trt/cases?sort=${encodeURIComponent('["urgency","ASC"]')}`;
    const { items } = await json<CaseListResponse>(page.request.get(first));
    await page.goto(`/trt/cases/${items[0]!.id}?tab=plan`);
    const queue = page.getByRole('navigation', { name: 'Queue' });
    const next = queue.getByRole('link').last();
    await expect(next).toHaveAttribute('href', /tab=plan$/);
  });

  test('M13: any provider of the clinic is the primary clinician, with a coded diagnosis', async ({
    page,
  }, info) => {
    const patient = await patientWithPlan(info, page.request);
    await page.goto(`/trt/cases/${patient.caseId}`);
    await page.getByRole('button', { name: 'Edit case' }).click();
    const dialog = dialogOf(page);
    const clinician = dialog.getByLabel('Primary clinician');
    await expect(clinician.getByRole('option')).not.toHaveCount(1);
    await clinician.selectOption({ index: 2 });
    await dialog.getByLabel('ICD-10 code').selectOption('E29.1 Testicular hypofunction');
    await expect(dialog.getByLabel('Diagnosis')).toHaveValue('E29.1 Testicular hypofunction');
    await dialog.getByRole('button', { name: 'Save case' }).click();
    await expect(page.getByRole('main')).toContainText('E29.1 Testicular hypofunction · cared for by');
  });
});

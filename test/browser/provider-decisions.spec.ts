import { expect, test, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import {
  json,
  onTreatmentWith,
  ordersOf,
  patientOnTreatment,
  patientWithoutLabs,
  patientWithPlan,
  sessionOf,
  signInByApi,
} from './clinic.js';
import { NEW_PASSWORD } from './people.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('unflagging needs a reason, and approval still does: a patient without labs gets no plan in three clicks', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name } = await patientWithoutLabs(info, page.request);
  await page.goto('/trt/provider/plan-review');
  const row = page.getByRole('row').filter({ hasText: name });
  const dialog = dialogOf(page);
  await row.getByRole('button', { name: `Unflag ${name}` }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('set by a rule');
  await dialog.getByRole('button', { name: 'Unflag plan' }).click();
  await expect(dialog.getByLabel('Reason for removing the flags')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Reason for removing the flags').fill('Results were faxed');
  await dialog.getByRole('button', { name: 'Unflag plan' }).click();
  await expect(row.getByRole('button', { name: `Flag ${name}` })).toBeVisible();

  await row.getByRole('button', { name: `Approve ${name}` }).click();
  await expect(dialog.getByLabel('At a glance')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm approval' }).click();
  await expect(dialog.getByLabel('Reason for approving')).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeViolations(page, 'approval that asks for a reason');
});

test('a plan approved without a single result leaves the order back and the case on top', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, email, caseId } = await patientWithoutLabs(info, page.request);
  const own = await sessionOf(info, email, NEW_PASSWORD);
  await json(own.post('/api/trt/consent', { data: { agree: true } }));
  await own.dispose();
  const dialog = dialogOf(page);
  await page.goto(`/trt/cases/${caseId}`);
  await page.getByRole('main').getByRole('link', { name: 'Review this plan' }).click();
  // Only this patient's plan: another one must not be approved by mistake.
  await expect(page.getByRole('button', { name: /^Approve (?!all )\S/ })).toHaveCount(1);
  await page.getByRole('button', { name: `Approve ${name}` }).click();
  await dialog.getByLabel('Reason for approving').fill('Results were seen on paper');
  await dialog.getByRole('button', { name: 'Confirm approval' }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto(`/trt/cases/${caseId}`);
  const alerts = page.getByRole('tabpanel', { name: 'Alerts' });
  const missing = ['Low testosterone not confirmed', 'Baseline Hct missing', 'Baseline PSA missing'];
  for (const title of missing) await expect(alerts).toContainText(title);
  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  await page.getByRole('button', { name: 'New prescription' }).click();
  await dialog.getByRole('button', { name: 'Save prescription' }).click();
  await page
    .getByRole('button', { name: `Review ${name}` })
    .first()
    .click();
  for (const title of missing) await expect(dialog).toContainText(title);
  await expect(dialog.getByRole('button', { name: 'Accept prescription' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Accept' }).check();
  const reason = dialog.getByLabel('Override reason');
  if (await reason.isVisible()) {
    await reason.fill('test');
    await dialog.getByRole('button', { name: 'Accept prescription' }).click();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
  }
  for (const order of await ordersOf(page.request, caseId)) expect(order.status).toBe('draft');

  await page.goto('/trt/provider/cases');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(
    /not confirmed|Hct missing|PSA missing/,
  );
});

test('ten times the dose of the plan is never accepted, whatever the reason', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, caseId } = await patientWithPlan(info, page.request);
  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByLabel('Dose', { exact: true }).fill('800 mg');
  await dialog.getByRole('button', { name: 'Save prescription' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: `Review ${name}` }).click();
  await expect(dialog).toContainText('Dose over twice the maximum');
  await expect(dialog).toContainText('Cannot be overridden');
  await expect(dialog.getByRole('button', { name: 'Accept prescription' })).toBeDisabled();
  expect((await ordersOf(page.request, caseId))[0]?.status).toBe('draft');
});

test('ten times the dose is not accepted with a one-word reason', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, caseId } = await patientWithPlan(info, page.request);
  const [order] = await ordersOf(page.request, caseId);
  const { drug, frequency, route, quantity, refills, days_supply } = order!;
  const data = { drug, frequency, route, quantity, refills, days_supply, dose: '400 mg' };
  await json(page.request.post(`/api/trt/prescriptions/${order!.prescription_id}`, { data }));
  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: `Review ${name}` }).click();
  const rule = dialog
    .getByRole('listitem')
    .filter({ hasText: /maximum/i })
    .first();
  await expect(rule).toContainText('400 mg/wk');
  // Nothing is preselected where a rule speaks against it, and the decision comes after the rules.
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog).toContainText('Choose accept or reject.');
  const [above, below] = [await rule.boundingBox(), await dialog.getByLabel('Reject').boundingBox()];
  expect(above!.y).toBeLessThan(below!.y);
  await dialog.getByRole('radio', { name: 'Accept' }).check();
  await dialog.getByLabel('Override reason').fill('test');
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog.getByLabel('Override reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Override reason').fill('Documented partial absorption, see note of today');
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog).toContainText('Tick each rule you override');
  expect((await ordersOf(page.request, caseId))[0]?.status).toBe('draft');
  for (const box of await dialog.getByLabel(/^I have read:/).all()) await box.check();
  await expectNoAxeViolations(page, 'review of a dose above the maximum');
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('approved against rules');
});

test('a hematocrit of 56 stops what was approved, and says so on every screen of the case', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, caseId } = await onTreatmentWith(info, page.request, { hct_percent: 56 });
  await page.goto('/trt/provider/cases');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  const listed = page.getByRole('row').filter({ hasText: name });
  await expect(listed).toContainText(/56 %/);
  await listed.getByRole('link', { name, exact: true }).click();

  const main = page.getByRole('main');
  await expect(main).toContainText('Therapy on hold since');
  await expect(page.getByLabel('At a glance')).toContainText('56 %');
  const alert = page
    .getByRole('tabpanel', { name: 'Alerts' })
    .getByRole('listitem')
    .filter({ hasText: /56 %.*limit > 54/ });
  await expect(alert).toBeVisible();
  // Neither the banner nor the alerts show a key of a value or a rule.
  await expect(main).not.toContainText(/\b[a-z]+(_[a-z0-9]+)+\b/);
  await expectNoAxeViolations(page, 'a case on hold');

  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('on hold');
  await page.getByRole('button', { name: `Update ${name}` }).click();
  await expect(dialogOf(page).getByLabel('New status').getByRole('option')).toHaveText([
    'Choose a status',
    'Canceled',
  ]);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Release hold ${name}` }).click();
  await expect(dialogOf(page)).toContainText(/resume the therapy first\./i);
  await expect(dialogOf(page)).toContainText('Dose on hold');
  await expect(dialogOf(page).getByLabel('Reason')).toHaveCount(0);
  await expect(dialogOf(page).getByRole('button', { name: 'Release hold' })).toBeDisabled();
  await dialogOf(page).getByRole('link', { name: 'Open the case' }).click();
  await expect(main.getByRole('button', { name: 'Resume therapy' })).toBeVisible();

  await page.goto(`/trt/cases/${caseId}/titration`);
  await page.getByRole('button', { name: 'Simulate' }).click();
  const advice = page.getByRole('region', { name: 'Recommendation' });
  await expect(advice).toContainText('Stop');
  await expect(advice).toContainText(/Suggested dose\s*No dose: stop/);
  await expect(advice).not.toContainText(/\b0 mg/);
  await expect(page.getByRole('region', { name: 'Current plan' })).toContainText(
    /Approved.*by Dr\. Elena Rossi, MD/,
  );
  await expect(advice.getByRole('button', { name: 'Discontinue treatment' })).toBeVisible();
  await advice.getByRole('button', { name: 'Hold therapy' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Reason').fill('Hematocrit 56, patient called');
  await dialog.getByLabel('Until', { exact: true }).selectOption('A lab value');
  await dialog.getByLabel('At most').fill('50');
  await expectNoAxeViolations(page, 'hold of a therapy');
  await dialog.getByRole('button', { name: 'Hold therapy' }).click();
  await expect(toast(page, `${name}: therapy on hold`)).toBeVisible();
  await expect(main).toContainText('Until Hematocrit is 50 % or lower.');
  await expect(main).not.toContainText(/\bhct_percent\b/);

  // The rule's hold stays when the clinician's ends, and each ends by name while the value is above the limit.
  await page.goto(`/trt/cases/${caseId}`);
  for (const [rule, left] of [
    ['Therapy on hold', 'Therapy on hold since'],
    ['Hct over 54%', 'Therapy resumed against'],
  ] as const) {
    await main.getByRole('button', { name: 'Resume therapy' }).click();
    // What has to be decided against is there before the first try, and a refusal leads to it.
    await expect(dialog).toContainText('Until Hematocrit is 50 % or lower.');
    const named = dialog.getByRole('checkbox', { name: new RegExp(`^Override: ${rule}`) });
    await dialog.getByLabel('Reason').fill('Repeat in another lab was 45 today');
    await dialog.getByRole('button', { name: 'Resume therapy' }).click();
    await expect(dialog.locator(':focus')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.locator(':focus')).toBeInViewport();
    await named.check();
    await expectNoAxeViolations(page, 'the end of a hold against its rule');
    // The next dialog sends the version on the page, which is read again after each save.
    const fresh = page.waitForResponse((answer) => answer.url().includes(`/cases/${caseId}/detail`));
    await dialog.getByRole('button', { name: 'Resume therapy' }).click();
    await expect(dialog).toBeHidden();
    await fresh;
    await expect(main).toContainText(left);
  }
});

test('an alert is acknowledged with a follow-up date and returns then', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { caseId } = await onTreatmentWith(info, page.request, { hct_percent: 53 });
  await page.goto(`/trt/cases/${caseId}`);
  const alert = page
    .getByRole('tabpanel', { name: 'Alerts' })
    .getByRole('listitem')
    .filter({ hasText: /53 %, above 52/ });
  await alert.getByRole('button', { name: 'Acknowledge' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(dialog.getByLabel('Recheck on', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  const day = new Date(Date.now() + 42 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Recheck on', { exact: true }).fill(day);
  await dialog.getByLabel('Note').fill('Hydrate, repeat in six weeks');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(alert).toContainText('Hydrate, repeat in six weeks');
  await expect(alert).toContainText(/Recheck on [A-Z][a-z]+ \d+/);
  await expect(alert.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);

  await alert.getByRole('button', { name: 'Close or reschedule' }).click();
  await dialog.getByLabel('Note').fill('Repeat was 49 at the hospital');
  await expectNoAxeViolations(page, 'the end of an alert');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(alert).toContainText('Handled. Repeat was 49 at the hospital');
  await expect(alert.getByRole('button')).toHaveCount(0);
});

test("the approval shows the plan's order, and Cancel keeps the selection", async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, caseId } = await patientWithPlan(info, page.request);
  await page.goto('/trt/provider/plan-review');
  await page.getByRole('button', { name: `Approve ${name}` }).click();
  await expect(dialogOf(page)).toContainText(/Inject 0\.4 mL \(80 mg\)/);
  await expect(dialogOf(page)).toContainText(/Planned last fill .+ No fills after/);
  await page.keyboard.press('Escape');

  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  const box = page.getByRole('checkbox', { name: `Select ${name}` });
  await box.check();
  await page.getByRole('button', { name: 'Approve selected' }).click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(box).toBeChecked();
});

test('an approved order is put on hold and released with a reason', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, caseId } = await patientOnTreatment(info, page.request);
  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  const row = page.getByRole('row').filter({ hasText: name });
  const dialog = dialogOf(page);
  for (const [button, shown] of [
    ['Put on hold', true],
    ['Release hold', false],
  ] as const) {
    await row.getByRole('button', { name: `${button} ${name}` }).click();
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Reason').fill('Pharmacy asked to wait');
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row.getByText('on hold', { exact: true })).toHaveCount(shown ? 1 : 0);
  }
});

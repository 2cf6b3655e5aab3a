import { recordPdmp } from './case-screens.js';
import { expect, test, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { json, ordersOf, patientOnTreatment, patientWithPlan, sessionOf, signInByApi } from './clinic.js';

const refuse = {
  status: 500,
  json: { error: 'internal', message: 'Something went wrong.', detail: null, request_id: 'r' },
};
const dialogOf = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Prescriptions' }).getByRole('row').filter({ hasText: name });

test('tabs, what can be selected, and why the rest cannot', async ({ page }) => {
  await signInByApi(page.request, 'provider@demo.test');
  await page.goto('/trt/prescriptions');
  await expect(page.getByRole('tab')).toHaveText(['All', 'Pending', 'Approved']);
  await expect(page.getByRole('main')).toContainText('not an electronic signature');
  await page.getByLabel('Search', { exact: true }).fill('Marcus Bell');
  const rows = rowOf(page, 'Marcus Bell');
  await expect(rows).toHaveCount(3);
  const draft = rows.filter({ hasText: 'Will Replace Current' });
  await expect(draft.getByRole('checkbox', { name: /^Select Marcus Bell Testosterone/ })).toBeVisible();
  const filled = rows.filter({ hasText: 'Already filled' });
  await expect(filled).toHaveCount(1);
  await expect(filled.getByRole('checkbox')).toHaveCount(0);

  await page.getByRole('tab', { name: 'Pending' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('draft');
  await page.getByRole('tab', { name: 'Approved' }).click();
  await expect(rows).not.toHaveCount(0);
  await expect(rows.filter({ hasText: /draft|submitted|canceled|rejected/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Approved' })).toHaveAttribute('aria-selected', 'true');
});

test('approve several: one call, a result for each order, and a rule that blocks one', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const first = await patientWithPlan(info, page.request);
  const blocked = await patientWithPlan(info, page.request, { pdmp: false });
  const calls: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/trt/prescriptions/approve')) calls.push(request.postDataJSON());
  });
  await page.goto('/trt/prescriptions?tab=pending');
  for (const { name } of [first, blocked])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Approve selected' }).click();
  const dialog = dialogOf(page);
  for (const { name } of [first, blocked])
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('80 mg once weekly');
  await expect(dialog).toContainText('not an electronic signature');
  await expect(dialog.getByText('Allergies')).toHaveCount(2);
  await expectNoAxeViolations(page, 'prescriptions to approve');

  await page.route(/prescriptions\/approve$/, (route) => route.fulfill(refuse));
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to approve prescriptions: ');
  await page.unroute(/prescriptions\/approve$/);
  calls.length = 0;
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('1 of 2 approved.');
  expect(calls).toHaveLength(1);
  const kept = dialog.getByRole('listitem').filter({ hasText: blocked.name });
  await expect(kept).toContainText('PDMP not checked');
  await expect(dialog.getByRole('listitem').filter({ hasText: first.name })).toContainText('approved');
  await kept.getByRole('button', { name: 'Record PDMP check' }).click();
  await recordPdmp(page, blocked.name);
  await expect(kept).toContainText('can now be approved');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, first.name)).toHaveCount(0);
  await expect(rowOf(page, blocked.name)).toHaveCount(1);

  await test.step('none pass: the refusal and each one’s reason', async () => {
    await page.getByRole('checkbox', { name: `Select ${blocked.name}` }).check();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await expect(dialog.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
    const [order] = await ordersOf(page.request, blocked.caseId);
    await json(
      page.request.post(`/api/trt/prescriptions/${order?.id ?? ''}/transition`, { data: { to: 'canceled' } }),
    );
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Failed to approve prescriptions: None of the prescriptions could be approved.',
    );
    await expect(dialog.getByRole('listitem')).toContainText('not approved');
  });
});

test('edit: seven fields, live arithmetic, a failed save, two providers at once', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  await page.goto(`/trt/cases/${patient.caseId}/prescriptions`);
  await page.getByRole('button', { name: `Edit ${patient.name}` }).click();
  const dialog = dialogOf(page);
  const fields = ['Drug', 'Dose', 'Frequency', 'Route', 'Quantity', 'Refills', 'Days supply'];
  for (const field of fields) await expect(dialog.getByLabel(field, { exact: true })).not.toHaveValue('');
  await expectNoAxeViolations(page, 'edit a prescription');

  await dialog.getByLabel('Days supply').fill('60');
  await expect(dialog.getByRole('status')).toContainText('lasts');
  await expect(dialog.getByRole('status')).toContainText('not 60');
  await dialog.getByLabel('Days supply').fill('');
  await dialog.getByLabel('Refills').fill('6');
  await dialog.getByRole('button', { name: 'Save prescription' }).click();
  await expect(dialog.getByText('Enter 0 to 5 refills: the law allows no more.')).toBeVisible();
  await expect(dialog.getByLabel('Days supply')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Days supply').fill('28');
  await dialog.getByLabel('Refills').fill('3');

  const at = /\/api\/trt\/prescriptions\/[0-9a-f-]{36}$/;
  await page.route(at, (route) => route.fulfill(refuse));
  await dialog.getByRole('button', { name: 'Save prescription' }).click();
  await expect(
    dialog.getByRole('alert').getByText('Failed to save prescription', { exact: true }),
  ).toBeVisible();
  await page.unroute(at);

  await test.step('another provider saved first', async () => {
    const other = await sessionOf(info, 'multi@demo.test');
    const [order] = await ordersOf(other, patient.caseId);
    if (!order) throw new Error('no order');
    const { drug, dose, frequency, route, quantity, days_supply, version } = order;
    const data = { drug, dose, frequency, route, quantity, days_supply, refills: 1, version };
    await json(other.post(`/api/trt/prescriptions/${order.id}`, { data }));
    await other.dispose();
    await dialog.getByRole('button', { name: 'Save prescription' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      /\S+ \S+ changed this prescription on .+ Your entries are still here/,
    );
    await expect(dialog.getByText('Refills: 1')).toBeVisible();
    await expect(dialog.getByLabel('Refills')).toHaveValue('3');
    expect((await ordersOf(page.request, patient.caseId))[0]?.refills).toBe(1);
  });
  await dialog.getByRole('button', { name: 'Save prescription' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await ordersOf(page.request, patient.caseId))[0]?.refills).toBe(3);
});

test('review with an override, reject, what happened elsewhere, and a new order from the plan', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request, { pdmp: false });
  const { name } = patient;
  await page.goto(`/trt/cases/${patient.caseId}/prescriptions`);
  const dialog = dialogOf(page);
  const row = rowOf(page, name);

  await row.getByRole('button', { name: `Review ${name}` }).click();
  await expectNoAxeViolations(page, 'review a prescription');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'PDMP not checked' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Accept' }).check();
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog.getByLabel('Override reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Override reason').fill('Checked by telephone with the registry');
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('accepted');

  await expect(row).toContainText('plan not approved');
  await row.getByRole('button', { name: `Update ${name}` }).click();
  await expect(dialog).toContainText('Its plan is not approved yet.');
  await expect(dialog.getByLabel('New status').getByRole('option')).toHaveText([
    'Choose a status',
    'Canceled',
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { plan_id, version } = patient.plan;
  await json(page.request.post('/api/trt/provider/plans/approve', { data: { plan_id, version } }));
  await page.reload();
  await row.getByRole('button', { name: `Update ${name}` }).click();
  await dialog.getByLabel('New status').selectOption('sent');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(row).toContainText('sent');
  await row.getByRole('button', { name: `Update ${name}` }).click();
  await expect(dialog.getByLabel('New status').getByRole('option')).toHaveText([
    'Choose a status',
    'Filled',
    'Canceled',
  ]);
  await dialog.getByLabel('New status').selectOption('filled');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(row).toContainText('Already filled');

  await page.getByRole('button', { name: 'New prescription' }).click();
  await expect(dialog.getByLabel('Quantity')).toHaveValue('4');
  await expect(dialog).toContainText('Filled in from the plan.');
  await dialog.getByRole('button', { name: 'Save prescription' }).click();
  await expect(dialog).toHaveCount(0);
  const draft = row.filter({ hasText: 'Will Replace Current' });
  await expect(draft).toHaveCount(1);
  await draft.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByLabel('Dose', { exact: true }).fill('100 mg');
  await dialog.getByRole('button', { name: 'Save prescription' }).click();
  await expect(dialog).toHaveCount(0);
  await draft.getByRole('button', { name: `Review ${name}` }).click();
  await expect(dialog).toContainText('80 mg → 100 mg once weekly');
  await dialog.getByLabel('Reject').check();
  await dialog.getByLabel('Note').fill('Not needed yet');
  await dialog.getByRole('button', { name: 'Reject prescription' }).click();
  await expect(row.filter({ hasText: 'rejected' })).toHaveCount(1);
});

test('manage: from the list of cases to the orders of one, and an order of another clinic', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientOnTreatment(info, page.request);
  await page.goto('/trt/cases');
  await page.getByLabel('Search', { exact: true }).fill(patient.email);
  await page.getByRole('link', { name: `Manage ${patient.name}` }).click();
  await expect(page).toHaveURL(`/trt/cases/${patient.caseId}/prescriptions`);
  await expect(rowOf(page, patient.name)).toContainText('accepted');
  await page.getByRole('tab', { name: 'Pending' }).click();
  await expect(page.getByText('No prescription of this kind')).toBeVisible();
  await signInByApi(page.request, 'north@demo.test');
  await page.goto(`/trt/cases/${patient.caseId}/prescriptions`);
  await expect(page.getByText('Case not found.', { exact: true })).toBeVisible();
});

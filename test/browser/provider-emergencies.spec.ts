import { expect, test, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { json, newSession, ordersOf, patientWithPlan, signInByApi } from './clinic.js';
import { NEW_PASSWORD } from './people.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const WHY = 'He is at the hospital, and stable since this morning';

test('an emergency stands first in each dialog, and is named before anything is approved or sent', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, email, caseId } = await patientWithPlan(info, page.request);
  const own = await newSession(info);
  await signInByApi(own, email, NEW_PASSWORD);
  await json(
    own.post('/api/messages', { data: { subject: 'Help', body: 'crushing chest pain since this morning' } }),
    201,
  );
  await own.dispose();
  await page.goto('/trt/provider/plan-review');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Emergency not answered yet');
  await row.getByRole('button', { name: `Approve ${name}` }).click();
  const dialog = dialogOf(page);
  const first = dialog.getByRole('heading', { name: 'Rules that fire' }).locator('..').getByRole('listitem');
  await expect(first.first()).toContainText('Emergency not answered yet');
  await expect(first.first()).toContainText('chest pain');
  const confirm = dialog.getByRole('button', { name: 'Confirm approval' });
  await dialog.getByLabel('Reason for approving').fill(WHY);
  await confirm.click();
  await expect(dialog).toContainText('check each rule');
  await expectNoAxeViolations(page, 'approval against an emergency');
  await dialog.getByRole('checkbox', { name: 'I have read: Emergency not answered yet' }).check();
  await confirm.click();
  await expect(dialog).toContainText('the prescription stays a draft');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  await page.getByRole('button', { name: `Review ${name}` }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('Emergency not answered yet');
  await dialog.getByLabel('Override reason').fill(WHY);
  await dialog.getByRole('checkbox', { name: /Emergency not answered yet/ }).check();
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: `Update ${name}` }).click();
  await dialog.getByLabel('New status').selectOption('sent');
  await dialog.getByLabel('Reason (optional)').fill(WHY);
  await dialog.getByRole('checkbox', { name: /Emergency not answered yet/ }).check();
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(dialog).toBeHidden();
  expect((await ordersOf(page.request, caseId))[0]?.sent_at).not.toBeNull();
});

import { expect, test, type Page } from '@playwright/test';
import { expectContrast, expectNoAxeViolations } from './axe.js';
import { approve, ordersOf, patientWithPlan, sessionOf, signInByApi } from './clinic.js';
import { NEW_PASSWORD } from './people.js';
import { shoot } from './screenshots.js';

/** A look at the screen in both themes, and on a phone. */
async function look(page: Page, name: string, project: string): Promise<void> {
  await expectNoAxeViolations(page, name);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${name}-${colorScheme}`, project);
  }
  await expectContrast(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, `${name}-390`, project);
  if (desk) await page.setViewportSize(desk);
}

test('a prescription goes to a pharmacy by fax, is sent once it is confirmed, is shipped, and arrives', async ({
  page,
  browser,
}, info) => {
  const { name: project } = info.project;
  const pharmacy = `Corner Pharmacy ${Date.now().toString(36)}`;
  await signInByApi(page.request, 'orgadmin@demo.test');
  await page.goto('/admin/pharmacies');
  await page.getByRole('button', { name: 'New pharmacy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(pharmacy);
  await dialog.getByRole('button', { name: 'Add pharmacy' }).click();
  await expect(dialog.getByText('Enter the fax number that takes prescriptions.')).toBeVisible();
  await dialog.getByLabel('Fax number').fill(`212-${String(Date.now()).slice(-7)}`);
  await dialog.getByLabel('Phone').fill('212-555-0198');
  await look(page, 'pharmacy-form', project);
  await dialog.getByRole('button', { name: 'Add pharmacy' }).click();
  await expect(page.getByRole('row').filter({ hasText: pharmacy })).toContainText('Active');

  const provider = await sessionOf(info, 'provider@demo.test');
  const patient = await patientWithPlan(info, provider);
  await approve(provider, patient.plan);
  const context = await browser.newContext({ storageState: await provider.storageState() });
  const desk = await context.newPage();
  await desk.goto(`/trt/cases/${patient.caseId}/prescriptions`);
  const opened = desk.getByRole('dialog');
  const open = () => desk.getByRole('button', { name: /^Pharmacy / }).click();
  await open();
  const give = opened.getByRole('button', { name: 'Give to this pharmacy' });
  await expect(give).toBeDisabled();
  await opened.getByLabel('Pharmacy', { exact: true }).selectOption({ label: pharmacy });
  await expect(opened).toContainText('counts only with a handwritten signature');
  await look(desk, 'pharmacy-give', project);
  await give.click();
  await expect(opened).toContainText('not confirmed yet');
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    opened.getByRole('link', { name: 'Order to sign (PDF)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^prescription-order-\d{12}\.pdf$/);
  expect((await ordersOf(provider, patient.caseId))[0]!.sent_at).toBeNull();
  await look(desk, 'pharmacy-waits', project);

  await opened.getByRole('button', { name: 'Record confirmation' }).click();
  await opened.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(opened.getByText('Choose how the pharmacy confirmed.')).toBeVisible();
  await opened.getByLabel('The pharmacy confirmed by phone').check();
  await opened.getByLabel('Pharmacy’s number (optional)').fill('A-17');
  await opened.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(opened).toContainText('confirmed by the pharmacy');
  await expect(opened).toContainText('A-17');
  expect((await ordersOf(provider, patient.caseId))[0]!.sent_at).not.toBeNull();
  await opened.getByRole('button', { name: 'Close' }).click();

  await desk.getByRole('button', { name: /^Record a fill / }).click();
  await opened.getByRole('button', { name: 'Record fill' }).click();
  await expect(opened).toBeHidden();
  await desk.getByRole('button', { name: /^Record a fill / }).click();
  await opened.getByRole('button', { name: /^Add shipment/ }).click();
  await opened.getByRole('button', { name: 'Save shipment' }).click();
  await expect(opened.getByText('Enter the tracking number.')).toBeVisible();
  await opened.getByLabel('Tracking number').fill('1Z 999 AA1');
  await look(desk, 'shipment', project);
  await opened.getByRole('button', { name: 'Save shipment' }).click();
  await expect(opened).toContainText('UPS 1Z 999 AA1');
  await context.close();

  await signInByApi(page.request, patient.email, NEW_PASSWORD);
  await page.goto('/trt/patient/prescriptions');
  const main = page.getByRole('main');
  await expect(main).toContainText(`Your pharmacy: ${pharmacy}, 212-555-0198.`);
  await expect(main).toContainText('Tracking number: 1Z 999 AA1');
  await look(page, 'prescription-shipped', project);
  await main.getByRole('button', { name: 'I received it' }).click();
  await expect(main).toContainText('You received it on');
});

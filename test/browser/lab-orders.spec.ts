import { expect, test, type Page } from '@playwright/test';
import type { LabOrdersResponse } from '../../common/api/index.js';
import { orderNumberText } from '../../common/order-number.js';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { caseOf, json, newSession } from './clinic.js';
import { PAYLOADS } from './payloads.js';
import { signInByApi } from './people.js';
import { shoot } from './screenshots.js';

/** A look at the screen in both themes, and on a phone. */
async function look(page: Page, name: string, project: string): Promise<void> {
  await expectNoAxeViolations(page, name);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${name}-${colorScheme}`, project);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxeViolations(page, `${name} on a phone`);
  await shoot(page, `${name}-390`, project);
  if (desk) await page.setViewportSize(desk);
}

test(
  'a lab order: signed by the clinician, found by the patient, drawn, and canceled',
  { tag: '@one-width' },
  async ({ page, browser }, info) => {
    const { name: project } = info.project;
    const patient = await newSession(info);
    const email = await signUpByApi(patient, project);
    await submitByApi(patient, { email });
    await signInByApi(page.request, 'provider');
    const { id } = await caseOf(page.request, email);

    await page.goto(`/trt/cases/${id}?tab=labs`);
    const panel = page.getByRole('region', { name: 'Lab orders' });
    await expect(panel).toContainText('No lab orders yet.');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Order labs' }).click();
    await expect(dialog.getByLabel('Total testosterone')).toBeChecked();
    await expect(dialog.getByLabel('Fasting')).toBeChecked();
    await expect(dialog).toContainText('Between 7 and 10 a.m.');
    await dialog.getByLabel('Laboratory', { exact: true }).selectOption('');
    await dialog.getByLabel('Diagnosis codes').fill('low T');
    await dialog.getByRole('button', { name: 'Sign order' }).click();
    await expect(dialog.getByText('Choose a laboratory.')).toBeVisible();
    await expect(dialog.getByText('Separate several with commas')).toBeVisible();
    await dialog.getByLabel('Laboratory', { exact: true }).selectOption('Riverside Diagnostics');
    await dialog.getByLabel('Diagnosis codes').fill('e29.1');
    await dialog.getByText('More tests').click();
    await dialog.getByLabel('Thyroid stimulating hormone').check();
    await dialog.getByLabel('Note to the laboratory').fill(`Left arm ${PAYLOADS[0]}`);
    await look(page, 'lab-order-form', project);
    await dialog.getByRole('button', { name: 'Sign order' }).click();
    await expect(page.getByText(/^Order \d{4}-\d{4}-\d{4} signed/)).toBeVisible();
    await expect(panel.getByRole('row').nth(1)).toContainText('ordered');

    // The same tests again are asked about.
    await page.getByRole('button', { name: 'Order labs' }).click();
    await expect(dialog.getByText('An open order already has some of these tests')).toBeVisible();
    await dialog.getByRole('button', { name: 'Sign order' }).click();
    await expect(dialog.getByText('Confirm that you want to order them again.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // The patient, on a phone.
    const { lab_orders: own } = await json<LabOrdersResponse>(patient.get('/api/lab-orders'));
    const number = orderNumberText(own[0]!.number);
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      storageState: await patient.storageState(),
      baseURL: info.project.use.baseURL ?? '',
    });
    const visit = await phone.newPage();
    await visit.goto('/trt/patient');
    await visit.getByRole('link', { name: 'Where and when to go' }).first().click();
    await expect(visit.getByRole('heading', { name: 'Riverside Diagnostics' })).toBeVisible();
    await expect(visit.getByRole('main')).toContainText('Do not eat for 8 to 12 hours before.');
    await expect(visit.getByRole('main')).toContainText(number);
    await look(visit, 'lab-visit', project);
    const download = visit.waitForEvent('download');
    await visit.getByRole('link', { name: `Order with barcode (PDF), ${number}` }).click();
    expect((await download).suggestedFilename()).toBe(`lab-order-${own[0]!.number}.pdf`);

    await panel.getByRole('button', { name: `Open order ${number}` }).click();
    await expect(dialog).toContainText(`Left arm ${PAYLOADS[0]}`);
    await look(page, 'lab-order', project);
    await dialog.getByRole('button', { name: 'Blood was drawn' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The draw is recorded.')).toBeVisible();
    await expect(dialog).toContainText('Drawn on');
    await visit.reload();
    await expect(visit.getByText('drawn, waiting for results')).toBeVisible();

    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await dialog.getByRole('button', { name: 'Cancel this order' }).click();
    await expect(dialog.getByText('Enter the reason.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The specimen was lost on the way.');
    await dialog.getByRole('button', { name: 'Cancel this order' }).click();
    await expect(page.getByText('The order is canceled.')).toBeVisible();
    await expect(dialog).toContainText('The specimen was lost on the way.');
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.goto('/trt/provider/lab-orders?view=all');
    await page.getByLabel('Search by order number, name, MRN or date of birth').fill(number);
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('canceled');
    await look(page, 'lab-orders', project);
    await phone.close();
  },
);

import { expect, test, type Page } from '@playwright/test';
import { signUpByApi, submitByApi } from './api.js';
import { expectContrast, expectNoAxeViolations } from './axe.js';
import { newSession } from './clinic.js';
import { signInByApi } from './people.js';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a patient closes the account, and keeps it after all', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/profile');
  const panel = region(page, 'Close your account');
  await expect(panel).toContainText('The law asks the clinic to keep the record of your care.');
  await panel.getByRole('button', { name: 'Close my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Download my data first' })).toBeVisible();
  await expectNoAxeViolations(page, 'closing the account');
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(panel.getByText(/^Your account closes on /)).toBeVisible();
  await expectContrast(page, 'an account that is closing');
  await page.goto('/trt/patient');
  await expect(page.getByText(/^Your account closes on /)).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account stays open.')).toBeVisible();
  await expect(page.getByText(/^Your account closes on /)).toHaveCount(0);
});

test('an administrator places a legal hold and releases it @one-width', async ({ page }, info) => {
  const patient = await newSession(info);
  await signUpByApi(patient, info.project.name);
  await submitByApi(patient, { full_name: 'Harold Kept' });
  const { summary } = (await (await patient.get('/api/patient/profile')).json()) as {
    summary: { patient_id: string };
  };
  await patient.post('/api/patient/closing', { data: {} });
  await patient.dispose();
  await signInByApi(page.request, 'orgadmin');
  await page.goto(`/trt/provider/patients/${summary.patient_id}`);
  await expect(page.getByText('The patient asked to close the account')).toBeVisible();
  await page.getByRole('button', { name: 'Place legal hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('no');
  await dialog.getByRole('button', { name: 'Place legal hold' }).click();
  await expect(dialog).toContainText('Say why in at least 10 characters');
  await dialog.getByLabel('Reason').fill('The attorney of the clinic asked for it');
  await expectNoAxeViolations(page, 'placing a legal hold');
  await dialog.getByRole('button', { name: 'Place legal hold' }).click();
  await expect(page.getByText('nothing in this record is erased')).toBeVisible();
  await page.goto('/admin/retention');
  const holds = page.getByRole('table', { name: 'Legal holds' });
  await expect(holds.getByRole('row', { name: 'Harold Kept' })).toContainText('The attorney of the clinic');
  const closings = page.getByRole('table', { name: 'Closing accounts' });
  await expect(closings.getByRole('row', { name: 'Harold Kept' })).toContainText('on hold');
  await expect(page.getByRole('table', { name: 'Schedule' })).toContainText('21 CFR 1304.04(a)');
  await expectNoAxeViolations(page, 'retention');
  await holds.getByRole('link', { name: 'Harold Kept' }).click();
  await page.getByRole('button', { name: 'Release legal hold' }).click();
  await dialog.getByLabel('Reason').fill('The matter was closed by the court');
  await dialog.getByRole('button', { name: 'Release legal hold' }).click();
  await expect(page.getByText('nothing in this record is erased')).toHaveCount(0);
});

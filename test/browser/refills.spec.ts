import { expect, test, type APIRequestContext, type Page, type TestInfo } from '@playwright/test';
import type { DosesResponse, RefillRequestsResponse, StaffRefillRequest } from '../../common/api/index.js';
import { titleOf } from '../../common/clinical/index.js';
import { expectNoAxeViolations } from './axe.js';
import {
  approve,
  json,
  ordersOf,
  patientOnTreatment,
  patientWithPlan,
  sessionOf,
  signInByApi,
  type CarePatient,
} from './clinic.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD } from './people.js';

/** A month on treatment: what is left, requesting more, the decision, and the doses. */

test('a refill: requested from the dashboard, decided by the clinic, its status shown; and a dose logged', async ({
  page,
  browser,
}, info) => {
  const provider = await sessionOf(info, 'provider@demo.test');
  const patient = await patientWithPlan(info, provider);
  await approve(provider, patient.plan);
  const [order] = await ordersOf(provider, patient.caseId);
  const fill = { filled_on: daysAgo(0), quantity: order!.quantity, days: 3, source: 'pharmacy' };
  await json(
    provider.post(`/api/trt/prescriptions/${order!.prescription_id}/dispenses`, { data: fill }),
    201,
  );

  await signInByApi(page.request, patient.email, NEW_PASSWORD);
  await page.goto('/trt/patient');
  const now = page.getByRole('region', { name: /^You have 3 days of medication left/ });
  await expect(now).toContainText('Ask for a refill now');
  await expectNoAxeViolations(page, 'dashboard on treatment');
  await now.getByRole('link', { name: 'Ask for a refill' }).click();
  await askForRefill(page);

  const request = page.getByRole('region', { name: 'Your requests' });
  await expect(request).toContainText('Your request has arrived');
  const { refill_requests: asked } = await json<RefillRequestsResponse>(
    page.request.get('/api/refill-requests'),
  );
  expect(asked).toMatchObject([{ doses_left: 1, reason: 'A vial broke', state: 'requested' }]);

  const staff = await browser.newContext({
    storageState: await provider.storageState(),
    viewport: { width: 1280, height: 900 },
  });
  await approveRefill(await staff.newPage(), patient.name);
  await staff.close();
  const { refill_requests: rows } = await json<{ refill_requests: StaffRefillRequest[] }>(
    provider.get(`/api/trt/refill-requests?filter=${JSON.stringify({ patient_id: patient.patientId })}`),
  );
  expect(rows).toMatchObject([{ state: 'approved', answer: 'It is on its way' }]);

  await page.reload();
  await expect(request).toContainText('Approved');
  await expect(request).toContainText('It is on its way');
  await request.getByRole('button', { name: /^Withdraw/ }).click();
  await request.getByRole('button', { name: 'Keep it' }).click();
  await expectNoAxeViolations(page, 'refill requests');

  await logDose(page);
  await provider.dispose();
});

/** On treatment, with three days left of the first fill, and a refill requested. */
async function patientWhoAsks(info: TestInfo, provider: APIRequestContext): Promise<CarePatient> {
  const patient = await patientOnTreatment(info, provider);
  const [order] = await ordersOf(provider, patient.caseId);
  const fill = { filled_on: daysAgo(0), quantity: order!.quantity, days: 3, source: 'pharmacy' };
  await json(
    provider.post(`/api/trt/prescriptions/${order!.prescription_id}/dispenses`, { data: fill }),
    201,
  );
  const own = await sessionOf(info, patient.email, NEW_PASSWORD);
  const asked = {
    prescription_id: order!.prescription_id,
    safety_check: { location_state: 'NY', changes: {}, side_effects: [] },
  };
  await json(own.post('/api/refill-requests', { data: asked }), 201);
  await own.dispose();
  return patient;
}

test('a critical value that arrives while a refill is decided is named in the dialog', async ({
  browser,
}, info) => {
  const provider = await sessionOf(info, 'provider@demo.test');
  const patient = await patientWhoAsks(info, provider);
  const staff = await browser.newContext({
    storageState: await provider.storageState(),
    viewport: { width: 1280, height: 900 },
  });
  const desk = await staff.newPage();
  await desk.goto('/trt/provider/refills');
  await desk.getByRole('button', { name: `Decide on the refill for ${patient.name}` }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Decision').selectOption('Approve');
  await dialog.getByLabel('What the patient reads (optional)').fill('It is on its way');
  const psa = dialog.getByLabel(`I have read: ${titleOf('psa_on_therapy_over_4')}`);
  await expect(psa).toHaveCount(0);
  const save = dialog.getByRole('button', { name: 'Save decision' });
  const drawn = async (days: number, results: object) => {
    const draw = { collected_at: `${daysAgo(days)}T08:00:00-05:00`, results };
    await json(provider.post('/api/labs', { data: { patient_id: patient.patientId, ...draw } }), 201);
  };

  await drawn(2, { psa_ng_ml: 4.3 });
  await save.click();
  await expect(psa).toBeVisible();
  await expect(psa).not.toBeChecked();

  // A stop puts the order on hold: then no reason is asked for, and what stopped it is still named.
  await drawn(1, { hct_percent: 55.5 });
  await expect
    .poll(async () => (await ordersOf(provider, patient.caseId)).map(({ on_hold }) => on_hold?.rule_key))
    .toEqual(['hct_on_therapy_over_54']);
  await save.click();
  await expect(dialog.getByText('To do before this can be approved')).toBeVisible();
  await expect(dialog).toContainText(titleOf('hct_on_therapy_over_54')!);
  await expect(psa).toHaveCount(0);
  await expect(dialog.getByLabel('What the patient reads (optional)')).toHaveValue('It is on its way');
  const { refill_requests: rows } = await json<{ refill_requests: StaffRefillRequest[] }>(
    provider.get(`/api/trt/refill-requests?filter=${JSON.stringify({ patient_id: patient.patientId })}`),
  );
  expect(rows).toMatchObject([{ state: 'requested' }]);
  await staff.close();
  await provider.dispose();
});

async function askForRefill(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Ask for a refill' });
  await form.getByLabel('How many doses do you have left? (optional)').fill('1');
  await form.getByLabel('Anything we should know? (optional)').fill('A vial broke');
  await form.getByRole('button', { name: 'Send refill request' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
    'choose yes or no.',
  );
  await form.getByRole('button', { name: /^Still in/ }).click();
  for (const question of [
    /medicines or supplements/,
    /new diagnosis/,
    /new allergy/,
    /plans to have children/,
  ])
    await form.getByRole('radiogroup', { name: question }).getByLabel('No', { exact: true }).check();
  await expectNoAxeViolations(page, 'refill form');
  await form.getByRole('button', { name: 'Send refill request' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Request sent.' })).toBeVisible();
}

async function approveRefill(desk: Page, name: string): Promise<void> {
  await desk.goto('/trt/provider/refills');
  await expectNoAxeViolations(desk, 'refill queue');
  const row = desk.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('“A vial broke”');
  await expect(row).toContainText('Patient reports 1 dose left');
  await row.getByRole('button', { name: `Decide on the refill for ${name}` }).click();
  const dialog = desk.getByRole('dialog').first();
  // The request says more than everyday things: it is reviewed before it is approved.
  await expect(dialog).not.toContainText('nothing new reported');
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  const history = desk.getByRole('dialog', { name: 'History in the patient’s own words' });
  await history.getByRole('radio', { name: 'No, it does not' }).check();
  await history.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(desk.getByRole('status').filter({ hasText: 'History marked as reviewed.' })).toBeVisible();
  await dialog.getByLabel('Decision').selectOption('Refuse');
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(dialog).toContainText('Give the patient a reason.');
  await dialog.getByLabel('Decision').selectOption('Approve');
  await dialog.getByLabel('What the patient reads (optional)').fill('It is on its way');
  await expectNoAxeViolations(desk, 'decision on a refill');
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(desk.getByRole('status').filter({ hasText: `${name}: decision saved.` })).toBeVisible();
  await expect(row).toHaveCount(0);
}

async function logDose(page: Page): Promise<void> {
  await page.goto('/trt/patient');
  await page.getByRole('link', { name: 'I took it' }).click();
  const form = page.getByRole('form', { name: 'Log a dose' });
  await expect(form.getByLabel('How much?')).toHaveValue('80');
  await form.getByRole('button', { name: 'left thigh' }).click();
  await expect(form.getByText('Chosen: left thigh')).toBeVisible();
  await expectNoAxeViolations(page, 'dose form');
  await form.getByRole('button', { name: 'Save dose' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Next dose' })).toContainText('Next dose: 80 mg');
  const { doses } = await json<DosesResponse>(page.request.get('/api/doses'));
  expect(doses).toMatchObject([{ dose: 80, unit: 'mg', site: 'left thigh' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Your doses will appear here once you log them.')).toBeVisible();
}

import { expect, test } from '@playwright/test';
import type { CaseDetailResponse, SafetyChecksResponse } from '../../common/api/index.js';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { json, patientWithPlan, sessionOf, signInByApi } from './clinic.js';
import { openCase } from './case-screens.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD } from './people.js';

/** The short check between two intakes, for the patient and as the clinician sees it. */

test('a safety check: prefilled, nothing lost, an emergency answered, read by the clinician', async ({
  page,
  browser,
}, info) => {
  const name = `Calvin ${Math.random().toString(36).slice(2, 8)}`;
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email, full_name: name, location_state: 'NY', vte_history: 'no' });
  await page.goto('/trt/patient/safety-check');
  const form = page.getByRole('form', { name: 'Safety check' });
  await expect(form.getByLabel('Where are you right now?')).toHaveValue('');
  await form.getByRole('button', { name: 'Still in New York' }).click();
  await expect(form.getByLabel('Where are you right now?')).toHaveValue('NY');
  await expect(
    form.getByRole('radiogroup', { name: /blood clot/ }).getByLabel('No', { exact: true }),
  ).toBeChecked();

  const medicines = form.getByRole('radiogroup', { name: /medicines or supplements/ });
  await medicines.getByLabel('Yes').check();
  await form.getByLabel('Which medicines, and since when?').fill('Eliquis since Monday');
  await form.getByRole('button', { name: 'Send safety check' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
    'choose yes or no.',
  );
  await expect(form.getByLabel('Which medicines, and since when?')).toHaveValue('Eliquis since Monday');

  for (const question of [/new diagnosis/, /new allergy/, /plans to have children/])
    await form.getByRole('radiogroup', { name: question }).getByLabel('No', { exact: true }).check();
  const told = page.waitForResponse('**/api/safety-checks/emergency');
  await form.getByLabel('Chest pain or pressure', { exact: true }).check();
  // What to do now is on screen, and the care team is told before anything is sent.
  await expect(form.getByRole('link', { name: 'Call 911' })).toBeInViewport();
  expect((await told).status()).toBe(200);
  await expect(form).toContainText('We have told your care team about this symptom.');
  await form
    .getByRole('radiogroup', { name: /Chest pain.*how bad/ })
    .getByLabel('Mild')
    .check();
  await expectNoAxeViolations(page, 'safety check');
  await form.getByRole('button', { name: 'Send safety check' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Get help now');
  const { safety_checks: checks } = await json<SafetyChecksResponse>(page.request.get('/api/safety-checks'));
  expect(checks).toMatchObject([
    {
      location_state: 'NY',
      changes: { medicines: 'Eliquis since Monday' },
      side_effects: [{ key: 'chest_pain', severity: 'mild' }],
    },
  ]);

  const provider = await sessionOf(info, 'provider@demo.test');
  const staff = await browser.newContext({ storageState: await provider.storageState() });
  const desk = await staff.newPage();
  await openCase(desk, name);
  const panel = desk.getByRole('region', { name: /^Safety check from / });
  await expect(panel).toContainText('Eliquis since Monday');
  await expect(panel).toContainText('Chest pain or pressure: mild');
  await expect(desk.getByRole('region', { name: 'History in the patient’s own words' })).toContainText(
    'Safety check: medicines and supplements',
  );
  await expect(desk.getByRole('main')).not.toContainText(/changes\.[a-z]|\b[a-z]+(_[a-z0-9]+)+\b/);
  await staff.close();
  await provider.dispose();
});

test('the first dose: asked once the plan is approved, told with one press and a save', async ({
  page,
}, info) => {
  const provider = await sessionOf(info, 'provider@demo.test');
  const patient = await patientWithPlan(info, provider);
  const { plan_id, version } = patient.plan;
  await json(provider.post('/api/trt/provider/plans/approve', { data: { plan_id, version } }));
  await signInByApi(page.request, patient.email, NEW_PASSWORD);
  await page.goto('/trt/patient');
  const card = page.getByRole('region', { name: 'Have you taken your first dose?' });
  await card.getByRole('button', { name: 'Save first dose' }).click();
  await expect(card.getByRole('alert')).toContainText('Enter the full date of your first dose.');
  await card.getByRole('button', { name: 'Today' }).click();
  await expectNoAxeViolations(page, 'first dose');
  await card.getByRole('button', { name: 'Save first dose' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'planned from that day' })).toBeVisible();
  await expect(card).toHaveCount(0);
  const detail = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${patient.caseId}/detail`));
  expect(detail.therapy_start).toMatchObject({ assumed: false });
  await provider.dispose();
});

test('a high blood pressure at home: advice while typing, reported on the case, taken over with one press', async ({
  page,
  browser,
}, info) => {
  const provider = await sessionOf(info, 'provider@demo.test');
  const patient = await patientWithPlan(info, provider);
  const { plan_id, version } = patient.plan;
  await json(provider.post('/api/trt/provider/plans/approve', { data: { plan_id, version } }));
  await signInByApi(page.request, patient.email, NEW_PASSWORD);
  await page.goto('/trt/patient/safety-check');
  const form = page.getByRole('form', { name: 'Safety check' });
  for (const question of [
    /medicines or supplements/,
    /new diagnosis/,
    /new allergy/,
    /plans to have children/,
  ])
    await form.getByRole('radiogroup', { name: question }).getByLabel('No', { exact: true }).check();
  await form.getByLabel('Top number').fill('182');
  await form.getByRole('button', { name: 'Still in New York' }).click();
  await form.getByLabel('Bottom number').fill('102');
  await expect(form.getByRole('alert')).toContainText('180/120 or higher');
  await form.getByLabel('Top number').fill('165');
  await expect(form.getByRole('status').filter({ hasText: 'This is high' })).toContainText(
    'Rest for five minutes and measure again.',
  );
  const day = form.getByRole('group', { name: 'Measured on', exact: true });
  const [year, month, date] = daysAgo(0).split('-') as [string, string, string];
  await day.getByLabel('Month').fill(month);
  await day.getByLabel('Day').fill(date);
  await day.getByLabel('Year').fill(year);
  await expectNoAxeViolations(page, 'safety check with a high blood pressure');
  await form.getByRole('button', { name: 'Send safety check' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('message your care team today')).toBeVisible();

  const staff = await browser.newContext({ storageState: await provider.storageState() });
  const desk = await staff.newPage();
  await desk.goto(`/trt/cases/${patient.caseId}`);
  const told = desk.getByText(/^Blood pressure 165\/102 mmHg at home on .*, reported by the patient\./);
  await expect(told).toBeVisible();
  await expect(desk.getByRole('tabpanel', { name: 'Alerts' })).toContainText(
    'The patient reported a blood pressure of 160/100 or higher: call today',
  );
  await expectNoAxeViolations(desk, 'a case with a home reading');
  await desk.getByRole('button', { name: 'Record in the clinical facts' }).click();
  await expect(desk.getByText('Blood pressure recorded.')).toBeVisible();
  await expect(told).toHaveCount(0);
  const detail = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${patient.caseId}/detail`));
  expect(detail.case.extras).toMatchObject({ bp_systolic: 165, bp_diastolic: 102, bp_on: daysAgo(0) });
  await staff.close();
  await provider.dispose();
});

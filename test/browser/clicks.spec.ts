import { expect, test, type Locator, type Page } from '@playwright/test';
import { json, patientOnTreatment, patientWithPlan, signInByApi } from './clinic.js';
import { daysAgo } from './clock.js';

/** Presses what a clinician presses, and counts it. */
function counting(): { press: (target: Locator) => Promise<void>; count: () => number } {
  let pressed = 0;
  return {
    press: async (target) => {
      await target.click();
      pressed += 1;
    },
    count: () => pressed,
  };
}

const dialog = (page: Page): Locator => page.getByRole('dialog');

test.beforeEach(({ page }) => signInByApi(page.request, 'provider@demo.test'));

test('a clean plan is approved in three clicks from the work list, with everything seen on the way', async ({
  page,
}, info) => {
  const patient = await patientWithPlan(info, page.request);
  const { press, count } = counting();
  await page.goto('/trt/cases');
  await press(page.getByRole('link', { name: 'Plan Review' }).first());
  const row = page.getByRole('row').filter({ hasText: patient.name });
  await press(row.getByRole('button', { name: /^Approve/ }));
  for (const seen of ['80 mg once weekly', 'Hematocrit', 'PSA'])
    await expect(dialog(page)).toContainText(seen);
  await press(dialog(page).getByRole('button', { name: 'Confirm approval' }));
  await expect(page.getByRole('status').filter({ hasText: 'plan approved' })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(3);
});

test('a dose is lowered, to the end, in five clicks', async ({ page }, info) => {
  const patient = await patientOnTreatment(info, page.request);
  const at = `/api/trt/cases/${patient.caseId}`;
  const { case: now } = await json<{ case: { version: number } }>(page.request.get(`${at}/detail`));
  const extras = { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) };
  await json(page.request.patch(at, { data: { version: now.version, extras } }));
  const drawn = {
    patient_id: patient.patientId,
    collected_at: `${daysAgo(1)}T08:00:00-05:00`,
    since_last_dose_h: 84,
    results: { tt_ng_dl: 1150, hct_percent: 45 },
  };
  await json(page.request.post('/api/labs', { data: drawn }), 201);

  const { press, count } = counting();
  await page.goto('/trt/cases');
  await page.getByRole('searchbox', { name: 'Search' }).fill(patient.email);
  await press(page.getByRole('link', { name: patient.name }).first());
  await press(page.getByRole('link', { name: 'Adjust plan' }));
  await expect(page.getByRole('region', { name: 'Recommendation' })).toContainText('Decrease');
  await press(page.getByRole('button', { name: /^Save \d+ mg as the new plan$/ }));
  await press(page.getByRole('button', { name: 'Review and approve' }));
  await expect(dialog(page)).toContainText(/80 mg .*\d+ mg/);
  await press(dialog(page).getByRole('button', { name: 'Confirm approval' }));
  await expect(page.getByRole('status').filter({ hasText: 'plan approved' })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(5);
});

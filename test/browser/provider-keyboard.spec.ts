import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  ordersOf,
  patientOnTreatment,
  patientWithPlan,
  pendingPlan,
  signInByApi,
  type CarePatient,
} from './clinic.js';

const MOST_STEPS = 120;

/** Tabs to the target; fails if the keyboard cannot reach it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const focused = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await focused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard did not reach ${String(target)}`);
}
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('with only the keyboard: open a case, simulate, approve three prescriptions, review a plan', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const treated = await patientOnTreatment(info, page.request);
  const family = `Trio${Date.now().toString(36)}`;
  const three: CarePatient[] = [];
  for (const first of ['Ansel', 'Boris', 'Cyril'])
    three.push(await patientWithPlan(info, page.request, { name: `${first} ${family}` }));
  const [last] = three;
  if (!last) throw new Error('no patient');

  await test.step('open a case and simulate', async () => {
    await page.goto('/trt/provider/cases');
    await tabTo(page, page.getByRole('searchbox', { name: 'Search' }));
    await page.keyboard.type(treated.email);
    await press(page, page.getByRole('link', { name: treated.name, exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: treated.name })).toBeFocused();
    await tabTo(page, page.getByRole('tab', { name: 'Alerts' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel', { name: 'Rules' })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await press(page, page.getByRole('link', { name: 'Adjust plan' }));
    await press(page, page.getByRole('button', { name: 'Simulate' }));
    await expect(page.getByRole('region', { name: 'Recommendation' })).toContainText('Suggested dose');
  });

  await test.step('approve three prescriptions', async () => {
    await page.goto('/trt/prescriptions?tab=pending');
    await tabTo(page, page.getByLabel('Search', { exact: true }));
    await page.keyboard.type(family);
    await expect(page.getByRole('table', { name: 'Prescriptions' }).getByRole('row')).toHaveCount(4);
    for (const { name } of three)
      await press(page, page.getByRole('checkbox', { name: `Select ${name}` }), 'Space');
    await expect(page.getByText('3 selected')).toBeVisible();
    await page.getByLabel('Search', { exact: true }).focus();
    await press(page, page.getByRole('button', { name: 'Approve selected' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await press(page, dialog.getByRole('button', { name: 'Approve', exact: true }));
    await expect(dialog).toContainText('3 of 3 approved.');
    await press(page, dialog.getByRole('button', { name: 'Close' }));
    await expect(dialog).toHaveCount(0);
    for (const { caseId } of three)
      expect((await ordersOf(page.request, caseId))[0]?.status).toBe('accepted');
  });

  await test.step('review a plan', async () => {
    await page.goto('/trt/provider/plan-review');
    await press(page, page.getByRole('button', { name: `Approve ${last.name}` }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Allergies')).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Confirm approval' }));
    await expect(page.getByRole('status').filter({ hasText: `${last.name}: plan approved.` })).toBeVisible();
    // The row is gone with the button that opened the dialog; the keyboard continues from the heading.
    await expect(page.getByRole('heading', { level: 1, name: 'Plan review' })).toBeFocused();
    await expect(pendingPlan(page.request, last.email)).rejects.toThrow('No plan waits');
  });
});

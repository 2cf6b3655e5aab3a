import { expect, test, type Locator, type Page } from '@playwright/test';
import type { ApproveUnflaggedResponse } from '../../common/api/index.js';
import { expectNoAxeViolations } from './axe.js';
import { onTreatmentWith, patientWithPlan, signInByApi } from './clinic.js';

const dialogOf = (page: Page) => page.getByRole('dialog');

/** What is decided against is passed on the way to the button, which is not in view before. */
async function expectReadFirst(dialog: Locator, about: Locator, button: string): Promise<void> {
  const confirm = dialog.getByRole('button', { name: button });
  await expect(dialog.getByRole('heading').first()).toBeInViewport();
  await expect(confirm).not.toBeInViewport();
  const [above, below] = [await about.boundingBox(), await confirm.boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
}

/** Inside the screen from edge to edge, and large enough for a finger. */
async function expectPressable(page: Page, link: Locator): Promise<void> {
  await link.scrollIntoViewIfNeeded();
  const box = (await link.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.width).toBeGreaterThanOrEqual(44);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

test.describe('decisions on a phone @one-width', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test.beforeEach(({ page }) => signInByApi(page.request, 'provider@demo.test'));

  test('a hold ends, and an alert is acknowledged, past the rule with its value and limit', async ({
    page,
  }, info) => {
    const { caseId } = await onTreatmentWith(info, page.request, { hct_percent: 56 });
    await page.goto(`/trt/cases/${caseId}`);
    const dialog = dialogOf(page);
    await page.getByRole('button', { name: 'Resume therapy' }).click();
    await expect(dialog).toContainText('Until Hematocrit is 50 % or lower.');
    await expect(dialog).toContainText(/Newest Hematocrit: 56 %, [A-Z][a-z]+ \d+/);
    await expectReadFirst(dialog, dialog.getByRole('checkbox', { name: /^Override: / }), 'Resume therapy');
    const [rule, reason] = [dialog.getByRole('checkbox'), dialog.getByLabel('Reason')];
    expect((await rule.boundingBox())!.y).toBeLessThan((await reason.boundingBox())!.y);
    await expectNoAxeViolations(page, 'the end of a hold on a phone');
    await page.keyboard.press('Escape');

    const alert = page
      .getByRole('tabpanel', { name: 'Alerts' })
      .getByRole('listitem')
      .filter({ hasText: 'Hct over 54% on treatment' });
    await alert.getByRole('button', { name: 'Acknowledge' }).click();
    const value = dialog.getByText(/56 %, limit > 54/);
    await expect(value).toBeInViewport();
    await expect(dialog).toContainText('Hct over 54% on treatment');
    await expectReadFirst(dialog, value, 'Acknowledge');
  });

  test('a plan with something open says so beside its unchecked box, with a link to its case', async ({
    page,
  }, info) => {
    const { name, caseId } = await patientWithPlan(info, page.request);
    await page.route('**/approve-unflagged', async (route) => {
      const real = await route.fetch();
      const answer = (await real.json()) as ApproveUnflaggedResponse;
      const rows = answer.would_approve?.map((row) =>
        row.patient_name === name ? { ...row, quiet: false } : row,
      );
      await route.fulfill({ response: real, json: { ...answer, would_approve: rows } });
    });
    await page.goto('/trt/provider/plan-review');
    await page.getByRole('button', { name: /^Approve all unflagged/ }).click();
    const row = dialogOf(page).getByRole('listitem').filter({ hasText: name }).first();
    await expect(row.getByRole('checkbox')).not.toBeChecked();
    const why = row.getByText(/Read what is open on this case first/);
    const [said, strip] = [await why.boundingBox(), await row.getByLabel('At a glance').boundingBox()];
    expect(said!.y).toBeLessThan(strip!.y);
    await expect(row.getByRole('link', { name: 'Open the case' })).toHaveAttribute(
      'href',
      `/trt/cases/${caseId}`,
    );
  });

  test('numbers to call are links for a finger, and the title of a dialog wraps', async ({ page }, info) => {
    const name = `Maximilian ${'Featherstonehaugh'.repeat(2)} ${Math.random().toString(36).slice(2, 8)}`;
    const { caseId, patientId } = await onTreatmentWith(info, page.request, { hct_percent: 53 }, name);
    await page.goto(`/trt/cases/${caseId}`);
    const main = page.getByRole('main');
    const dialog = dialogOf(page);
    await expect(main.getByRole('link', { name: '555-0142' })).toHaveAttribute('href', 'tel:5550142');
    await expectPressable(page, main.getByRole('link', { name: '555-0142' }));
    await main.getByRole('button', { name: 'Acknowledge' }).first().click();
    await expectPressable(page, dialog.getByRole('link', { name: '555-0142' }));
    await page.keyboard.press('Escape');

    await main.getByRole('button', { name: 'Hold therapy' }).first().click();
    const title = dialog.getByRole('heading', { name: `Hold therapy for ${name}` });
    expect(await title.evaluate((heading) => heading.scrollWidth <= heading.clientWidth)).toBe(true);
    for (const button of ['Cancel', 'Hold therapy'])
      await expectPressable(page, dialog.getByRole('button', { name: button }));
    await expectNoAxeViolations(page, 'a hold on a phone');

    await page.goto(`/trt/provider/patients/${patientId}`);
    await expectPressable(page, main.getByRole('link', { name: '555-0142' }));
  });
});

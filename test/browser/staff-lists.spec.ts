import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { signInByApi } from './people.js';

const cases = (page: Page) => page.getByRole('table', { name: 'Cases' });
const headings = (page: Page) => cases(page).getByRole('columnheader');

const LISTS = {
  provider: [
    ['/trt/provider/cases', 'Cases'],
    ['/trt/provider/patients', 'Patients'],
    ['/trt/provider/labs?view=all', 'Labs'],
    ['/trt/provider/appointments', 'Appointments'],
  ],
  admin: [
    ['/admin/users', 'Users'],
    ['/admin/organisations', 'Organizations'],
    ['/admin/articles', 'Articles'],
  ],
} as const;

test.describe('staff lists', () => {
  for (const [who, lists] of Object.entries(LISTS)) {
    for (const [address, label] of lists) {
      test(`${label}: saved filters, columns and an export come with it`, async ({ page }) => {
        await signInByApi(page.request, who);
        await page.goto(address);
        const table = page.getByRole('table', { name: label, exact: true });
        await expect(table).toBeVisible();
        await expect(page.getByRole('button', { name: 'Saved filters' })).toBeVisible();
        const shown = await table.getByRole('columnheader').count();
        await page.getByRole('button', { name: 'Columns' }).click();
        const choices = page.getByRole('menuitemcheckbox');
        await expect(choices.first()).toBeVisible();
        expect(await choices.count()).toBeLessThan(shown);
        await choices.first().click();
        await page.keyboard.press('Escape');
        await expect(table.getByRole('columnheader')).toHaveCount(shown - 1);
        const rows = await table.getByRole('row').count();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Export CSV' }).click(),
        ]);
        const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
        expect(lines.length).toBeGreaterThanOrEqual(rows);
      });
    }
  }
});

test('prescriptions can be exported; none of their columns can be hidden', async ({ page }) => {
  await signInByApi(page.request, 'provider');
  await page.goto('/trt/prescriptions');
  await expect(page.getByRole('table', { name: 'Prescriptions' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0);
});

test.describe('the list of cases', () => {
  test.beforeEach(async ({ page }) => {
    await signInByApi(page.request, 'provider');
    await page.goto('/trt/provider/cases?status=monitoring');
    await expect(cases(page)).toBeVisible();
  });

  test('filters and sort are kept in this browser, without the search', async ({ page }) => {
    const kept = 'Status: monitoring, by next review';
    await cases(page).getByRole('button', { name: 'Next review' }).click();
    await expect(headings(page).filter({ hasText: 'Next review' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByLabel('Search', { exact: true }).fill('Zebulon');
    await expect(page.getByText('No cases found')).toBeVisible();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save these filters in this browser' }).click();
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).toContain('next_review_at');
    expect(stored).not.toMatch(/Zebulon|[0-9a-f]{8}-[0-9a-f]{4}-/);

    await page.goto('/trt/provider/cases');
    await expect(cases(page)).toBeVisible();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await expectNoAxeViolations(page, 'saved filters');
    await page.getByRole('menuitem', { name: kept }).click();
    await expect(page).toHaveURL(/status=monitoring&sort=next_review_at/);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Remove these filters from the list' }).click();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await expect(page.getByRole('menuitem', { name: kept })).toHaveCount(0);
  });

  test('a hidden column stays hidden; whose case it is and what is critical cannot be hidden', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Patient' })).toHaveCount(0);
    await expect(page.getByRole('menuitemcheckbox', { name: 'Attention' })).toHaveCount(0);
    await expectNoAxeViolations(page, 'the choice of columns');
    await page.getByRole('menuitemcheckbox', { name: 'Last change' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(headings(page).filter({ hasText: 'Attention' })).toBeVisible();
    await expect(headings(page).filter({ hasText: 'Last change' })).toHaveCount(0);
  });
});

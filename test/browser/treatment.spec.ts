import { expect, test, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { openCase } from './case-screens.js';
import { signInByApi } from './people.js';

const chart = (page: Page, name: RegExp) => page.getByRole('img', { name });
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test(
  'the treatment timeline, for the patient and at the top of the case',
  { tag: '@one-width' },
  async ({ page, browser }) => {
    await signInByApi(page.request, 'patient');
    await page.goto('/trt/patient/treatment');
    await expect(chart(page, /^Total testosterone\. 5 entries, latest 521 ng\/dL on/)).toBeVisible();
    await expect(chart(page, /^Hematocrit\./)).toBeVisible();
    await expect(chart(page, /^Alerts/)).toHaveCount(0);
    await expect(page.getByText(/^Nothing on record yet: /)).toBeVisible();
    await expectNoAxeViolations(page, 'treatment');

    const day = page.getByRole('slider', { name: 'Day' });
    await day.focus();
    await page.keyboard.press('Home');
    await expect(day).toHaveAttribute('aria-valuetext', /Total testosterone \d+ ng\/dL/);
    const first = await day.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    await expect(day).not.toHaveAttribute('aria-valuetext', first ?? '');
    await chart(page, /^Total testosterone/).hover({ position: { x: 50, y: 30 } });
    await expect(day).toHaveAttribute('aria-valuetext', first ?? '');

    const table = page.getByRole('table', { name: 'Treatment over time' });
    await expect(table).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(table).toBeVisible();
    await expect(nav(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(table.getByRole('row', { name: /Total testosterone 521 ng\/dL/ })).toBeVisible();
    await expectNoAxeViolations(page, 'treatment as a table');

    const context = await browser.newContext();
    const staff = await context.newPage();
    await signInByApi(staff.request, 'provider');
    await openCase(staff, 'Marcus Bell');
    const panel = staff.getByRole('region', { name: 'Treatment over time' });
    await expect(panel.getByRole('img', { name: /^Alerts\./ })).toBeVisible();
    await panel.getByRole('button', { name: /^Hide/ }).click();
    await expect(panel.getByRole('slider')).toHaveCount(0);
    await context.close();
  },
);

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
    await expect(chart(page, /^Doses logged\. \d+ entries, latest 80 mg on/)).toBeVisible();
    await expect(chart(page, /^Fills/)).toBeVisible();
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
    await expect(panel.getByRole('img', { name: /^Fills\. \d+ entries/ })).toBeVisible();
    await panel.getByRole('button', { name: /^Show less/ }).click();
    await expect(panel.getByRole('slider')).toHaveCount(0);
    await expect(panel.getByRole('img', { name: /^Hematocrit\./ })).toBeVisible();
    await context.close();
  },
);

test(
  'while alerts are open, the chart is a small one between what is open and the tabs',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'provider');
    await openCase(page, 'Paul Drake');
    const panel = page.getByRole('region', { name: 'Treatment over time' });
    for (const name of [/^Dose\./, /^Total testosterone\./, /^Hematocrit\./])
      await expect(panel.getByRole('img', { name })).toBeVisible();
    await expect(panel.getByRole('slider')).toHaveCount(0);
    const open = page.getByRole('link', { name: /^\d+ open alerts?:$/ });
    const tabs = page.getByRole('tablist', { name: 'Parts of the case' });
    const [first, second, third] = await Promise.all(
      [open, panel, tabs].map(async (one) => (await one.boundingBox())!.y),
    );
    expect([first! < second!, second! < third!]).toEqual([true, true]);
    await expectNoAxeViolations(page, 'the small chart');
    await panel.getByRole('button', { name: /^Show all/ }).click();
    await expect(panel.getByRole('slider', { name: 'Day' })).toBeVisible();
  },
);

/** Where a drawn line is, top to bottom, and how it is dashed. */
const line = (page: Page, series: string) =>
  page.locator(`path[data-series="${series}"]`).evaluate((path) => {
    const { x, width, height } = (path as SVGPathElement).getBBox();
    return { x, width, height, dashes: getComputedStyle(path).strokeDasharray };
  });

test(
  'the curve of a case: each plan in its own shape, dashed where it is not fitted',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'provider');
    const id = await openCase(page, 'Marcus Bell');
    await page.goto(`/trt/cases/${id}?tab=plan`);
    const panel = page.getByRole('region', { name: 'Expected testosterone' });
    await expect(panel.getByRole('img', { name: /Target 450 to 600 ng\/dL.*act above 600/ })).toBeVisible();
    const own = await line(page, 'current');
    expect(own.height).toBeGreaterThan(10);
    expect(own.dashes).toBe('none');

    const form = panel.getByRole('form', { name: 'Compare a dose' });
    await form.getByLabel('Product').selectOption('testosterone_gel_1_62');
    await expect(form.getByLabel('Dose (mg)')).toHaveValue('40.5');
    await form.getByLabel('Product').selectOption('testosterone_pellet');
    await form.getByLabel('Dose (mg)').fill('900');
    await form.getByRole('button', { name: 'Show proposed curve' }).click();
    await expect(panel.getByRole('img', { name: /Proposed: average/ })).toBeVisible();
    const pellet = await line(page, 'proposed');
    expect(pellet.height).toBeLessThan(1);
    expect(pellet.dashes).not.toBe('none');
    const current = await line(page, 'current');
    expect([current.dashes, current.height > 10]).toEqual(['none', true]);
    // Both fill the axis; the weekly one ends at most a twelfth of a week before it.
    expect(Math.abs(current.width - pellet.width)).toBeLessThan(pellet.width * 0.01);

    const table = panel.getByRole('table', { name: 'Levels' });
    await expect(table.getByRole('row', { name: /^Peak / })).toContainText('Not predicted');
    await expect(table.getByRole('row', { name: /^Likely in target/ })).toContainText(
      /Average in 450 to 600/,
    );
    await expect(table.getByRole('row', { name: /^Applies/ })).toContainText(
      /at steady state, after about \d+ weeks/,
    );
    await expect(table.getByRole('row', { name: /^Next lab result/ })).toContainText(/in target: \d+%/);
    await expect(table.getByRole('row', { name: /^Next draw/ })).toContainText(/if begun today/);
    await expectNoAxeViolations(page, 'the curve with a proposed plan');
  },
);

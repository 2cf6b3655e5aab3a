import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No violation of WCAG 2.2 A and AA, or of best practices, on the current page. The test continues with its other pages. */
export async function expectNoAxeViolations(page: Page, name: string): Promise<void> {
  // The new page may still be loading.
  await expect(page.locator('h1')).toHaveCount(1);
  report(await settled(page, {}), name);
}

/** A color change can only break the rules about colors. */
export async function expectContrast(page: Page, name: string): Promise<void> {
  report(await settled(page, { runOnly: ['color-contrast', 'link-in-text-block'] }), name);
}

/** A color may still be animating in a dialog that just opened: check once it has settled. */
async function settled(page: Page, which: { runOnly?: string[] }): Promise<Violations> {
  const first = await judge(page, which);
  if (!first.length) return [];
  await page.waitForTimeout(800);
  return judge(page, which);
}

async function judge(page: Page, which: { runOnly?: string[] }): Promise<Violations> {
  // Without cross-origin frames one call in the page finds the same as axe's detour over a blank one, four times as fast.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  return (await builder.options({ ...which, resultTypes: ['violations'] }).analyze()).violations;
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];
function report(violations: Violations, name: string): void {
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`);
  expect.soft(found, `axe on ${name}`).toEqual([]);
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No violation of WCAG 2.2 A and AA, or of best practice, on the page as it stands. The test goes on to its other pages. */
export async function expectNoAxeViolations(page: Page, name: string): Promise<void> {
  // The page of a new address may still be on its way.
  await expect(page.locator('h1')).toHaveCount(1);
  const violations = await settled(page, () => new AxeBuilder({ page }).analyze());
  report(violations, name);
}

/** A change of colours can only break the rules about colours. */
export async function expectContrast(page: Page, name: string): Promise<void> {
  const violations = await settled(page, () =>
    new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze(),
  );
  report(violations, name);
}

/** A colour may still be on its way in a dialog that just opened: what has settled must be clean. */
async function settled(page: Page, judge: () => ReturnType<AxeBuilder['analyze']>): Promise<Violations> {
  const first = await judge();
  if (!first.violations.length) return [];
  await page.waitForTimeout(800);
  return (await judge()).violations;
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];
function report(violations: Violations, name: string): void {
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`);
  expect.soft(found, `axe on ${name}`).toEqual([]);
}

import { expect, type Locator, type Page } from '@playwright/test';

export const OTHER_PASSWORD = 'tepid wombat ledger canyon 28';
export const SECURITY = '/account/security';

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name });

export async function openSecurity(page: Page): Promise<void> {
  await page.goto(SECURITY);
  await expect(page.getByRole('heading', { level: 1, name: 'Account security' })).toBeVisible();
}

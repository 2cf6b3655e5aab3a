import type { Page } from '@playwright/test';

/** For the documentation's screenshots: only if a folder for them is given. */
export async function shoot(page: Page, name: string, project: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${project}-${name}.png` });
}

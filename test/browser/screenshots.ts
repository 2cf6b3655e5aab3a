import type { Page } from '@playwright/test';

/** For the pictures of the documentation: only where a folder for them is named. */
export async function shoot(page: Page, name: string, project: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${project}-${name}.png` });
}

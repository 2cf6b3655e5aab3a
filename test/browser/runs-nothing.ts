import { expect, type Page, type TestInfo } from '@playwright/test';
import { PAYLOADS } from './payloads.js';

/** What must not happen while pages show these texts. */
export function watched(page: Page, info: TestInfo): string[] {
  const complaints: string[] = [];
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(info.project.use.baseURL!) && /^https?:/.test(request.url()))
      complaints.push(`request: ${request.url()}`);
  });
  page.on('console', (message) => {
    if (/content security policy|requires 'Trusted/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** What a page says, with what stands in its fields and links. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll('input, textarea')].map(
      (e) => (e as HTMLInputElement).value,
    );
    const links = [...document.querySelectorAll('a')].map(({ href }) => href);
    return [document.body.textContent, ...values, ...links].join('\n');
  });

/** A page, and what is typed into its search: people of other tests may fill the first page of a list. */
export type Shown = string | readonly [path: string, search: string];

/** Opens pages that show payloads, on which none may run; returns their texts. */
export async function runsNothing(
  page: Page,
  shown: readonly Shown[],
  complaints: string[],
): Promise<string> {
  let texts = '';
  for (const one of shown) {
    const [path, search] = typeof one === 'string' ? [one] : one;
    await page.goto(path);
    await expect(page.locator('h1'), path).toHaveCount(1);
    if (search) {
      await page.getByRole('searchbox', { name: 'Search' }).fill(search);
      await expect(page.getByRole('row').filter({ hasText: search }), path).toHaveCount(1);
    }
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    // Lists arrive one after the other: until nothing is added to what is shown.
    let text = '';
    await expect(async () => {
      const before = text;
      text = await textOf(page);
      expect(PAYLOADS.some((payload) => text.includes(payload)) && text === before, path).toBe(true);
    }).toPass({ intervals: [100], timeout: 10_000 });
    const ran = await page.evaluate(() => (window as { ran?: number }).ran);
    expect([path, ran, complaints]).toEqual([path, undefined, []]);
    texts += text;
  }
  return texts;
}

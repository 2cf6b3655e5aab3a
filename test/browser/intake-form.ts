import { expect, type Locator, type Page } from '@playwright/test';

/** The intake as a user sees it: sections, questions by their labels, the bar at the bottom. */

export const sectionHeading = (page: Page, number: number): Locator =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^Section ${number} of 10: `) });

export const savedNote = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: /^(Saved|Not saved yet|Saves as you type)/ });

/** Skips the pause after typing: for pages with a fake clock (`page.clock.install()`). */
export async function saved(page: Page): Promise<void> {
  await page.clock.runFor(2100);
  await expect(savedNote(page)).toHaveText('Saved just now');
}

export const errorSummary = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'There is a problem' });

const group = (page: Page, label: string): Locator =>
  page.getByRole('radiogroup', { name: label, exact: true });

export const option = (page: Page, label: string, value: string): Locator =>
  group(page, label).getByRole('radio', { name: value, exact: true });

export const choose = (page: Page, label: string, value: string): Promise<void> =>
  option(page, label, value).check();

/** Text and numbers: the unit may follow the label. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true });

export const type = (page: Page, label: string, text: string): Promise<void> => field(page, label).fill(text);

export async function typeDate(
  page: Page,
  label: string,
  [month, day, year]: readonly [string, string, string],
): Promise<void> {
  const date = page.getByRole('group', { name: label, exact: true });
  await date.getByLabel('Month').fill(month);
  await date.getByLabel('Day').fill(day);
  await date.getByLabel('Year').fill(year);
}

export async function next(page: Page, to: number): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(sectionHeading(page, to)).toBeFocused();
}

/** The list of sections is beside the form on a wide screen; on a narrow one it opens as a sheet. */
export async function openSections(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^Section \d+ of 10: / })).toBeVisible();
  const sheet = page.getByRole('button', { name: /^All sections/ });
  if (await sheet.isVisible()) await sheet.click();
}

export async function goTo(page: Page, number: number): Promise<void> {
  await openSections(page);
  await page.getByRole('link', { name: new RegExp(`^${number}\\. `) }).click();
  await expect(sectionHeading(page, number)).toBeVisible();
}

/** Signs changed answers with the name of the form, and says that the earlier consents still hold. */
export async function sign(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign again' });
  const hint = await dialog.getByText(/^As in section 1: /).textContent();
  await dialog.getByRole('checkbox', { name: 'These statements still hold' }).check();
  await dialog.getByLabel('Your full name').fill(hint!.replace('As in section 1: ', ''));
  await dialog.getByRole('button', { name: 'Sign and submit' }).press('Enter');
}

/** Works while the button is `aria-disabled` too: it must say what is missing. */
export const submit = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Submit intake' }).press('Enter');

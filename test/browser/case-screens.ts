import { expect, type Locator, type Page } from '@playwright/test';

/** The provider's way to a case: search the list, follow the patient's name. */
export async function openCase(page: Page, name: string): Promise<string> {
  await page.goto('/trt/provider/cases');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.getByRole('table', { name: 'Cases' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname.split('/').pop() ?? '';
}

export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

/** One panel in the plain lab form; it is on file once it appears in the table. */
export async function enterLabs(
  page: Page,
  collected: string,
  results: Readonly<Record<string, string>>,
): Promise<void> {
  const form = page.getByRole('form', { name: 'Lab results' });
  await form.getByLabel('Collected at').fill(`${collected}T08:00`);
  for (const [label, value] of Object.entries(results)) await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: 'Save lab results' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Lab results saved.' }).last()).toBeVisible();
  await expect(form.getByLabel('Collected at')).toHaveValue('');
}

/** The form is collapsed until opened. */
export async function openFacts(page: Page): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Clinical facts' });
  if (!(await form.isVisible())) await page.getByRole('button', { name: 'Edit clinical facts' }).click();
  return form;
}

export async function recordFacts(page: Page, facts: Readonly<Record<string, string>>): Promise<void> {
  const form = await openFacts(page);
  for (const [label, value] of Object.entries(facts)) await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: 'Save clinical facts' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Clinical facts saved.' })).toBeVisible();
}

/** In the PDMP check dialog: nothing is stored until finding and reference are entered. */
export async function recordPdmp(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `PDMP check: ${name}` });
  await expect(dialog.getByLabel('State of the program')).toHaveValue('NY');
  await dialog.getByRole('button', { name: 'Record the check' }).click();
  await expect(dialog).toContainText('Say what the program shows.');
  await dialog.getByLabel('What the program shows').selectOption('As expected');
  await dialog.getByLabel('Report reference').fill('ISTOP-1');
  await dialog.getByRole('button', { name: 'Record the check' }).click();
  await expect(dialog).toHaveCount(0);
}

import { expect, test } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { signInByApi } from './people.js';
import { shoot } from './screenshots.js';

/** What staff manage for the assistant: its articles, and the emergencies reported to it. */

test.describe('the knowledge base', () => {
  test('is edited with a preview and keeps its history', async ({ page }, info) => {
    await signInByApi(page.request, 'admin');
    await page.goto('/admin/articles');
    await expect(page.getByRole('table', { name: 'Articles' })).toBeVisible();
    await expectNoAxeViolations(page, 'articles');
    await shoot(page, 'articles', info.project.name);
    const slug = `vitamin-${info.project.name}-${Date.now().toString(36)}`;
    await page.getByRole('button', { name: 'New article' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill(`Vitamin notes ${slug}`);
    await dialog.getByLabel('Address').fill('Not an address');
    await dialog
      .getByLabel('Text', { exact: true })
      .fill('Vitamins are in food.\n\nA second <b>paragraph</b>.');
    await dialog.getByRole('tab', { name: 'Preview' }).click();
    await expect(dialog.getByText('A second <b>paragraph</b>.')).toBeVisible();
    await expectNoAxeViolations(page, 'the preview');
    await shoot(page, 'article-preview', info.project.name);
    await dialog.getByRole('button', { name: 'Publish article' }).click();
    await expect(dialog.getByText('Use lower case letters, digits and single hyphens.')).toBeVisible();
    await dialog.getByLabel('Address').fill(slug);
    await dialog.getByRole('button', { name: 'Publish article' }).click();
    await expect(dialog).toHaveCount(0);
    const search = page.getByLabel('Search title, address, text or tag');
    await page.getByRole('combobox', { name: 'Readers' }).selectOption('Staff');
    await expect(page).toHaveURL(/audience=staff/);
    await search.fill(slug);
    await expect(page.getByText('No articles found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(search).toHaveValue('');
    await expect(page).not.toHaveURL(/audience/);
    await expect(page.getByRole('row')).toHaveCount(26);
    await search.fill(slug);
    await expect(page.getByRole('row')).toHaveCount(2);
    expect(page.url()).not.toContain(slug);
    await page.getByRole('button', { name: `Edit Vitamin notes ${slug}` }).click();
    // Another user saves first: both texts are shown, no typing is lost, and the next save goes on top.
    const { articles } = (await (
      await page.request.get(`/api/admin/articles?filter=${encodeURIComponent(JSON.stringify({ q: slug }))}`)
    ).json()) as { articles: { id: string; version: number }[] };
    await page.request.patch(`/api/admin/articles/${articles[0]!.id}`, {
      data: { version: 1, body: 'Vitamins are in fruit.' },
    });
    await dialog.getByLabel('Text', { exact: true }).fill('Words that must not be lost.');
    await dialog.getByRole('button', { name: 'Publish changes' }).click();
    await expect(dialog.getByText('This article was changed by another user.')).toBeVisible();
    await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue('Words that must not be lost.');
    await expectNoAxeViolations(page, 'two texts for one article');
    await shoot(page, 'article-conflict', info.project.name);
    await dialog.getByRole('button', { name: 'Use this: Text' }).click();
    await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue('Vitamins are in fruit.');
    await expect(dialog.getByText('Published by another user')).toHaveCount(0);
    await dialog.getByLabel('Text', { exact: true }).fill('Vitamins are in vegetables.');
    await dialog.getByLabel('Also asked as').fill('which vegetables are good\n\nwhat is in greens');
    await shoot(page, 'article-edit', info.project.name);
    await dialog.getByRole('button', { name: 'Publish changes' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: `History: Vitamin notes ${slug}` }).click();
    await expect(dialog.getByText('Version 3')).toBeVisible();
    await expect(dialog.getByText('Vitamins are in food.')).toBeVisible();
    await expect(
      dialog.getByText('Also asked as: which vegetables are good · what is in greens'),
    ).toBeVisible();
    await expectNoAxeViolations(page, 'the history');
    await shoot(page, 'article-history', info.project.name);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: `Vitamin notes ${slug}` }).click();
    await expect(page).toHaveURL(new RegExp(`/help/${slug}$`));
    await expect(page.getByText('Vitamins are in vegetables.')).toBeVisible();
  });

  test('can be read but not edited by the administrator of one clinic', async ({ page }) => {
    await signInByApi(page.request, 'orgadmin');
    await page.goto('/admin/articles');
    await expect(page.getByText('An administrator of the whole system edits them.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'New article' })).toHaveCount(0);
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Articles' })).toHaveCount(0);
  });
});

test('the care team sees an emergency on the case and records that the patient was reached', async ({
  page,
  browser,
}, info) => {
  await signInByApi(page.request, 'patient');
  const clinic = await browser.newContext();
  const provider = await clinic.newPage();
  await page.request.post('/api/trt/assistant/chat', { data: { message: 'I have chest pain' } });
  await signInByApi(provider.request, 'provider');
  const { items } = (await (
    await clinic.request.get(`/api/trt/cases?filter=${encodeURIComponent('{"q":"patient@demo.test"}')}`)
  ).json()) as { items: { id: string; patient_email: string }[] };
  const own = items.find((one) => one.patient_email === 'patient@demo.test');
  await provider.goto(`/trt/cases/${own!.id}`);
  const alert = provider.getByText('Critical: The patient may have written about chest pain');
  await expect(alert).toBeVisible();
  await expectNoAxeViolations(provider, 'an emergency on a case');
  await shoot(provider, 'alert', info.project.name);
  await provider
    .getByRole('listitem')
    .filter({ has: alert })
    .getByRole('button', { name: 'Record contact' })
    .click();
  const dialog = provider.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Yes', exact: true }).check();
  await dialog.getByLabel('What was agreed').fill('Called, seen in the emergency department');
  await dialog.getByRole('button', { name: 'Record and close' }).click();
  await expect(alert).toHaveCount(0);
  await clinic.close();
});

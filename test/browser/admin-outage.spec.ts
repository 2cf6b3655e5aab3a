import { expect, test, type Page } from '@playwright/test';
import { expectContrast, expectNoAxeViolations } from './axe.js';
import { newEmail, signInByApi } from './people.js';
import { shoot } from './screenshots.js';

const SENTENCE = 'The service is temporarily unavailable. Please try again shortly.';
const DOWN = {
  status: 503,
  json: { error: 'database_unavailable', message: SENTENCE, detail: 'database_unavailable' },
};
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');

test('the cockpit keeps its numbers through an outage and recovers automatically', async ({ page }, info) => {
  await signInByApi(page.request, 'admin');
  await page.goto('/admin');
  const card = page.getByRole('heading', { name: 'Active TRT cases' });
  await expect(card).toBeVisible();
  const background: (string | undefined)[] = [];
  await page.route('**/api/admin/overview', (route) => {
    background.push(route.request().headers()['x-background']);
    return route.fulfill(DOWN);
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(alertOf(page)).toContainText(SENTENCE);
  await expect(alertOf(page)).toContainText('What you see was read less than a minute ago');
  await expect(alertOf(page)).toContainText('The database is connected.');
  await expect(card).toBeVisible();
  await expectNoAxeViolations(page, 'the cockpit in an outage');
  await shoot(page, 'cockpit-outage', info.project.name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectContrast(page, 'the cockpit in an outage in the dark');
  await shoot(page, 'cockpit-outage-dark', info.project.name);
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, 'cockpit-outage-narrow', info.project.name);
  await expect.poll(() => background.at(-1), { timeout: 15_000 }).toBe('1');
  await page.unroute('**/api/admin/overview');
  await expect(alertOf(page)).toHaveCount(0, { timeout: 15_000 });
});

test('a list withheld during an outage loads automatically', async ({ page }) => {
  await signInByApi(page.request, 'admin');
  await page.route(/\/api\/admin\/users\?/, (route) => route.fulfill(DOWN));
  await page.goto('/admin/users');
  await expect(alertOf(page)).toContainText('Unable to load users.');
  await expect(alertOf(page)).toContainText(SENTENCE);
  await page.unroute(/\/api\/admin\/users\?/);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible({ timeout: 15_000 });
});

test('actions during an outage say why they failed, and do not blame the audit log', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'admin');
  await page.goto('/admin/audit');
  const status = page.getByRole('status').filter({ hasText: /log|file/ });
  await page.route('**/api/admin/audit/verify', (route) => route.fulfill(DOWN));
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(status).toContainText('The log could not be checked now.');
  await expect(status).toContainText(SENTENCE);
  await shoot(page, 'audit-outage', info.project.name);
  await page.unroute('**/api/admin/audit/verify');
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(status).toContainText('Audit log verified');
  await page.route('**/files/audit.csv', (route) => route.fulfill(DOWN));
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  await expect(status).toContainText(`The file was not downloaded. ${SENTENCE}`);
  await page.unroute('**/files/audit.csv');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');
});

test('an invitation that was not sent says why, and can be sent again', async ({ page }, info) => {
  await signInByApi(page.request, 'orgadmin');
  const email = newEmail('again');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite a user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('provider@demo.test');
  await dialog.getByLabel('Provider').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/Find them in the list/);
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Email').fill(email);
  await page.route('**/api/admin/users/invite', (route) => route.fulfill(DOWN));
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('alert')).toContainText(SENTENCE);
  await page.unroute('**/api/admin/users/invite');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByLabel('Search by name or email').fill(email);
  const line = page.getByRole('row', { name: email });
  await expect(line).toContainText('Invited');
  await shoot(page, 'users-invited', info.project.name);
  await expectNoAxeViolations(page, 'users with an invited person');
  await page.getByRole('button', { name: `Send invitation again ${email}` }).click();
  await dialog.getByRole('button', { name: 'Send invitation again' }).click();
  await expect(page.getByText(`${email} was invited again.`)).toBeVisible();
});

test("a clinic's administrator sees whose numbers are shown, whatever the URL says", async ({
  page,
}, info) => {
  await signInByApi(page.request, 'orgadmin');
  await page.goto('/admin?org_id=junk');
  await expect(page.getByText('These numbers are for Founders Clinic only.')).toBeVisible();
  await shoot(page, 'cockpit-clinic', info.project.name);
  await page.getByRole('link', { name: 'See the open cases' }).click();
  await expect(page).toHaveURL(/cases\?status=open/);
});

test('a policy says whom it affects before it is saved', async ({ page }, info) => {
  await signInByApi(page.request, 'orgadmin');
  await page.goto('/admin/organisations');
  await page.getByRole('button', { name: 'Edit Founders Clinic' }).click();
  const dialog = page.getByRole('dialog');
  const second = dialog.getByLabel('Require MFA for staff');
  await expect(second).toHaveAccessibleDescription(/password and an app or a passkey/);
  await second.check();
  await expect(dialog).toContainText('asked to set it up at their next click. This includes you.');
  await expectNoAxeViolations(page, 'the policies');
  await shoot(page, 'organisation-policies', info.project.name);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a started article is not lost by Escape or by visiting another page', async ({ page }, info) => {
  await signInByApi(page.request, 'admin');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Articles', exact: true }).click();
  await page.getByRole('button', { name: 'New article' }).click();
  const text = page.getByRole('dialog').getByLabel('Text', { exact: true });
  await text.fill('A long text.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await expect(question).toBeVisible();
  await expectNoAxeViolations(page, 'the question');
  await shoot(page, 'article-discard', info.project.name);
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(text).toHaveValue('A long text.');
  await page.goBack();
  await page.goForward();
  await expect(text).toHaveValue('A long text.');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

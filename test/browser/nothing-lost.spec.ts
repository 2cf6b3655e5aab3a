import { expect, test, type Locator, type Page } from '@playwright/test';
import { savedAnswers, signUpByApi, signUpVerified } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { errorSummary, field, option, saved, savedNote, sectionHeading, submit } from './intake-form.js';
import { NEW_PASSWORD, newEmail } from './people.js';

/** Typed text that cannot be sent: the user is asked, led there, and loses it only by choice. */

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'You have unsaved changes' });
const pressSignOut = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign out', exact: true }).click();

/** On a phone most pages are in a sheet. */
async function linkTo(page: Page, name: string): Promise<Locator> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  if (await link.isVisible()) return link;
  await page.getByRole('button', { name: 'More' }).click();
  return page.getByRole('dialog', { name: 'More' }).getByRole('link', { name, exact: true });
}
const walkTo = async (page: Page, name: string): Promise<void> => (await linkTo(page, name)).click();

test('an answer the server cannot take: it is named in every section, and a sign-out asks first', async ({
  page,
}, info) => {
  await page.clock.install();
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake?section=1');
  await field(page, 'Full name').fill('Orson Testman');
  await field(page, 'Occupation').fill('a'.repeat(10_001));
  await page.clock.runFor(2100);
  const link = page.getByRole('link', { name: '1 answer is not saved' });
  await expect(page.getByText('Shorten “Occupation” to 10,000 characters or fewer.')).toBeVisible();
  await page.clock.runFor(2100);
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(sectionHeading(page, 2)).toBeFocused();
  await expect.poll(() => savedAnswers(page.request)).toMatchObject({ full_name: 'Orson Testman' });

  await pressSignOut(page);
  await expect(question(page)).toContainText('Answers in your intake');
  await expectNoAxeViolations(page, 'question before a sign-out');
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(sectionHeading(page, 2)).toBeVisible();
  await pressSignOut(page);
  await question(page)
    .getByRole('link', { name: /^Look at it/ })
    .click();
  await expect(sectionHeading(page, 1)).toBeVisible();
  await expect(field(page, 'Occupation')).toHaveValue('a'.repeat(10_001));
  await field(page, 'Occupation').fill('Carpenter');
  await saved(page);
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/login/);
  await expect(question(page)).toBeHidden();
});

test('answers that are too long together: the page says so, and saves once they are shorter', async ({
  page,
}, info) => {
  await page.clock.install();
  await signUpByApi(page.request, info.project.name);
  await page.route('**/api/trt/intake', (route) =>
    route.request().method() === 'POST' && (route.request().postData() ?? '').includes('very long')
      ? route.fulfill({ status: 413, json: { error: 'too_large', message: 'That is too large.' } })
      : route.continue(),
  );
  await page.goto('/trt/patient/intake?section=1');
  await field(page, 'Occupation').fill('very long');
  await page.clock.runFor(2100);
  const alert = page.getByRole('alert').filter({ hasText: 'Your last answers are not saved' });
  await expect(alert).toContainText('Your answers together are too long. Shorten the longest ones');
  await field(page, 'Occupation').fill('short');
  await saved(page);
  await expect(alert).toBeHidden();
});

test('a partly filled form is still there, and a sign-out leads back to it', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/progress');
  await page.getByRole('button', { name: 'New check-in' }).click();
  await option(page, 'Low energy', 'Yes').check();
  await walkTo(page, 'Education');
  await expect(page).toHaveURL(/education/);
  await pressSignOut(page);
  await question(page)
    .getByRole('link', { name: /^Look at it/ })
    .click();
  await expect(option(page, 'Low energy', 'Yes')).toBeChecked();

  // Discarded by choice, it does not come back.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await walkTo(page, 'Education');
  await walkTo(page, 'Progress');
  await expect(page.getByRole('button', { name: 'New check-in' })).toBeVisible();
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/login/);
});

test('signing out in one window: recent typing in another is saved, or asked about', async ({
  page,
  context,
}, info) => {
  await signUpByApi(page.request, info.project.name);
  const other = await context.newPage();
  // The two-second pause never ends in that window: nothing there saves automatically.
  await other.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    window.setTimeout = ((work: () => void, ms?: number) =>
      ms === 2000 ? 0 : wait(work, ms)) as typeof setTimeout;
  });
  await other.goto('/trt/patient/intake?section=1');
  await field(other, 'Full name').fill('Orson Testman');
  await field(other, 'Occupation').fill('a'.repeat(10_001));
  await page.goto('/trt/patient');

  await pressSignOut(page);
  await expect(question(page)).toContainText('What you typed in another tab or window');
  expect(await savedAnswers(page.request)).toMatchObject({ full_name: 'Orson Testman' });
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await field(other, 'Occupation').fill('Carpenter');
  // Reading after the sign-out would be refused: this sees the last save go out before it.
  const lastSave = other.waitForResponse('**/api/trt/intake');
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  expect((await lastSave).status()).toBe(200);
  expect((await lastSave).request().postDataJSON()).toMatchObject({ data: { occupation: 'Carpenter' } });
});

test('signing out without a network holds: the server is told before anyone can get back in', async ({
  page,
  context,
}, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient');
  await expect(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
  await context.setOffline(true);
  await pressSignOut(page);
  await expect(page.getByText('You are signed out on this screen.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.goto('/trt/patient');
  await expect(page).toHaveURL(/\/$/);
  expect((await page.request.get('/auth/me')).status()).toBe(401);
});

test('a sign-out the server cannot take: no page opens, and it is retried until it succeeds', async ({
  page,
}, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient');
  await expect(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
  let told = 0;
  await page.route('**/auth/logout', (route) => {
    told += 1;
    return told > 5 ? route.continue() : route.fulfill({ status: 503, json: { error: 'overloaded' } });
  });
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/login/);
  for (const path of ['/trt/patient', '/']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    // Settled: no redirect loop.
    const from = told;
    await page.waitForTimeout(1000);
    expect(told - from).toBeLessThan(2);
    await expect(page).toHaveURL(/\/$/);
  }
  await expect.poll(async () => (await page.request.get('/auth/me')).status(), { timeout: 25_000 }).toBe(401);
});

test('offline, the form says so while you type, and saves once the network is back', async ({
  page,
  context,
}, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake?section=1');
  const note = page.getByText('You’re offline. Your answers are kept on this page', { exact: false });
  await field(page, 'Occupation').fill('Carpenter');
  await expect(savedNote(page)).toHaveText('Saved just now');
  await expect(note).toHaveCount(0);
  await context.setOffline(true);
  await field(page, 'Occupation').fill('Carpenter and joiner');
  await expect(note).toBeVisible();
  await expect(savedNote(page)).toHaveText('Not saved yet');
  await expectNoAxeViolations(page, 'an intake offline');
  await context.setOffline(false);
  await expect(savedNote(page)).toHaveText('Saved just now');
  await expect(note).toHaveCount(0);
});

test('offline, with something unsaved: a sign-out still asks', async ({ page, context }, info) => {
  await signUpByApi(page.request, info.project.name);
  const ready = page.waitForResponse(/UnsavedDialog/);
  await page.goto('/trt/patient/intake?section=1');
  await ready;
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  await context.setOffline(true);
  await field(page, 'Ethnicity').fill('Typed offline');
  await pressSignOut(page);
  await expect(question(page)).toContainText('Answers in your intake');
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Ethnicity')).toHaveValue('Typed offline');
  await context.setOffline(false);
  await expect(savedNote(page)).toHaveText('Saved just now', { timeout: 20_000 });
});

test('a page that cannot load without the network opens automatically once it is back', async ({
  page,
  context,
}, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake?section=1');
  await expect(sectionHeading(page, 1)).toBeVisible();
  const appointments = await linkTo(page, 'Appointments');
  await expect(appointments).toBeVisible();
  await context.setOffline(true);
  await appointments.click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expectNoAxeViolations(page, 'offline');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Appointments' })).toBeVisible();
});

test('a pending change of email is shown after a reload and can be canceled', async ({ page }, info) => {
  const next = newEmail(`next-${info.project.name}`);
  await signUpVerified(page.request, info.project.name);
  const asked = await page.request.post('/auth/change-email', {
    data: { password: NEW_PASSWORD, email: next },
  });
  expect(asked.status()).toBe(204);
  await page.goto('/account/security');
  const waiting = page.getByRole('status').filter({ hasText: `We sent a link to ${next}.` });
  await expect(waiting).toContainText('Until you open it, you sign in with your current email.');
  await expectNoAxeViolations(page, 'change of email that waits');
  await waiting.getByRole('button', { name: 'Keep my current email' }).click();
  await expect(page.getByText('Your email was not changed.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible();
  await expect(waiting).toBeHidden();
});

test('an early submission leads to what is needed and to nothing else', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake?section=10');
  await submit(page);
  await expect(errorSummary(page)).toContainText('Please acknowledge all consent statements');
  await expect(sectionHeading(page, 10)).toBeVisible();
  await expect(errorSummary(page)).toContainText('Section 5: ');
  await expect(errorSummary(page)).not.toContainText('Section 2: ');
});

import { expect, request as requests, test } from '@playwright/test';
import { savedAnswers, signUpByApi } from './api.js';
import { field, goTo, option, savedNote, sectionHeading, choose, type, typeDate } from './intake-form.js';
import { OwnPortal } from './own-portal.js';
import { NEW_PASSWORD, fillSignIn } from './people.js';

// The server does not see a width.
test(
  'a server killed with -9 after "Saved" loses nothing',
  { tag: '@one-width' },
  async ({ browser }, info) => {
    const portal = await OwnPortal.create();
    try {
      await portal.start();
      const context = await browser.newContext({ baseURL: portal.base });
      const page = await context.newPage();
      await signUpByApi(context.request, info.project.name);
      await page.goto('/trt/patient/intake');
      await type(page, 'Full name', 'Orson Testman');
      await typeDate(page, 'Date of birth', ['1', '15', '1984']);
      await choose(page, 'Marital status', 'Married');
      await expect(savedNote(page)).toHaveText('Saved just now');
      await portal.killHard();

      await type(page, 'Occupation', 'Carpenter');
      await expect(savedNote(page)).toHaveText('Not saved yet');
      await portal.start();
      // The same page, the same session: it catches up automatically with what was typed in the meantime.
      await expect(savedNote(page)).toHaveText('Saved just now', { timeout: 70_000 });
      await page.reload();
      await expect(field(page, 'Full name')).toHaveValue('Orson Testman');
      await expect(page.getByRole('group', { name: 'Date of birth' }).getByLabel('Year')).toHaveValue('1984');
      await expect(option(page, 'Marital status', 'Married')).toBeChecked();
      await expect(field(page, 'Occupation')).toHaveValue('Carpenter');
      expect(await savedAnswers(context.request)).toMatchObject({
        full_name: 'Orson Testman',
        dob: '1984-01-15',
        marital_status: 'married',
      });
      await context.close();
    } finally {
      await portal.close();
    }
  },
);

test(
  'a session that ends while the patient types: the text is still there after signing in again',
  { tag: '@one-width' },
  async ({ page, context }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    await page.goto('/trt/patient/intake');
    await goTo(page, 5);
    // Ended on the server, as an idle session is: this browser still has its cookie.
    const elsewhere = await requests.newContext({
      baseURL: info.project.use.baseURL ?? '',
      storageState: await context.storageState(),
    });
    expect((await elsewhere.post('/auth/logout')).status()).toBe(204);
    await elsewhere.dispose();
    await type(page, 'Treatment goals', 'To lift my daughter again');
    const toast = page.getByRole('status').filter({ hasText: 'Session Expired' });
    await expect(toast).toContainText('Your session has expired due to inactivity. Please sign in again.');
    await expect(page).toHaveURL('/login');
    await fillSignIn(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL('/trt/patient/intake?section=5');
    await expect(toast).toHaveCount(0);
    await expect(field(page, 'Treatment goals')).toHaveValue('To lift my daughter again');
    await expect(savedNote(page)).toHaveText('Saved just now');
    expect(await savedAnswers(page.request)).toEqual({ treatment_goals: 'To lift my daughter again' });
  },
);

test(
  'closing a laptop right after typing sends what was typed',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signUpByApi(page.request, info.project.name);
    await page.clock.install();
    await page.goto('/trt/patient/intake');
    await expect(savedNote(page)).toHaveText('Saves as you type');
    // The clocks are stopped, so the pause after typing never ends in a save.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await type(page, 'Full name', 'Orson');
    expect(await savedAnswers(page.request)).toEqual({});
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => savedAnswers(page.request)).toMatchObject({ full_name: 'Orson' });
  },
);

test(
  'a network that fails while the patient types: not saved yet, then saved',
  { tag: '@one-width' },
  async ({ page, context }, info) => {
    await signUpByApi(page.request, info.project.name);
    await page.goto('/trt/patient/intake');
    await type(page, 'Full name', 'Orson');
    await expect(savedNote(page)).toHaveText('Saved just now');
    await context.setOffline(true);
    const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/trt/intake'));
    await field(page, 'Full name').pressSequentially(' Testman');
    await expect(savedNote(page)).toHaveText('Not saved yet');
    await tried;
    await expect(savedNote(page)).toHaveText('Not saved yet');
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await savedAnswers(page.request)).toMatchObject({ full_name: 'Orson' });
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(sectionHeading(page, 2)).toBeVisible();
    await context.setOffline(false);
    await expect(savedNote(page)).toHaveText('Saved just now');
    expect(await savedAnswers(page.request)).toMatchObject({ full_name: 'Orson Testman' });
  },
);

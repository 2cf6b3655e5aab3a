import { expect, test, type APIRequestContext } from '@playwright/test';
import { OTHER_PASSWORD, SECURITY, openSecurity, panel } from './account-screens.js';
import { signUpByApi, signUpVerified } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { fillSignIn, NEW_PASSWORD, signInByApi } from './people.js';

/** What an emailed link opens, and how users find their account. */

/** The newest link of a kind, once the expected number has been emailed by the job. */
async function mailedLink(request: APIRequestContext, to: string, page: string, count = 1): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
      const mails = (await answer.json()) as { links: string[] }[];
      const links = mails
        .flatMap((mail) => mail.links.slice(0, 1))
        .filter((link) => link.includes(`${page}?token=`));
      [found] = links;
      return links.length;
    })
    .toBeGreaterThanOrEqual(count);
  return found ?? '';
}

test(
  'forgot, emailed link, new password, sign in; the link works once',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await expectNoAxeViolations(page, '/forgot-password');
    const send = page.getByRole('button', { name: 'Send reset link' });
    await send.click();
    await expect(page.getByRole('alert')).toHaveText('Enter your email address.');
    await page.getByLabel('Email').fill('not an address');
    await send.click();
    await expect(page.getByRole('alert')).toHaveText('Enter a valid email address.');
    await page.getByLabel('Email').fill(` ${email} `);
    await send.click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'If that email is linked to an account, reset instructions are on the way.',
    );

    const link = await mailedLink(page.request, email, '/reset-password');
    await page.goto(link);
    await expect(page).toHaveURL('/reset-password');
    await page.reload();
    await expect(page).toHaveURL('/reset-password');
    await expectNoAxeViolations(page, '/reset-password');
    const save = page.getByRole('button', { name: 'Set new password' });
    const first = page.getByLabel('New password', { exact: true });
    const second = page.getByLabel('Confirm new password');
    await save.click();
    await expect(page.getByRole('alert')).toHaveText('Enter a new password.');
    await first.fill('passwordpassword');
    await expect(page.getByText('Easy to guess.')).toBeVisible();
    await second.fill('something else');
    await save.click();
    await expect(page.getByRole('alert')).toHaveText('Passwords must match.');
    await second.fill('passwordpassword');
    await save.click();
    await expect(page.getByRole('alert')).toContainText('Password requirements not met:');
    await expect(page.getByRole('alert').getByRole('listitem')).not.toHaveCount(0);
    await first.fill(OTHER_PASSWORD);
    await second.fill(OTHER_PASSWORD);
    await save.click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Password updated. You can sign in with your new credentials.',
    );
    await expect(first).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, email, NEW_PASSWORD);
    await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.');
    await fillSignIn(page, email, OTHER_PASSWORD);
    await expect(page).toHaveURL('/trt/patient');

    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('This link was already used.');
    await expect(save).toHaveCount(0);
  },
);

test('a reset link without a token or with a wrong one is blocked', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toHaveText('This link is missing its token. Request a new email.');
  await expectNoAxeViolations(page, 'a blocked /reset-password');
  await page.goto(`/reset-password?token=${'z'.repeat(43)}`);
  // Before a new password is typed twice.
  await expect(page.getByRole('alert')).toHaveText('This link is not valid.');
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
});

test(
  'the verification banner sends a link, and goes away once the link is used',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    await page.goto('/trt/patient');
    const banner = page.getByRole('region', { name: 'Email verification' });
    await expect(banner).toContainText(email);
    await expectNoAxeViolations(page, 'the verification banner');
    await banner.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(banner).toContainText('Verification email sent. Check your inbox.');
    const link = await mailedLink(page.request, email, '/verify-email', 2);
    // The first window, still open beside it, learns of it as soon as the user returns to it.
    const first = await page.context().newPage();
    await first.goto('/trt/patient');
    await expect(first.getByRole('region', { name: 'Reminders', exact: true })).toContainText('Verify email');
    await page.goto(link);
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your email is verified. Thank you.');
    await first.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(first.getByRole('region', { name: 'Email verification' })).toHaveCount(0);
    await expect(first.getByRole('region', { name: 'Reminders', exact: true })).not.toContainText(
      'Verify email',
    );
    await first.close();
    await expect(page).toHaveURL('/verify-email');
    await page.reload();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your email is verified. Thank you.');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL('/trt/patient');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(0);

    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('This link was already used.');
    await expect(page.getByRole('main')).toContainText('there is nothing more to do');
    await expect(page.getByRole('button', { name: 'Resend verification email' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL('/trt/patient');

    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByRole('main')).toContainText('there is nothing more to do');
    await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL('/login');
  },
);

test('signed out, a used link still reports success after a reload', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  const link = await mailedLink(page.request, email, '/verify-email');
  await page.context().clearCookies();
  await page.goto(link);
  const done = page.getByRole('main').getByRole('status');
  await expect(done).toHaveText('Your email is verified. Thank you.');
  await page.reload();
  await expect(done).toHaveText('Your email is verified. Thank you.');
});

test('signed out, another verification email can be requested by address', async ({ page }) => {
  await page.goto('/verify-email');
  await expect(page.getByRole('alert')).toHaveText('This link is missing its token. Request a new email.');
  const resend = page.getByRole('button', { name: 'Resend verification email' });
  await page.getByLabel('Email').fill('nobody@example.test');
  await resend.click();
  await expect(page.getByText('A new verification email is on its way.')).toBeVisible();
  await expectNoAxeViolations(page, '/verify-email signed out');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test(
  'a new email address takes effect once its link is opened',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const email = await signUpVerified(page.request, info.project.name);
    const next = `new-${email}`;
    await openSecurity(page);
    const mine = panel(page, 'Email address');
    await mine.getByRole('button', { name: 'Change email' }).click();
    await mine.getByLabel('New email').fill('patient@demo.test');
    await mine.getByLabel('Your password').fill(NEW_PASSWORD);
    await mine.getByRole('button', { name: 'Send confirmation link' }).click();
    await expect(mine.getByRole('alert')).toHaveText('That email is already registered.');
    await mine.getByLabel('New email').fill(next);
    await mine.getByRole('button', { name: 'Send confirmation link' }).click();
    await expect(mine.getByRole('status')).toContainText(next);
    await page.goto(await mailedLink(page.request, next, '/verify-email'));
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your email is verified. Thank you.');
    await openSecurity(page);
    await expect(mine).toContainText(next);
    await expect(mine).toContainText('Verified');
  },
);

test('too many attempts name the wait', async ({ page }) => {
  await page.route('**/auth/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { error: 'too_many_requests', message: 'Too many tries. Please wait 30 seconds and try again.' },
    }),
  );
  await page.goto('/login');
  await fillSignIn(page, 'new@demo.test');
  await expect(page.getByRole('alert')).toHaveText('Too many tries. Please wait 30 seconds and try again.');
});

test('every user can reach their account from any page', async ({ page }, info) => {
  await signInByApi(page.request, 'multi');
  await page.goto('/dashboard');
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Account security' }).click();
  await expect(page).toHaveURL(SECURITY);
});

import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { signUpByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { fillSignIn, NEW_PASSWORD, signIn, signOut } from './people.js';

const OTHER_PASSWORD = 'tepid wombat ledger canyon 28';
const SECURITY = '/account/security';
const STEP_MS = 30_000;

/** The newest link to a page that was mailed to an address. */
/** The newest link of a kind, once as many were mailed as are expected: a job writes them. */
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

/** A code works once: the next one is of the next half minute, which the server accepts ahead of time. */
class App {
  private step = 0;
  private readonly totp: TOTP;
  constructor(secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  }
  async code(): Promise<string> {
    const now = Math.floor(Date.now() / STEP_MS);
    this.step = Math.max(this.step + 1, now);
    const early = (this.step - 1) * STEP_MS - Date.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    return this.totp.generate({ timestamp: this.step * STEP_MS });
  }
}

const panel = (page: Page, name: string) => page.getByRole('region', { name });
const codeField = (page: Page) => page.getByLabel('Authenticator code');

/** Turns the authenticator app on; gives it back with the recovery codes. */
async function enrol(page: Page): Promise<{ app: App; codes: string[] }> {
  const mine = panel(page, 'Authenticator app');
  await mine.getByRole('button', { name: 'Set up authenticator app' }).click();
  await mine.getByLabel('Your password').fill('not the password');
  await mine.getByRole('button', { name: 'Continue' }).click();
  await expect(mine.getByRole('alert')).toHaveText('The password is not right.');
  await mine.getByLabel('Your password').fill(NEW_PASSWORD);
  await mine.getByRole('button', { name: 'Continue' }).click();
  await expect(mine.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectNoAxeViolations(page, 'the QR code');
  const app = new App(await mine.locator('code').innerText());
  await codeField(page).fill('12 34');
  await mine.getByRole('button', { name: 'Turn on' }).click();
  await expect(mine.getByRole('alert')).toHaveText('Enter the 6-digit code.');
  await codeField(page).fill(await app.code());
  await mine.getByRole('button', { name: 'Turn on' }).click();
  const list = mine.getByRole('list', { name: 'Your recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  await expectNoAxeViolations(page, 'the recovery codes');
  const downloading = page.waitForEvent('download');
  await mine.getByRole('button', { name: 'Download as text' }).click();
  expect((await downloading).suggestedFilename()).toBe('trt-program-recovery-codes.txt');
  await mine.getByRole('button', { name: 'I have saved them' }).click();
  await expect(mine.getByText('10 recovery codes are left.')).toBeVisible();
  return { app, codes };
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto(SECURITY);
  await expect(page.getByRole('heading', { level: 1, name: 'Account security' })).toBeVisible();
}

/** Another device: a browser context of its own, signed in as the same person. */
async function otherDevice(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, email, NEW_PASSWORD);
  return page;
}

test('forgot, mailed link, new password, sign in; the link works once', async ({ page }, info) => {
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
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('This link was already used.');
  await expect(save).toHaveCount(0);
});

test('a reset link without a token or with a wrong one is blocked', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toHaveText('This link is missing its token. Request a new email.');
  await expectNoAxeViolations(page, 'a blocked /reset-password');
  await page.goto(`/reset-password?token=${'z'.repeat(43)}`);
  await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD);
  await page.getByLabel('Confirm new password').fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is not valid.');
});

test('the verification banner sends a link, and the link ends it', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient');
  const banner = page.getByRole('region', { name: 'Email verification' });
  await expect(banner).toContainText(email);
  await expectNoAxeViolations(page, 'the verification banner');
  await banner.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(banner).toContainText('Verification email sent. Check your inbox.');
  const link = await mailedLink(page.request, email, '/verify-email', 2);
  await page.goto(link);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Your email is verified. Thank you.');
  await expect(page).toHaveURL('/verify-email');
  await page.reload();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Your email is already verified.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await expect(page).toHaveURL('/trt/patient');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This link was already used.');
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(page.getByText('Your email is already verified.')).toBeVisible();
});

test('signed out, another verification mail is asked for by address', async ({ page }) => {
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

test('authenticator app: set up, sign in by code and by recovery code, new codes, off', async ({
  page,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await openSecurity(page);
  await expectNoAxeViolations(page, SECURITY);
  const { app, codes } = await enrol(page);
  await signOut(page);

  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectNoAxeViolations(page, 'the second step');
  await codeField(page).fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid authentication code.');
  await codeField(page).fill(await app.code());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/trt/patient');
  await signOut(page);

  await fillSignIn(page, email, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/trt/patient');

  await openSecurity(page);
  const mine = panel(page, 'Authenticator app');
  await expect(mine.getByText('9 recovery codes are left.')).toBeVisible();
  await mine.getByRole('button', { name: 'New recovery codes' }).click();
  await mine.getByLabel('Your password').fill(NEW_PASSWORD);
  await codeField(page).fill(codes[1] ?? '');
  await mine.getByRole('button', { name: 'Make new codes' }).click();
  await expect(mine.getByRole('listitem')).toHaveCount(10);
  const fresh = await mine.getByRole('listitem').allInnerTexts();
  expect(fresh).not.toContain(codes[2]);
  await mine.getByRole('button', { name: 'I have saved them' }).click();
  await mine.getByRole('button', { name: 'Turn off' }).click();
  await mine.getByLabel('Your password').fill(NEW_PASSWORD);
  await codeField(page).fill(codes[2] ?? '');
  await mine.getByRole('button', { name: 'Turn off authenticator app' }).click();
  await expect(mine.getByRole('alert')).toHaveText('The code is not right.');
  await codeField(page).fill(fresh[0] ?? '');
  await mine.getByRole('button', { name: 'Turn off authenticator app' }).click();
  await expect(mine.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  await signOut(page);
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL('/trt/patient');
});

test('a changed password ends the other devices, and one device ends another', async ({
  page,
  browser,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  const second = await otherDevice(browser, email);
  const third = await otherDevice(browser, email);
  await openSecurity(page);
  const list = panel(page, 'Where you are signed in');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByText('This device')).toHaveCount(1);
  await list
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .first()
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  // The one seen last stands first among the others.
  await third.goto('/dashboard');
  await expect(third).not.toHaveURL(/dashboard/);
  await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await second.goto('/dashboard');
  await expect(second).not.toHaveURL(/dashboard/);

  const fourth = await otherDevice(browser, email);
  const mine = panel(page, 'Password');
  await mine.getByRole('button', { name: 'Change password' }).click();
  await expectNoAxeViolations(page, 'the password form');
  await mine.getByLabel('Current password').fill('not the password');
  await mine.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD);
  await mine.getByLabel('Confirm new password').fill(OTHER_PASSWORD);
  await mine.getByRole('button', { name: 'Save new password' }).click();
  await expect(mine.getByRole('alert')).toHaveText('The password is not right.');
  await expect(mine.getByLabel('Current password')).toBeFocused();
  await mine.getByLabel('Current password').fill(NEW_PASSWORD);
  await mine.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await fourth.goto('/dashboard');
  await expect(fourth).not.toHaveURL(/dashboard/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/dashboard');
  await signOut(page);
  await fillSignIn(page, email, OTHER_PASSWORD);
  await expect(page).toHaveURL('/trt/patient');
  for (const device of [second, third, fourth]) await device.context().close();
});

test('a new email counts once its link is opened', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
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
});

test('a passkey is added, confirms a sign-in, and is removed', async ({ page }, info) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = await signUpByApi(page.request, info.project.name);
  await openSecurity(page);
  const mine = panel(page, 'Passkeys');
  await mine.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(mine).toContainText('every sign-in asks for it');
  await mine.getByLabel('Name of the passkey').fill('Work laptop');
  await mine.getByLabel('Your password').fill(NEW_PASSWORD);
  await mine.getByRole('button', { name: 'Continue' }).click();
  await expect(mine.getByRole('listitem')).toContainText('Work laptop');
  await expectNoAxeViolations(page, 'the passkeys');
  await signOut(page);
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(codeField(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/trt/patient');
  await openSecurity(page);
  await expect(mine.getByRole('listitem')).toContainText('last used');
  await mine.getByRole('button', { name: 'Remove Work laptop' }).click();
  await mine.getByLabel('Your password').fill(NEW_PASSWORD);
  await mine.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(mine.getByText('You have no passkeys yet.')).toBeVisible();
});

test('one minute before the session ends it asks, and staying extends it', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  let ending = true;
  await page.route('**/auth/me', async (route) => {
    const background = route.request().headers()['x-background'] === '1';
    const answer = await route.fetch();
    if (!background && (await page.getByRole('alertdialog').count()) > 0) ending = false;
    const body = (await answer.json()) as { claims: { session_expires_at: string } };
    if (ending)
      body.claims.session_expires_at = new Date(
        Date.parse(answer.headers()['date'] ?? '') + 45_000,
      ).toISOString();
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/trt/patient');
  const question = page.getByRole('alertdialog', { name: 'Are you still there?' });
  await expect(question).toContainText(/Signing out in \d+ seconds?\./);
  await expectNoAxeViolations(page, 'the session warning');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toHaveCount(0);
  expect(ending).toBe(false);
});

test('what needs a fresh proof asks for the password and then goes on', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await openSecurity(page);
  let refused = 0;
  await page.route('**/auth/sessions/revoke-others', async (route) => {
    refused += 1;
    if (refused > 1) await route.continue();
    else
      await route.fulfill({
        status: 403,
        json: { error: 'reauth_required', message: 'Please confirm that it is you, and try again.' },
      });
  });
  // A second session to end, as far as the screen knows.
  const own = (await (await page.request.get('/auth/sessions')).json()) as { sessions: object[] };
  const twin = { ...own.sessions[0], id: crypto.randomUUID(), current: false };
  await page.route('**/auth/sessions', (route) =>
    route.fulfill({ json: { sessions: [...own.sessions, twin] } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expectNoAxeViolations(page, 'the question for a proof');
  await question.getByLabel('Your password').fill('not the password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByRole('alert')).toHaveText('The password is not right.');
  await question.getByLabel('Your password').fill(NEW_PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Every other device is signed out.', { exact: true })).toBeVisible();
  expect(refused).toBe(2);
});

test('staff of a clinic that asks for a second step are led to set it up', async ({ page }) => {
  await signIn(page, 'provider@demo.test');
  await page.route('**/api/trt/**', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'mfa_enrollment_required', message: 'Set up a second sign-in step first.' },
    }),
  );
  await page.goto('/trt/provider/cases');
  await expect(page).toHaveURL(`${SECURITY}?required=mfa`);
  await expect(page.getByText('Your clinic asks everyone on its staff')).toBeVisible();
});

test('too many tries name the wait', async ({ page }) => {
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

test('everybody finds his account from the frame', async ({ page }, info) => {
  await signIn(page, 'multi@demo.test');
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Account security' }).click();
  await expect(page).toHaveURL(SECURITY);
});

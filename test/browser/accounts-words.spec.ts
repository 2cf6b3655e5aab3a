import { expect, test, type Page } from '@playwright/test';
import { signUpByApi } from './api.js';
import { NEW_PASSWORD, fillSignIn, fillSignUp, newEmail, signInByApi, signOut } from './people.js';

// Simulates answers the server gives only on a bad day; each sentence is the specification's.

const alert = (page: Page) => page.getByRole('alert');

interface Answer {
  status?: number;
  json?: object;
}

/** The next answers to this call; `null`: no network. */
async function answers(page: Page, path: string, answer: Answer | null): Promise<void> {
  // The newest route wins; removing the old one would delay what is still loading.
  await page.route(path, (route) =>
    answer ? route.fulfill({ status: 200, json: {}, ...answer }) : route.abort(),
  );
}

test('sign-in: a check that fails, and a response that cannot be read', async ({ page }) => {
  await answers(page, '**/api/system/status', null);
  await page.goto('/login');
  await expect(
    page.getByText('Unable to confirm backend connectivity. Try again in a moment.'),
  ).toBeVisible();
  await answers(page, '**/api/system/status', {
    json: { database: { connected: false, message: 'The database is not connected right now.' } },
  });
  await page.reload();
  await expect(page.getByText(/^Database connection issue: /)).toBeVisible();
  const said: [Answer, string][] = [
    [{ status: 403 }, 'You do not have access to this application.'],
    [{ status: 500 }, 'Authentication service is unavailable. Try again in a moment.'],
    [{ status: 400, json: { message: 'An invalid thing.' } }, 'The email or password is incorrect.'],
    [{ status: 418 }, 'Authentication failed. Please try again.'],
  ];
  for (const [answer, words] of said) {
    await answers(page, '**/auth/login', answer);
    await fillSignIn(page, 'new@demo.test');
    await expect(alert(page)).toHaveText(words);
  }
});

test('the second step is canceled, refused or too late; a sign-in that cannot be confirmed still leads home', async ({
  page,
}, info) => {
  await page.goto('/login');
  await answers(page, '**/auth/login', {
    json: {
      mfa_required: true,
      session_id: 'a',
      session_token: 'b',
      email: 'x@example.test',
      methods: ['totp'],
    },
  });
  await fillSignIn(page, 'x@example.test');
  const code = page.getByLabel('Authenticator code');
  await page.getByRole('button', { name: 'Use a different account' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('x@example.test');
  await fillSignIn(page, 'x@example.test');
  await code.fill('12 34');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(alert(page)).toHaveText('Enter the 6-digit code.');
  for (const [answer, words] of [
    [{ status: 401, json: { error: 'mfa_invalid' } }, 'Invalid authentication code.'],
    [{ status: 401, json: { error: 'mfa_expired' } }, 'That sign-in took too long. Please sign in again.'],
  ] as const) {
    await answers(page, '**/auth/mfa/verify', answer);
    await code.fill('123456');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(alert(page)).toHaveText(words);
  }
  await expect(page.getByLabel('Email')).toHaveValue('x@example.test');

  const email = await signUpByApi(page.request, info.project.name);
  await page.context().clearCookies();
  await page.unroute('**/auth/login');
  await answers(page, '**/auth/me', { status: 500 });
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL('/trt/patient');
  await expect(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
});

test('sign-up: an outage, a refusal without a reason, no network', async ({ page }) => {
  await page.goto('/signup');
  const said: [Answer | null, string][] = [
    [
      { status: 503, json: { error: 'database_unavailable', detail: 'database_unavailable' } },
      'Service temporarily unavailable. Please try again shortly.',
    ],
    [{ status: 500 }, 'We could not create your account right now. Please try again later.'],
    [null, 'Network error. Please check your connection and try again.'],
  ];
  for (const [answer, words] of said) {
    await answers(page, '**/auth/signup', answer);
    await fillSignUp(page, newEmail('words'));
    await expect(alert(page)).toHaveText(words);
  }
});

test('forgotten password: a refusal with and without words, no network', async ({ page }) => {
  await page.goto('/forgot-password');
  const said: [Answer | null, string][] = [
    [{ status: 422 }, 'Enter a valid email address.'],
    [{ status: 400, json: { detail: 'Ask the clinic for help.' } }, 'Ask the clinic for help.'],
    [{ status: 500 }, 'Unable to send reset instructions. Try again in a moment.'],
    [null, 'Unable to reach the password reset service. Try again in a moment.'],
  ];
  for (const [answer, words] of said) {
    await answers(page, '**/auth/request-password-reset', answer);
    await page.getByLabel('Email').fill('somebody@example.test');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(alert(page)).toHaveText(words);
  }
});

test('a new password: every refusal has its message', async ({ page }) => {
  const invalid = (reasons?: string[]): Answer => ({
    status: 400,
    json: { error: 'password_invalid', detail: { error: 'password_invalid', reasons } },
  });
  const said: [Answer, string][] = [
    [{ status: 400, json: { error: 'token_expired' } }, 'This link has expired. Request a new email.'],
    [invalid(['Too easy to guess.']), 'Password requirements not met:Too easy to guess.'],
    [invalid(), 'Password does not meet the minimum requirements.'],
    [{ status: 422 }, 'Enter a valid password that meets the strength requirements.'],
    [{ status: 500 }, 'Unable to reset your password. Try again in a moment.'],
  ];
  for (const [answer, words] of said) {
    await answers(page, '**/auth/reset-password/check', { status: 204 });
    await answers(page, '**/auth/reset-password', answer);
    await page.goto(`/reset-password?token=${'z'.repeat(43)}`);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(alert(page)).toHaveText(words);
  }
});

test('verification: what the banner and the page say when no email can be sent', async ({ page }, info) => {
  const refused: [Answer, string][] = [
    [{ status: 400, json: { error: 'token_expired' } }, 'This link has expired. Request a new email.'],
    [{ status: 400, json: { error: 'token_invalid' } }, 'This link is not valid.'],
    [{ status: 500 }, "We couldn't verify your email. Please request a new link."],
  ];
  for (const [answer, words] of refused) {
    await answers(page, '**/auth/verify-email', answer);
    await page.goto(`/verify-email?token=${'z'.repeat(43)}`);
    await expect(alert(page)).toHaveText(words);
  }
  const unsent: [Answer, string][] = [
    [
      { json: { sent: false, reason: 'no_email' } },
      'Add an email address to your profile to receive verification emails.',
    ],
    [{ json: { sent: false, reason: 'already_verified' } }, 'Your email is already verified.'],
    [{ status: 500 }, "We couldn't send a new verification email."],
  ];
  await page.getByLabel('Email').fill('somebody@example.test');
  for (const [answer, words] of unsent) {
    await answers(page, '**/auth/verify-email/resend', answer);
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(page.getByText(words)).toBeVisible();
  }

  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient');
  const banner = page.getByRole('region', { name: 'Email verification' });
  const said: [Answer, string][] = [
    [{ json: { sent: false } }, 'A verification email could not be sent right now.'],
    [
      { json: { sent: false, reason: 'no_email' } },
      'Add an email address to your profile to receive verification emails.',
    ],
    [
      { json: { sent: false, reason: 'token_unavailable' } },
      'Unable to create a new verification link. Try again later.',
    ],
    [{ status: 500 }, 'Unable to resend the verification email.'],
    [{ json: { sent: false, reason: 'already_verified' } }, 'Your email is already verified.'],
  ];
  for (const [answer, words] of said) {
    await answers(page, '**/auth/verify-email/resend', answer);
    await banner.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(banner).toContainText(words);
  }
});

test('signing out works on this device even when the server cannot be reached', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient');
  await answers(page, '**/auth/logout', null);
  await signOut(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
});

test('the account page says which parts could not be loaded', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  const alerts = page.getByRole('main').getByRole('alert');
  for (const path of ['**/auth/passkeys', '**/auth/sessions']) await answers(page, path, { status: 500 });
  await page.goto('/account/security');
  await expect(alerts).toContainText([
    'Unable to load your passkeys.',
    'Unable to load where you are signed in.',
  ]);
  await answers(page, '**/auth/mfa', { status: 500 });
  await page.reload();
  await expect(alerts.first()).toContainText('Unable to load your account.');
});

test('roles: the dashboard offers each view once, names a missing role; a switch that fails says so', async ({
  page,
}) => {
  await signInByApi(page.request, 'multi');
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Your roles' })).toBeVisible();
  for (const [name, path] of [
    ['Provider view', '/trt/provider/cases'],
    ['Patient dashboard', '/trt/patient'],
    ['Admin cockpit', '/admin'],
  ] as const)
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', path);
  await answers(page, '**/auth/role', { status: 500 });
  await page.getByLabel('Active role').selectOption('Patient');
  await expect(page.getByText('Unable to switch role.')).toBeVisible();

  await page.route('**/auth/me', async (route) => {
    const answer = await route.fetch();
    const me = (await answer.json()) as { user: object; claims: object };
    const roles = { roles: [], role: '' };
    await route.fulfill({
      response: answer,
      json: { ...me, user: { ...me.user, ...roles }, claims: { ...me.claims, ...roles } },
    });
  });
  await page.reload();
  await expect(
    main.getByText('No specific role detected—contact support if you need more access.'),
  ).toBeVisible();
  await expect(main.getByRole('link', { name: 'Patient dashboard' })).toBeVisible();
});

test('a patient finds one entry and their role on the dashboard', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/dashboard');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(panel('Welcome').getByRole('link')).toHaveText(['Patient dashboard']);
  await expect(panel('Your roles').getByRole('listitem')).toHaveText(['Patient']);
  await panel('Welcome').getByRole('link').click();
  await expect(page).toHaveURL('/trt/patient');
});

test('the landing page says so while the session is checked', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/me', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByText('Checking your session…')).toBeVisible();
  answer();
  await expect(page.getByRole('link', { name: 'Create your account' }).first()).toBeVisible();
});

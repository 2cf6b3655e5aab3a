import { expect, test, type Page } from '@playwright/test';
import { signUpByApi } from './api.js';
import {
  NEW_PASSWORD,
  PASSWORD,
  fillSignIn,
  fillSignUp,
  newEmail,
  signIn,
  signInByApi,
  signOut,
} from './people.js';

const alert = (page: Page) => page.getByRole('alert');

test.describe('sign-in', () => {
  test('shows the exact message, and keeps the email', { tag: '@one-width' }, async ({ page }) => {
    await page.goto('/login');
    await fillSignIn(page, '', '');
    await expect(alert(page)).toHaveText('Enter your email.');
    await fillSignIn(page, ' new@demo.test ', '');
    await expect(alert(page)).toHaveText('Enter your password.');
    await fillSignIn(page, 'new@demo.test', 'not his password');
    await expect(alert(page)).toHaveText('The email or password is incorrect.');
    await expect(page.getByLabel('Email')).toHaveValue('new@demo.test');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    // Spaces in a password are not trimmed.
    await fillSignIn(page, 'new@demo.test', `${PASSWORD} `);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(alert(page)).toHaveText('The email or password is incorrect.');
    await fillSignIn(page, 'nobody@demo.test', PASSWORD);
    await expect(alert(page)).toHaveText('The email or password is incorrect.');
    await page.route('**/auth/login', (route) => route.fulfill({ status: 503, json: {} }));
    await fillSignIn(page, 'new@demo.test', PASSWORD);
    await expect(alert(page)).toHaveText('Authentication service is unavailable. Try again in a moment.');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  });

  test('accepts an address with spaces around it, and leads home', async ({ page }) => {
    await signIn(page, '  new@demo.test ');
    await expect(page).toHaveURL('/trt/patient');
    await signOut(page);
  });
});

test('sign-in and sign-up say what the program is and link to each other', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('main')).toContainText('This is an early-access program');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /^At least 12 characters\./,
  );
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('sign-up names a mismatch, a weak password with reasons, and an address in use', async ({
  page,
}, info) => {
  const email = newEmail(info.project.name);
  await page.goto('/signup');
  await fillSignUp(page, '');
  await expect(alert(page)).toHaveText('Enter your email address.');
  await fillSignUp(page, 'not an address');
  await expect(alert(page)).toHaveText('Enter a valid email address.');
  await page.getByLabel('Password', { exact: true }).fill('short');
  const meter = page.getByText('Too short: use at least 12 characters.');
  await expect(meter).toBeVisible();
  await fillSignUp(page, email, 'short');
  await expect(alert(page)).toHaveText('Use at least 12 characters.');
  await expect(meter).toHaveCount(0);
  await fillSignUp(page, email, NEW_PASSWORD, `${NEW_PASSWORD}2`);
  await expect(alert(page)).toHaveText('Passwords do not match.');
  await expect(page.getByLabel('Confirm password')).toBeFocused();
  await fillSignUp(page, email, 'password1234');
  await expect(alert(page)).toContainText('Please choose a stronger password.');
  await expect(alert(page).getByRole('listitem')).not.toHaveCount(0);
  await fillSignUp(page, 'patient@demo.test');
  await expect(alert(page)).toHaveText('That email is already registered. Try signing in instead.');
  await expect(page.getByLabel('Email')).toHaveValue('patient@demo.test');
  await expect(page).toHaveURL('/signup');
});

test('no text becomes markup in a page', async ({ page }) => {
  await page.goto('/login');
  const refused = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src="x">');
      return null;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(refused).toBe('TypeError');
});

test.describe('guards', () => {
  test('lead signed-out visitors to the landing page', { tag: '@one-width' }, async ({ page }) => {
    for (const path of [
      '/trt/patient',
      '/trt/patient/intake',
      '/trt/cases',
      '/trt/provider/plan-review',
      '/admin',
      '/dashboard',
      '/no/such/page',
    ]) {
      await page.goto(path);
      await expect(page, path).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Testosterone care');
    }
  });

  test(
    'lead a patient from staff and sign-in pages to their own',
    { tag: '@one-width' },
    async ({ page }, info) => {
      await signUpByApi(page.request, info.project.name);
      for (const path of [
        '/trt/cases',
        '/trt/provider/cases',
        '/trt/prescriptions',
        '/trt/discontinue',
        '/admin',
        '/login',
        '/signup',
        '/',
        '/no/such/page',
      ]) {
        await page.goto(path);
        await expect(page, path).toHaveURL('/trt/patient');
      }
      await expect(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
    },
  );

  test(
    'lead a provider from patient and sign-in pages to their cases',
    { tag: '@one-width' },
    async ({ page }) => {
      await signInByApi(page.request, 'provider');
      for (const path of ['/trt/patient', '/trt/patient/intake', '/admin', '/login', '/']) {
        await page.goto(path);
        await expect(page, path).toHaveURL('/trt/provider/cases');
      }
    },
  );
});

test.describe('the landing page', () => {
  const word = (page: Page) => page.locator('h1 .word-now');

  test('says how it works, what to count on and whom to trust, and links to sign-in and sign-up', async ({
    page,
  }) => {
    await page.goto('/');
    const section = (name: string) => page.getByRole('region', { name });
    await expect(section('How it works').getByRole('heading', { level: 3 })).toHaveText([
      'Medical intake',
      'Lab testing',
      'Physician consultation',
      'Ongoing care',
    ]);
    await expect(section('How it works')).toContainText('in 10 to 15 minutes');
    await expect(section('How it works')).toContainText('Quarterly lab monitoring is planned.');
    await expect(section('What you can count on').getByRole('heading', { level: 3 })).toHaveCount(6);
    for (const badge of ['Early access', 'Licensed U.S. clinicians', 'Care team'])
      await expect(page.getByRole('listitem').filter({ hasText: badge })).toBeVisible();
    const last = section('Start when you are ready');
    await expect(last.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/signup');
    const footer = page.getByRole('contentinfo');
    for (const [name, path] of [
      ['Terms of use', '/terms'],
      ['Privacy notice', '/privacy'],
    ] as const) {
      await footer.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goBack();
    }
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click();
    await expect(page).toHaveURL('/login');
  });

  test('changes its word every 5 seconds through three', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto('/');
    await page.clock.pauseAt(new Date(Date.now() + 1000));
    const first = await word(page).innerText();
    while ((await word(page).innerText()) === first) await page.clock.runFor(100);
    const seen = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      const now = await word(page).innerText();
      seen.add(now);
      await page.clock.runFor(4800);
      await expect(word(page)).toHaveText(now);
      await page.clock.runFor(200);
      await expect(word(page)).not.toHaveText(now);
    }
    expect(seen.size).toBe(3);
  });

  test('keeps its word with reduced motion', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const first = await word(page).innerText();
    await page.clock.runFor(20_000);
    await expect(word(page)).toHaveText(first);
  });
});

test('a user with several roles can switch between them', { tag: '@one-width' }, async ({ page }) => {
  await signInByApi(page.request, 'multi');
  await page.goto('/');
  await expect(page).toHaveURL('/trt/provider/cases');
  const role = page.getByRole('combobox', { name: 'Active role' });
  for (const [label, home] of [
    ['Patient', '/trt/patient'],
    ['System admin', '/admin'],
    ['Provider', '/trt/provider/cases'],
  ] as const) {
    await role.selectOption(label);
    await expect(page).toHaveURL(home);
    await expect(role).toBeEnabled();
    await expect(role.locator('option:checked')).toHaveText(label);
    // The badge names every role except the patient's, who has initials there.
    const frame = page.getByRole('banner');
    await expect(frame.getByText(label, { exact: true }).and(page.locator('span'))).toHaveCount(
      label === 'Patient' ? 0 : 1,
    );
    await expect(frame.getByRole('link', { name: 'your profile' })).toHaveCount(label === 'Patient' ? 1 : 0);
  }
  await role.selectOption('Patient');
  await expect(page).toHaveURL('/trt/patient');
  await page.reload();
  await expect(role.locator('option:checked')).toHaveText('Patient');
});

test('signing out signs out every tab', { tag: '@one-width' }, async ({ page, context }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient');
  const other = await context.newPage();
  await other.goto('/trt/patient/intake');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Section 1');
  await signOut(page);
  await expect(other).toHaveURL('/login');
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect((await page.request.get('/auth/me')).status()).toBe(401);
  await other.goto('/trt/patient');
  await expect(other).toHaveURL('/');
});

test('the skip link is the first keyboard stop and leads to the content', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  const signedOut = ['/', '/login', '/terms'];
  for (const path of ['/trt/patient', '/trt/patient/intake', ...signedOut]) {
    if (path === signedOut[0]) await page.context().clearCookies();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // As after loading: nothing has the focus yet.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' }), path).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main'), path).toBeFocused();
  }
});

test('the privacy notice names every cookie a sign-in sets', async ({ page, context }) => {
  await signInByApi(page.request, 'new');
  await page.goto('/privacy');
  const names = (await context.cookies()).map(({ name }) => name.replace('__Host-', ''));
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) await expect(page.getByRole('main')).toContainText(name);
});

test('nothing focused by keyboard is covered by a bar', async ({ page, playwright }, info) => {
  await signInByApi(page.request, 'patient');
  const elsewhere = await playwright.request.newContext({ baseURL: info.project.use.baseURL ?? '' });
  await signInByApi(elsewhere, 'patient');
  await elsewhere.dispose();
  for (const path of ['/trt/patient', '/account/security']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.getByRole('main').focus();
    const covered: string[] = [];
    let stops = 0;
    for (; stops < 80; stops += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(coveredFocus);
      if (stop === null) break;
      if (stop) covered.push(stop);
    }
    expect(stops, path).toBeGreaterThan(3);
    expect(covered, path).toEqual([]);
  }
});

/** Runs in the page: the name of a focused element under a bar, empty when fully visible, null outside the content. */
function coveredFocus(): string | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !element.closest('main')) return null;
  const { top, bottom } = element.getBoundingClientRect();
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const bars = [...document.querySelectorAll('nav')].filter(
    (nav) => getComputedStyle(nav).position === 'fixed',
  );
  const end = Math.min(innerHeight, ...bars.map((nav) => nav.getBoundingClientRect().top));
  return top >= header - 1 && bottom <= end + 1 ? '' : element.textContent || element.id || element.tagName;
}

import { expect, test, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { DEMO_TOTP_SECRET } from '../../server/demo/demo-people.js';
import { startRealIssuer, type RealIssuer } from '../support/real-issuer.js';
import { expectNoAxeViolations } from './axe.js';
import { OwnPortal } from './own-portal.js';
import { fillSignIn } from './people.js';

const [CLIENT, SECRET] = ['portal', 'a-secret-of-the-provider'];
const OFFER = 'Sign in with your organization';

/** What a user does on the provider's pages. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.locator('input[name="login"]').fill(email);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function leaveForProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: OFFER }).click();
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test.describe('single sign-on @one-width', () => {
  test.describe.configure({ mode: 'serial' });
  let portal: OwnPortal;
  let issuer: RealIssuer;

  test.beforeAll(async () => {
    portal = await OwnPortal.create();
    await portal.start();
    issuer = await startRealIssuer({ id: CLIENT, secret: SECRET, portal: portal.base });
  });
  test.afterAll(async () => {
    await Promise.all([portal?.close(), issuer?.close()]);
  });
  const login = (page: Page, rest = '') => page.goto(`${portal.base}/login${rest}`);

  test('is connected, tested, and only then required', async ({ page }) => {
    await login(page);
    await fillSignIn(page, 'orgadmin@demo.test');
    await expect(page).not.toHaveURL(/\/login/);
    await page.goto(`${portal.base}/admin/organisations`);
    const open = page.getByRole('button', { name: 'Single sign-on: Founders Clinic' });
    await open.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`${portal.base}/auth/sso/callback`);
    await dialog.getByLabel('Issuer').fill(issuer.issuer);
    await dialog.getByLabel('Client ID').fill(CLIENT);
    await dialog.getByLabel('Client secret').fill(SECRET);
    await dialog.getByLabel('Email domains').fill('demo.test');
    await expect(dialog.getByLabel('Require single sign-on for staff')).toBeDisabled();
    await expectNoAxeViolations(page, 'the single sign-on dialog');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(dialog).toContainText('No sign-in with these settings has worked yet.');
    await expect(dialog.getByLabel('Client secret')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Try the sign-in' }).click();
    await signInAtProvider(page, 'orgadmin@demo.test');
    await expect(page.getByRole('status').filter({ hasText: 'The sign-in worked.' })).toBeVisible();
    await open.click();
    await dialog.getByLabel('Require single sign-on for staff').check();
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Single sign-on settings saved.')).toBeVisible();
  });

  test('takes over from a refused password, and signs out at the provider too', async ({ page }) => {
    await login(page);
    await fillSignIn(page, 'provider@demo.test');
    await expect(page.getByRole('heading', { level: 1, name: OFFER })).toBeVisible();
    await expect(
      page.getByText('Your organization asks its staff to sign in on its own page.'),
    ).toBeVisible();
    await expect(page.getByLabel('Work email')).toHaveValue('provider@demo.test');
    await expectNoAxeViolations(page, 'signing in with an organization');
    await page.getByRole('button', { name: 'Continue' }).click();
    await signInAtProvider(page, 'provider@demo.test');
    await expect(page).toHaveURL(/\/provider/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(new RegExp(`^${issuer.issuer}`));
  });

  test("asks for the account's second step", async ({ page }) => {
    await login(page);
    await leaveForProvider(page, 'mfa@demo.test');
    await signInAtProvider(page, 'mfa@demo.test');
    await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
    expect(page.url()).toBe(`${portal.base}/login`);
    await page.getByLabel('Authenticator code').fill(new TOTP({ secret: DEMO_TOTP_SECRET }).generate());
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).not.toHaveURL(/\/login/);
  });

  test('says what went wrong', async ({ page }) => {
    await login(page);
    await leaveForProvider(page, 'someone@elsewhere.example');
    await expect(page.getByText('No organization signs in with this address.')).toBeVisible();
    await page.getByRole('button', { name: 'Use a password' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await leaveForProvider(page, 'nobody@demo.test');
    await signInAtProvider(page, 'nobody@demo.test');
    await expect(page.getByRole('alert')).toContainText('You are not signed in.');
    expect(page.url()).toBe(`${portal.base}/login`);
    await login(page, '?sso=expired');
    await expect(page.getByRole('alert')).toContainText('took too long');
    await login(page, '?sso=unavailable');
    await expect(page.getByRole('alert')).toContainText('does not answer');
  });
});

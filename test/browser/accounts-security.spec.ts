import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { OTHER_PASSWORD, SECURITY, openSecurity, panel } from './account-screens.js';
import { signUpByApi, signUpVerified, submitByApi, verifyByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { signInByApi } from './clinic.js';
import { fillSignIn, NEW_PASSWORD, signOut } from './people.js';

/** /account/security: the second step, the passkeys, the password, the devices. */

const STEP_MS = 30_000;

/** A code works once, so use the next half minute's, which the server accepts early. */
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

const codeField = (page: Page) => page.getByLabel('Authenticator code');

/** Turns the authenticator app on and returns it with the recovery codes. */
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

/** Another device: a separate browser context, signed in as the same user. */
async function otherDevice(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInByApi(page.request, email, NEW_PASSWORD);
  return page;
}

test('authenticator app: set up, sign in by code and by recovery code, new codes, off', async ({
  page,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await openSecurity(page);
  await expect(panel(page, 'Authenticator app')).toContainText('Verify your email address first');
  await expect(panel(page, 'Email address').getByRole('button')).toHaveCount(0);
  await verifyByApi(page.request, email);
  await page.reload();
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
  const { question } = await asksForProof(page);
  await codeField(page).fill('000000');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByRole('alert')).toHaveText('That code isn’t right.');
  await expectNoAxeViolations(page, 'the question for a code');
  await question.getByRole('button', { name: 'Use a recovery code' }).click();
  await question.getByLabel('Recovery code').fill(codes[3] ?? '');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await endedElsewhere(page);
  const mine = panel(page, 'Authenticator app');
  await expect(mine.getByText('8 recovery codes are left.')).toBeVisible();
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
  await expect(mine.getByRole('alert')).toHaveText('That code isn’t right.');
  await codeField(page).fill(fresh[0] ?? '');
  await mine.getByRole('button', { name: 'Turn off authenticator app' }).click();
  await expect(mine.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  await signOut(page);
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL('/trt/patient');
});

test('a changed password signs out the other devices, and one device signs out another', async ({
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
  // The most recently seen one is first among the others.
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
  const email = await signUpVerified(page.request, info.project.name);
  await openSecurity(page);
  const mine = panel(page, 'Passkeys');
  await mine.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(mine).toContainText('every sign-in asks for it');
  const name = 'Work <img src=x onerror=window.ran=1>';
  await mine.getByLabel('Name of the passkey').fill(name);
  await mine.getByLabel('Your password').fill(NEW_PASSWORD);
  await mine.getByRole('button', { name: 'Continue' }).click();
  await expect(mine.getByRole('listitem')).toContainText(name);
  await expectNoAxeViolations(page, 'the passkeys');
  await signOut(page);
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(codeField(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/trt/patient');
  await openSecurity(page);
  await expect(mine.getByRole('listitem')).toContainText('last used');
  const { question } = await asksForProof(page);
  await expect(question).toContainText('This step asks for your passkey.');
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await endedElsewhere(page);
  await mine.getByRole('button', { name: `Remove ${name}` }).click();
  await mine.getByLabel('Your password').fill(NEW_PASSWORD);
  await mine.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(mine.getByText('You have no passkeys yet.')).toBeVisible();
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
});

test('one minute before the session ends the portal asks, and staying extends it', async ({ page }, info) => {
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

/** Ending the other sessions asks for fresh proof, the first time; a second session to end, as far as the screen knows. */
async function asksForProof(page: Page): Promise<{ question: Locator; tries: () => number }> {
  let tries = 0;
  await page.route('**/auth/sessions/revoke-others', async (route) => {
    tries += 1;
    if (tries > 1) await route.continue();
    else
      await route.fulfill({
        status: 403,
        json: { error: 'reauth_required', message: 'Please confirm that it is you, and try again.' },
      });
  });
  const own = (await (await page.request.get('/auth/sessions')).json()) as { sessions: object[] };
  const twin = { ...own.sessions[0], id: crypto.randomUUID(), current: false };
  await page.route('**/auth/sessions', (route) =>
    route.fulfill({ json: { sessions: [...own.sessions, twin] } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  return { question: page.getByRole('dialog', { name: 'Confirm that it is you' }), tries: () => tries };
}
async function endedElsewhere(page: Page): Promise<void> {
  await expect(page.getByText('Every other device is signed out.', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
}

test('an action that needs fresh proof asks for the password and then continues', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await openSecurity(page);
  const { question, tries } = await asksForProof(page);
  await expectNoAxeViolations(page, 'the question for a proof');
  await question.getByLabel('Your password').fill('not the password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByRole('alert')).toHaveText('The password is not right.');
  await question.getByLabel('Your password').fill(NEW_PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await endedElsewhere(page);
  expect(tries()).toBe(2);
});

test(
  'staff of a clinic that requires a second step are sent to set it up',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'provider@demo.test');
    await page.route('**/api/trt/**', (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'mfa_enrollment_required', message: 'Set up a second sign-in step first.' },
      }),
    );
    await page.goto('/trt/provider/cases');
    await expect(page).toHaveURL(`${SECURITY}?required=mfa`);
    await expect(page.getByText('Your clinic requires MFA for staff')).toBeVisible();
  },
);

test('a record entered before its address was verified waits until staff release it', async ({
  page,
  browser,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { full_name: 'Held Person', email });
  await page.request.post('/auth/logout');
  await page.request.post('/auth/request-password-reset', { data: { email } });
  let link: string | undefined;
  await expect(async () => {
    const mails = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const links = ((await mails.json()) as { links: string[] }[]).flatMap((mail) => mail.links);
    link = links.find((l) => l.includes('/reset-password'));
    expect(link).toBeDefined();
  }).toPass();
  const token = new URL(link!).searchParams.get('token');
  const done = await page.request.post('/auth/reset-password', { data: { token, password: OTHER_PASSWORD } });
  expect(done.status()).toBe(200);
  await signInByApi(page.request, email, OTHER_PASSWORD);
  await page.goto('/trt/patient');
  await expect(page.getByText('Some information was entered before your email was verified.')).toBeVisible();

  const staff = await (await browser.newContext({ baseURL: info.project.use.baseURL })).newPage();
  await signInByApi(staff.request, 'provider@demo.test');
  await staff.goto('/trt/provider/patients');
  const held = panel(staff, 'Held records');
  await expect(held).toContainText(email);
  await expectNoAxeViolations(staff, 'held records');
  await held.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
  await expect(staff.getByText('This record has been held since')).toBeVisible();
  await staff.getByRole('button', { name: 'Release the record of Held Person' }).click();
  await staff.getByRole('dialog').getByRole('textbox').fill('Called the patient, who confirmed the answers.');
  await staff.getByRole('button', { name: 'Release record' }).click();
  await expect(staff.getByText('The record of Held Person is released.')).toBeVisible();
  await expect(staff.getByText('This record has been held since')).toHaveCount(0);
  await staff.context().close();
});

test(
  'a colleague’s record opens with a reason, and the colleague is notified',
  { tag: '@one-width' },
  async ({ page, browser }, info) => {
    await signInByApi(page.request, 'provider@demo.test');
    const email = await (async () => {
      const own = await (await browser.newContext({ baseURL: info.project.use.baseURL })).newPage();
      const address = await signUpByApi(own.request, info.project.name);
      await submitByApi(own.request, { full_name: 'Opened Person', email: address });
      await own.context().close();
      return address;
    })();
    const filter = encodeURIComponent(JSON.stringify({ q: email }));
    const { items } = (await (await page.request.get(`/api/trt/cases?filter=${filter}`)).json()) as {
      items: { id: string; patient_id: string; version: number }[];
    };
    const { id, patient_id, version } = items[0]!;
    const me = (await (await page.request.get('/auth/me')).json()) as { user: { id: string } };
    const assigned = await page.request.patch(`/api/trt/cases/${id}`, {
      data: { version, primary_clinician: me.user.id },
    });
    expect(assigned.status()).toBe(200);

    const colleague = await (await browser.newContext({ baseURL: info.project.use.baseURL })).newPage();
    await signInByApi(colleague.request, 'multi@demo.test');
    let opened = false;
    await colleague.route('**/api/provider/patients/*/open', async (route) => {
      const answer = await route.fetch();
      opened = answer.status() === 200;
      await route.fulfill({ response: answer });
    });
    // The policy belongs to a clinic that other journeys use at the same time.
    await colleague.route(`**/api/provider/patients/${patient_id}`, (route) =>
      opened
        ? route.continue()
        : route.fulfill({
            status: 403,
            json: {
              error: 'reason_required',
              message: 'Say why you open this record.',
              detail: { patient_id },
            },
          }),
    );
    await colleague.goto(`/trt/provider/patients/${patient_id}`);
    const question = colleague.getByRole('dialog', { name: 'Why are you opening this record?' });
    await question.getByRole('button', { name: 'Open record' }).click();
    await expect(question).toContainText('Enter the reason.');
    await expectNoAxeViolations(colleague, 'the reason');
    await question.getByLabel('Reason').fill('Covering the phone today');
    await question.getByRole('button', { name: 'Open record' }).click();
    await expect(colleague.getByRole('heading', { name: 'Opened Person' })).toBeVisible();
    await colleague.context().close();

    await page.goto('/trt/provider/patients');
    const told = panel(page, 'Records of your patients: what others did');
    const entry = told.getByRole('listitem').filter({ hasText: 'Opened Person' }).first();
    await expect(entry).toContainText('Covering the phone today');
    await expectNoAxeViolations(page, 'opened records');
    await entry.getByRole('button', { name: /^Seen/ }).click();
    await expect(told.getByRole('listitem').filter({ hasText: 'Opened Person' })).toHaveCount(0);
  },
);

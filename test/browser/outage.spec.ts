import { expect, test, type Browser, type Page } from '@playwright/test';
import { OwnPortal } from './own-portal.js';
import { newEmail, signInByApi } from './people.js';

/** The portal with its PostgreSQL really halted, and three people at work: no one is signed out, nothing is lost. */

const SENTENCE = 'The service is temporarily unavailable. Please try again shortly.';
const BY_ITSELF = 'This page tries again by itself.';
/** A first call waits for the database before it gives up. */
const NOTICED = { timeout: 12_000 };
const BACK = { timeout: 20_000 };

const main = (page: Page) => page.getByRole('main');
const alertOf = (page: Page) => main(page).getByRole('alert');
const bannerOf = (page: Page, text: string) => main(page).getByRole('status').filter({ hasText: text });
const walkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

async function open(browser: Browser, portal: OwnPortal, who: string, paths: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.base, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signInByApi(page.request, who);
  // What has been read can be cached.
  for (const path of paths) await page.goto(path, { waitUntil: 'networkidle' });
  return page;
}

const ADMIN_SCREENS = [
  ['Users', 'Unable to load users.', 'table'],
  ['Organizations', 'Unable to load organizations.', 'table'],
  ['Email log', 'Unable to load the email log.', 'table'],
  ['Rule set', 'Unable to load the rule set.', 'table'],
  ['Audit log', 'Unable to load the audit log.', 'table'],
  ['Articles', 'Unable to load articles.', 'table'],
] as const;

test(
  'a halted database: what was read is shown with its age, the rest says so and recovers',
  { tag: '@one-width' },
  async ({ browser }) => {
    const portal = await OwnPortal.create();
    try {
      await portal.start();
      const admin = await open(browser, portal, 'admin', ['/admin/users', '/admin']);
      const provider = await open(browser, portal, 'provider', [
        '/trt/provider/plan-review',
        '/trt/provider/cases',
      ]);
      const patient = await open(browser, portal, 'patient', ['/trt/patient/prescriptions', '/trt/patient']);
      portal.haltDatabase();

      await test.step('an administrator still sees what was loaded, and is told what is missing', async () => {
        await admin.getByRole('button', { name: 'Refresh' }).click();
        await expect(alertOf(admin)).toContainText(SENTENCE, NOTICED);
        await expect(alertOf(admin)).toContainText('What you see was read');
        await expect(admin.getByRole('heading', { name: 'Active TRT cases' })).toBeVisible();
        await expect(main(admin)).toContainText('Last known: Connected.');
        for (const [screen, failed] of ADMIN_SCREENS.slice(1)) {
          await walkTo(admin, screen);
          await expect(alertOf(admin), screen).toContainText(failed, NOTICED);
          await expect(alertOf(admin), screen).toContainText(BY_ITSELF);
        }
      });

      await test.step('an administrator’s action is refused and keeps what was typed', async () => {
        await walkTo(admin, 'Users');
        await admin.getByRole('button', { name: 'Invite a user' }).click();
        const dialog = admin.getByRole('dialog');
        await dialog.getByLabel('Email').fill(newEmail('outage'));
        await dialog.getByLabel('System admin').check();
        await dialog.getByLabel('Scope').selectOption('Founders Clinic');
        await dialog.getByRole('button', { name: 'Send invitation' }).click();
        await expect(dialog.getByRole('alert')).toContainText(SENTENCE, NOTICED);
        await expect(dialog.getByLabel('Email')).toHaveValue(/^outage-/);
      });

      await test.step('a provider sees the last list with its age, and cannot approve anything', async () => {
        await walkTo(provider, 'Plan Review');
        await expect(bannerOf(provider, 'Showing fallback plans')).toContainText('ago', NOTICED);
        await expect(provider.getByRole('button', { name: /^Approve/ }).first()).toBeDisabled();
        for (const button of await main(provider)
          .getByRole('button', { name: /^(Approve|Flag|Unflag)/ })
          .all())
          await expect(button).toBeDisabled();
        await walkTo(provider, 'Labs');
        await expect(alertOf(provider)).toContainText(BY_ITSELF, NOTICED);
      });

      await test.step('a patient still sees the plan, with its age, and keeps typing', async () => {
        await patient.reload();
        await expect(bannerOf(patient, 'cached plan details')).toContainText('old', NOTICED);
        await walkTo(patient, 'My Prescriptions');
        await expect(bannerOf(patient, 'cached prescriptions')).toContainText('old', NOTICED);
        await walkTo(patient, 'Progress');
        await expect(alertOf(patient)).toContainText('Unable to load your progress.', NOTICED);
        await expect(alertOf(patient)).toContainText(BY_ITSELF);
      });

      portal.resumeDatabase();
      await test.step('everything recovers automatically', async () => {
        await expect(patient.getByRole('button', { name: 'Show as table' }).first()).toBeVisible(BACK);
        await expect(alertOf(patient)).toHaveCount(0);
        await expect(provider.getByRole('table')).toBeVisible(BACK);
        await expect(alertOf(provider)).toHaveCount(0);
        const dialog = admin.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Send invitation' }).click();
        await expect(dialog).toHaveCount(0, BACK);
        for (const [screen, , role] of ADMIN_SCREENS) {
          await walkTo(admin, screen);
          await expect(main(admin).getByRole(role).first(), screen).toBeVisible(BACK);
          await expect(alertOf(admin), screen).toHaveCount(0);
        }
        for (const page of [admin, provider, patient])
          expect((await page.request.get('/auth/me')).status()).toBe(200);
      });
    } finally {
      await portal.close();
    }
  },
);

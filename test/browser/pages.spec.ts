import { expect, test, type Page, type TestInfo } from '@playwright/test';
import { signUpByApi } from './api.js';
import { expectContrast, expectNoAxeViolations } from './axe.js';
import { openCase, openTab } from './case-screens.js';
import { next } from './intake-form.js';
import { signInByApi } from './people.js';

const NARROW = { width: 320, height: 720 };

interface Look {
  page: Page;
  info: TestInfo;
  who: string;
  /** Public and patient pages must fit a 320 px screen; staff work at a desk. */
  reflows: boolean;
}

/**
 * One screen: one h1, a title, no policy violation, axe clean, no horizontal scrolling. The dark scheme is
 * checked at one width: its colors are the same at every other.
 */
async function check(look: Look, name: string): Promise<void> {
  const { page, info } = look;
  await expect(page.locator('h1'), name).toHaveCount(1);
  // One part may begin to load only when another has come.
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0);
  await expect.soft(page, name).toHaveTitle(/\S - TRT Program$/);
  await shoot(look, 'light', name);
  await expectNoAxeViolations(page, name);
  if (info.project.name === 'phone' && !process.env.SCREENSHOTS) return;
  await changeScheme(page, 'dark');
  await shoot(look, 'dark', name);
  await expectContrast(page, `${name} in the dark`);
  await changeScheme(page, 'light');
  // A touch screen widens its layout to fit, so only a non-touch one can tell.
  if (look.reflows && !info.project.use.isMobile) await expectReflow(page, name);
}

async function changeScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  // The landing page checks the scheme once, before its first paint.
  if (new URL(page.url()).pathname === '/') await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
  // Inherited colors arrive a frame or two after the attribute.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

async function expectReflow(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(NARROW);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.soft
    .poll(overflow, { message: `${name}: sideways scrolling at ${NARROW.width} px`, timeout: 2000 })
    .toBe(0);
  if (before) await page.setViewportSize(before);
}

async function shoot({ page, info, who }: Look, scheme: string, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const file = `${info.project.name}-${scheme}-${who}${name.replace(/[^\w-]+/g, '_')}.png`;
  await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
}

async function checkAll(look: Look, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await look.page.goto(path);
    await check(look, path);
  }
}

function watchPolicy(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|requires 'Trusted/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

for (const { who, title, paths, reflows } of [
  {
    who: null,
    title: 'public pages',
    paths: ['/', '/login', '/signup', '/terms', '/privacy', '/verify-email'],
    reflows: true,
  },
  {
    who: 'patient',
    title: 'pages of a patient with a plan',
    paths: [
      '/trt/patient',
      '/trt/patient/prescriptions',
      '/trt/patient/profile',
      '/trt/patient/intake',
      '/trt/patient/education',
      '/dashboard',
    ],
    reflows: true,
  },
  {
    who: 'patient',
    title: 'progress, appointments, messages and an article of a patient',
    paths: [
      '/trt/patient/progress',
      '/trt/patient/treatment',
      '/trt/patient/appointments',
      '/trt/patient/messages',
      '/trt/patient/apps',
      '/help/hematocrit',
    ],
    reflows: true,
  },
  { who: 'review', title: 'dashboard while a plan is in review', paths: ['/trt/patient'], reflows: true },
  { who: 'multi', title: 'home of who has several roles', paths: ['/dashboard'], reflows: true },
  {
    who: 'provider',
    title: 'worklists of a provider',
    paths: [
      '/trt/cases',
      '/trt/provider/patients',
      '/trt/prescriptions',
      '/trt/provider/labs',
      '/trt/provider/lab-reports',
      '/trt/provider/appointments?view=past',
      '/trt/provider/messages?view=all',
      '/trt/discontinue',
    ],
    reflows: false,
  },
  {
    who: 'admin',
    title: 'pages of an administrator',
    paths: ['/admin', '/admin/completeness', '/admin/articles'],
    reflows: false,
  },
]) {
  const tag = reflows ? [] : ['@one-width'];
  test(`${title}: accessible in light and dark`, { tag }, async ({ page }, info) => {
    const violations = watchPolicy(page);
    if (who) await signInByApi(page.request, who);
    await checkAll({ page, info, who: who ?? 'anybody', reflows }, paths);
    expect(violations).toEqual([]);
  });
}

test('pages of a new patient, all ten sections of the intake: accessible in light and dark', async ({
  page,
}, info) => {
  const violations = watchPolicy(page);
  await signUpByApi(page.request, info.project.name);
  const look = { page, info, who: 'new', reflows: true };
  await checkAll(look, ['/trt/patient', '/trt/patient/education', '/trt/patient/intake?section=1']);
  for (let section = 2; section <= 10; section += 1) {
    await next(page, section);
    await check(look, `/trt/patient/intake?section=${section}`);
  }
  expect(violations).toEqual([]);
});

test(
  'pages of a provider, every tab of a case: accessible in light and dark',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const violations = watchPolicy(page);
    const look = { page, info, who: 'provider', reflows: false };
    await signInByApi(page.request, 'provider');
    await checkAll(look, ['/trt/provider/cases', '/trt/provider/plan-review']);
    await openCase(page, 'Marcus Bell');
    for (const tab of ['Alerts', 'Rules', 'Labs', 'Plan', 'Prescriptions']) {
      await openTab(page, tab);
      await check(look, `/trt/cases/${tab}`);
    }
    const main = page.getByRole('main');
    const address = page.url().replace(/\?.*/, '');
    await checkAll(look, [`${address}/titration`, `${address}/prescriptions`]);
    await page.goto(address);
    await main.getByRole('link', { name: 'Patient profile' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Marcus Bell' })).toBeVisible();
    await check(look, '/trt/provider/patients/id');
    expect(violations).toEqual([]);
  },
);

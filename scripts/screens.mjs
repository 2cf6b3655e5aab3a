// `npm run screens [name ...]`: takes the pictures of docs/screens.md from the demo data of a portal of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from '../test/browser/chromium.ts';

const PORT = Number(process.env.PORT ?? 3219);
const BASE = `http://localhost:${PORT}`;
const PASSWORD = 'Trt-demo-2026!pass';
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/**
 * Name of the picture, demo account (null: signed out), address, and whether a dark and a phone picture go with it.
 * @type {readonly (readonly [string, string | null, string, { dark?: boolean, phone?: boolean }])[]}
 */
const SCREENS = [
  ['landing', null, '/', { dark: true }],
  ['login', null, '/login', { dark: true }],
  ['signup', null, '/signup', { dark: true }],
  ['forgot-password', null, '/forgot-password', { dark: true }],
  ['reset-password', null, '/reset-password?token=example', { dark: true }],
  ['verify-email', null, '/verify-email', { dark: true }],
  ['patient-dashboard', 'patient', '/trt/patient', { dark: true, phone: true }],
  ['patient-dashboard-no-plan', 'joel.park', '/trt/patient', {}],
  ['patient-intake', 'new', '/trt/patient/intake', { dark: true, phone: true }],
  ['patient-intake-submitted', 'review', '/trt/patient/intake', { dark: true }],
  ['patient-education', 'patient', '/trt/patient/education', { dark: true }],
  ['patient-prescriptions', 'patient', '/trt/patient/prescriptions', { dark: true }],
  ['patient-refill', 'patient', '/trt/patient/refill', { phone: true }],
  ['patient-doses', 'patient', '/trt/patient/doses', { phone: true }],
  ['patient-treatment', 'patient', '/trt/patient/treatment', { dark: true, phone: true }],
  ['patient-profile', 'patient', '/trt/patient/profile', { dark: true }],
  ['patient-progress', 'patient', '/trt/patient/progress', { dark: true }],
  ['patient-appointments', 'patient', '/trt/patient/appointments', { dark: true }],
  ['patient-messages', 'patient', '/trt/patient/messages', { dark: true }],
  ['account-security', 'patient', '/account/security', { dark: true }],
  ['cases', 'provider', '/trt/provider/cases', { dark: true }],
  ['case', 'provider', '/trt/cases/{case}', { dark: true }],
  ['plan-review', 'provider', '/trt/provider/plan-review', {}],
  ['admin-cockpit', 'admin', '/admin', { dark: true }],
  ['admin-api-keys', 'orgadmin', '/admin/api-keys', {}],
];

async function untilReady(child) {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The portal did not start.');
    const ready = await fetch(`${BASE}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(250);
  }
}

async function caseOf(context, name) {
  const filter = encodeURIComponent(JSON.stringify({ q: name }));
  const answer = await context.request.get(`${BASE}/api/trt/cases?filter=${filter}`);
  return (await answer.json()).items[0].id;
}

async function take(browser, [name, who, path], { scheme, phone }) {
  const context = await browser.newContext({
    viewport: phone ? PHONE : WIDE,
    isMobile: phone,
    hasTouch: phone,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  });
  if (who)
    await context.request.post(`${BASE}/auth/login`, {
      data: { email: `${who}@demo.test`, password: PASSWORD },
    });
  // The picture shows the form, which a link that cannot be used does not.
  await context.route('**/auth/reset-password/check', (route) => route.fulfill({ status: 204 }));
  const page = await context.newPage();
  const address = path.includes('{case}')
    ? path.replace('{case}', await caseOf(context, 'Marcus Bell'))
    : path;
  await page.goto(BASE + address);
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  const suffix = phone ? '-phone' : scheme === 'dark' ? '-dark' : '';
  await page.screenshot({ path: join('docs/images', `${name}${suffix}.png`) });
  await context.close();
}

const named = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'trt-screens-'));
const child = spawn(process.execPath, ['scripts/start.mjs'], {
  env: { ...process.env, PORT: String(PORT), PUBLIC_ORIGIN: BASE, DATA_DIR: folder, LOG_LEVEL: 'warn' },
  stdio: 'ignore',
});
try {
  await untilReady(child);
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  for (const screen of SCREENS.filter(([name]) => named.length === 0 || named.includes(name))) {
    const { dark, phone } = screen[3];
    await take(browser, screen, { scheme: 'light', phone: false });
    if (dark) await take(browser, screen, { scheme: 'dark', phone: false });
    if (phone) await take(browser, screen, { scheme: 'light', phone: true });
    process.stdout.write(`${screen[0]}\n`);
  }
  await browser.close();
} finally {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

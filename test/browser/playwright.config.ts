import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './chromium.js';

const PORT = Number(process.env.BROWSER_TEST_PORT ?? 3210);
const { executablePath, args, env } = await findBrowser();
const base = `http://localhost:${PORT}`;
// The workers load this file again: the run's folder is created once.
process.env.BROWSER_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'trt-browser-'));

/** `npm test` leaves these to `npm run test:all`: how each screen looks and reads in every state, and journeys that no clinical decision rests on. */
const BEFORE_A_RELEASE = [
  'accounts',
  'accounts-security',
  'accounts-words',
  'admin',
  'admin-articles',
  'admin-outage',
  'assistant',
  'check-ins',
  'clicks',
  'fonts',
  'intake-questions',
  'lab-messages',
  'lab-orders',
  'lab-reports',
  'outage',
  'pages',
  'patient-apps',
  'patient-care',
  'patient-facts',
  'patient-screens',
  'pharmacies',
  'provider-care',
  'provider-keyboard',
  'provider-words',
  'public',
  'resilience',
  'retention',
  'sso',
  'staff-lists',
  'staff-phone',
  'staff-review',
  'staff-situations',
  'staff-told',
  'stored-arrivals',
  'stored-text',
  'treatment',
].map((name) => `${name}.spec.ts`);
/**
 * Every page a patient can reach and the journeys through them; staff work at a desk, and files about wording, rules and what is
 * kept run at one width, as do tagged tests.
 */
const ON_A_PHONE = [
  'journey',
  'pages',
  'patient-apps',
  'patient-care',
  'patient-danger',
  'patient-intake',
  'patient-screens',
  'public',
].map((name) => `${name}.spec.ts`);
/** Its phone only follows up what the desk did. */
const JOURNEY = 'journey.spec.ts';
const ONLY_ON_A_PHONE = ON_A_PHONE.filter((name) => name !== JOURNEY);
const ONE_WIDTH = /@one-width/;
const ofEachChange = process.env.TEST_SET === 'change';
const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(process.env.BROWSER_TEST_DATA, 'results'),
  timeout: 240_000,
  expect: { timeout: 10_000 },
  // Three, also on two cores: a page waits for the portal as often as it computes.
  workers: 3,
  fullyParallel: true,
  // A busy machine may stall a browser once; tests that pass only on retry are listed as flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: join(process.env.BROWSER_TEST_DATA, 'report.json') }]],
  use: {
    baseURL: base,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
  },
  projects: ofEachChange
    ? [
        { name: 'desktop', testIgnore: [...BEFORE_A_RELEASE, ...ONLY_ON_A_PHONE], use: DESK },
        {
          name: 'one-width',
          testMatch: ONLY_ON_A_PHONE,
          testIgnore: BEFORE_A_RELEASE,
          grep: ONE_WIDTH,
          use: DESK,
        },
        {
          name: 'phone',
          testMatch: ONLY_ON_A_PHONE,
          testIgnore: BEFORE_A_RELEASE,
          grepInvert: ONE_WIDTH,
          use: PHONE,
        },
      ]
    : [
        { name: 'desktop', use: DESK },
        { name: 'phone', testMatch: ON_A_PHONE, grepInvert: ONE_WIDTH, use: PHONE },
      ],
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: join(import.meta.dirname, '../..'),
    url: `${base}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(PORT),
      PUBLIC_ORIGIN: base,
      DATA_DIR: join(process.env.BROWSER_TEST_DATA, 'data'),
      LOG_LEVEL: 'warn',
    },
  },
});

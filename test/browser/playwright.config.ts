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

/** How each screen looks and reads, in every state: they run before a release, the journeys with every change. */
const SCREENS = [
  'accounts-words',
  'admin-articles',
  'admin-outage',
  'assistant',
  'check-ins',
  'fonts',
  'intake-questions',
  'pages',
  'patient-facts',
  'patient-screens',
  'provider-keyboard',
  'provider-words',
  'public',
  'resilience',
  'retention',
  'staff-lists',
  'staff-phone',
  'staff-situations',
].map((name) => `${name}.spec.ts`);
/** Without it all of them run. */
const only = process.env.BROWSER_TESTS as 'journeys' | 'screens' | undefined;

export default defineConfig({
  testDir: '.',
  testMatch: only === 'screens' ? SCREENS : '*.spec.ts',
  testIgnore: only === 'journeys' ? SCREENS : [],
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
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'phone',
      // Every page a patient can reach and the journeys through them; staff work at a desk, and files about wording, rules and
      // what is kept run at one width, as do tagged tests.
      testMatch: [
        'journey.spec.ts',
        'pages.spec.ts',
        'patient-care.spec.ts',
        'patient-danger.spec.ts',
        'patient-intake.spec.ts',
        'patient-screens.spec.ts',
        'public.spec.ts',
      ].filter((name) => only !== 'screens' || SCREENS.includes(name)),
      grepInvert: /@one-width/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
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

import { expect, test, type Page, type Route } from '@playwright/test';
import { signUpByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { signInByApi } from './people.js';

/** Every patient screen while loading, on failure, when empty, and with a stale answer. */

const SCREENS = [
  {
    path: '/trt/patient',
    api: '/api/trt/dashboard',
    heading: 'My plan',
    failed: 'Unable to load dashboard.',
  },
  {
    path: '/trt/patient/prescriptions',
    api: '/api/prescriptions',
    heading: 'My prescriptions',
    failed: 'Unable to load prescriptions right now.',
  },
  {
    path: '/trt/patient/profile',
    api: '/api/patient/profile',
    heading: 'Profile',
    failed: 'Unable to load your profile.',
  },
  {
    path: '/trt/patient/education',
    api: '/api/trt/education',
    heading: 'Before you start',
    failed: 'Unable to load education content',
  },
  {
    path: '/trt/patient/progress',
    api: '/api/progress',
    heading: 'Progress',
    failed: 'Unable to load your progress.',
  },
  {
    path: '/trt/patient/treatment',
    api: '/api/trt/timeline',
    heading: 'My treatment',
    failed: 'Unable to load your treatment.',
  },
  {
    path: '/trt/patient/appointments',
    api: '/api/appointments',
    heading: 'Appointments',
    failed: 'Unable to load your appointments.',
  },
  {
    path: '/trt/patient/messages',
    api: '/api/messages',
    heading: 'Messages',
    failed: 'Unable to load your messages.',
  },
] as const;

const NAVIGATION = [
  'Dashboard',
  'My Plan',
  'My Prescriptions',
  'Profile',
  'Intake',
  'Education',
  'My Doses',
  'My Treatment',
  'Progress',
  'Appointments',
  'Messages',
];

const down = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '1' },
    json: { error: 'database_unavailable', message: 'No.', detail: 'database_unavailable', request_id: 'x' },
  });
/** An answer with its list emptied; the rest as the server has it. */
const emptied =
  (...names: string[]) =>
  async (route: Route) => {
    const json = (await (await route.fetch()).json()) as Record<string, unknown>;
    for (const name of names) json[name] = [];
    await route.fulfill({ json });
  };
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const main = (page: Page) => page.getByRole('main');

test(
  'every screen has its own message when it cannot load, and can retry',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'patient');
    for (const { path, api, heading, failed } of SCREENS) {
      await page.route(`**${api}`, down);
      await page.goto(path);
      const alert = main(page).getByRole('alert').filter({ hasText: failed });
      await expect(alert, path).toBeVisible();
      await expect(alert).not.toContainText('database_unavailable');
      await expectNoAxeViolations(page, `${path} that cannot load`);
      // The way back is the same everywhere.
      if (path !== '/trt/patient' && path !== '/trt/patient/messages') continue;
      await page.unroute(`**${api}`);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0);
    }
  },
);

test(
  'panels that cannot load do not affect the rest of the screen',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'patient');
    for (const api of ['/api/trt/reminders', '/api/trt/reminders/email', '/api/prescriptions'])
      await page.route(`**${api}`, down);
    await page.goto('/trt/patient');
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(panel('Reminders')).toContainText('Unable to load reminders.');
    await expect(panel('Reminder emails')).toContainText('Unable to load your reminder emails.');
    await expect(panel('Prescriptions')).toContainText('Unable to load prescriptions right now.');
    await expect(panel('Plan')).toContainText('Approved');
    await expectNoAxeViolations(page, 'dashboard with failed panels');

    await page.route('**/api/patient/access-log', down);
    await page.goto('/trt/patient/profile');
    await expect(panel('Who opened my record')).toContainText('Unable to load who opened your record.');
    await expect(panel('About you')).toContainText('Marcus Bell');
  },
);

test('a timeout says so', { tag: '@one-width' }, async ({ page }) => {
  await signInByApi(page.request, 'patient');
  await page.clock.install();
  await page.route('**/api/prescriptions', () => undefined);
  const asked = page.waitForRequest('**/api/prescriptions');
  await page.goto('/trt/patient/prescriptions');
  await expect(main(page).locator('[aria-busy="true"]')).toBeVisible();
  await asked;
  await page.clock.runFor(15_100);
  await expect(main(page).getByRole('alert')).toHaveText(
    /Request timed out after 15 s while loading your prescriptions/,
  );
});

test(
  'earlier data stays, and says that it could not be refreshed',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'patient');
    await page.clock.install();
    await page.goto('/trt/patient/messages');
    await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeVisible();
    await page.route('**/api/messages', down);
    // Past the pause between two polls, and past the retry.
    await page.clock.runFor(61_000);
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(status(page, 'We could not check for changes.')).toContainText('1 minute ago', {
        timeout: 500,
      });
    }).toPass();
    await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeVisible();
    await expectNoAxeViolations(page, 'messages that could not be checked');
  },
);

test(
  'cached details: the banner with the exact age, and fresh details as soon as they are available',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'patient');
    await page.clock.install();
    const tenMinutesAgo = new Date(Date.now() - 10 * 60_000 - 5000).toISOString();
    let cached = true;
    let polled: string | null = null;
    await page.route('**/api/trt/dashboard', async (route) => {
      const json = (await (await route.fetch()).json()) as object;
      polled = route.request().headers()['x-background'] ?? null;
      await route.fulfill({ json: cached ? { ...json, case_source: 'cache', as_of: tenMinutesAgo } : json });
    });
    await page.route('**/api/patient/profile', async (route) => {
      const json = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: cached ? { ...json, source: 'visits', as_of: tenMinutesAgo } : json });
    });
    await page.goto('/trt/patient');
    const banner = main(page).getByRole('status').filter({ hasText: 'cached' });
    await expect(banner).toHaveText(
      'Showing cached plan details while the primary database is down. They are 10 minutes old. We keep trying.',
    );
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText('Approved');
    await expectNoAxeViolations(page, 'dashboard with cached details');
    cached = false;
    await page.clock.runFor(10_000);
    await expect(banner).toHaveCount(0);
    expect(polled).toBe('1');

    cached = true;
    await page.goto('/trt/patient/profile');
    const old = main(page).getByRole('status').filter({ hasText: 'visit history' });
    await expect(old).toHaveText(
      'Showing your profile from the cached visit history while the primary database is down. It is 10 minutes old. We keep trying.',
    );
    await expect(page.getByRole('button', { name: 'Edit contact details' })).toHaveCount(0);
    await expectNoAxeViolations(page, 'profile from the cache');
  },
);

test(
  'with nothing there yet every screen says what will appear',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signUpByApi(page.request, info.project.name);
    await page.route('**/api/trt/reminders', emptied('reminders'));
    await page.goto('/trt/patient');
    for (const words of [
      'Start with your medical intake. It takes 10 to 15 minutes, and you can stop and pick up where you left off.',
      'Not started',
      'Your answers will be summed up here once you submit them.',
      'Your plan will appear here. A clinician writes it from your intake and two morning lab tests.',
      'Your next lab test will appear here.',
      'No reminders right now. Lab tests and reviews that are due will appear here.',
      'Your prescriptions will appear here once a clinician has approved your plan.',
      'You fill in the medical intake.',
    ])
      await expect(main(page)).toContainText(words);
    await page.goto('/trt/patient/prescriptions');
    await expect(main(page)).toContainText(
      'No prescriptions yetYour prescriptions will appear here once a clinician has approved your plan.',
    );
    await expectNoAxeViolations(page, 'no prescriptions');
    await page.goto('/trt/patient/profile');
    await expect(main(page)).toContainText(
      'Nothing signed yet. Your intake and what you agree to will appear here.',
    );
    await expect(main(page)).toContainText(
      'No visits yet. Your appointments appear here once they have taken place.',
    );
    // Staff in other tests may have seen the patient in a list.
    await expect(main(page)).toContainText(/No one has opened your record yet\.|in a list/);
    await expect(page.getByRole('banner').getByRole('link', { name: /^H\b.*your profile/ })).toBeVisible();
    await expectNoAxeViolations(page, 'profile of a new patient');
    await page.goto('/trt/patient/progress');
    await expect(main(page)).toContainText(
      'No lab results yetYour results appear here after your first blood test.',
    );
    await expect(main(page)).toContainText(
      'No check-ins yet. Check in from time to time to see how things change.',
    );
    await expectNoAxeViolations(page, 'no progress');
    await page.goto('/trt/patient/appointments');
    await expect(main(page)).toContainText(
      'No appointments yetYour appointments will appear here. Ask for one and propose times that suit you.',
    );
    await expectNoAxeViolations(page, 'no appointments');
    await page.goto('/trt/patient/messages');
    await expect(main(page)).toContainText(
      'No messages yetYour messages with the care team will appear here. Start one whenever you have a question.',
    );
    await expectNoAxeViolations(page, 'no messages');
    await page.route(
      '**/api/trt/education',
      emptied('summary_points', 'contraindications', 'education_points'),
    );
    await page.goto('/trt/patient/education');
    await expect(main(page)).toContainText(
      'No education content available.The summary will appear here. Please check again later.',
    );
    await expectNoAxeViolations(page, 'no education content');
  },
);

test(
  'education: a failed acknowledgment says so; a changed text asks again',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signUpByApi(page.request, info.project.name);
    await page.goto('/trt/patient/education');
    const read = page.getByRole('button', { name: 'I have read and understood' });
    await page.route('**/api/trt/consent', down);
    await read.click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Unable to record acknowledgement' }),
    ).toBeVisible();
    await expect(read).toBeEnabled();
    await page.unroute('**/api/trt/consent');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await read.dblclick();
    await expect(status(page, 'Acknowledged on')).toBeVisible();
    await expect(read).toBeDisabled();
    expect(sent.filter((call) => call === 'POST /api/trt/consent')).toHaveLength(1);
    // The server has a newer text than the one that was acknowledged.
    await page.route('**/api/trt/education', async (route) => {
      const json = (await (await route.fetch()).json()) as object;
      const asked = { education_acknowledged: false, education_acknowledged_at: null, version: 'next' };
      await route.fulfill({ json: { ...json, ...asked } });
    });
    await page.reload();
    await expect(read).toBeEnabled();
    await expect(status(page, 'Acknowledged on')).toHaveCount(0);
  },
);

test('a plan without limits shows the usual range; a draft is labeled as one; without a status it is pending', async ({
  page,
}) => {
  await signInByApi(page.request, 'review');
  let change: object = { target_range_low: null, target_range_high: null };
  await page.route('**/api/trt/dashboard', async (route) => {
    const json = (await (await route.fetch()).json()) as { plan: object };
    await route.fulfill({ json: { ...json, plan: { ...json.plan, ...change } } });
  });
  await page.goto('/trt/patient');
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(plan).toContainText('450–600 ng/dL');
  await expect(plan).toContainText('In review');
  await expect(plan).toContainText('This is a draft. Do not start anything before it is approved.');
  await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(
    'Your clinician checks your answers and your lab results.',
  );
  change = { status: null };
  await page.reload();
  await expect(plan.getByText('pending', { exact: true })).toBeVisible();
});

test('without a plan its review can be requested, even before the education is read', async ({ page }) => {
  await signInByApi(page.request, 'review');
  await page.route('**/api/trt/dashboard', async (route) => {
    const json = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...json, plan: null, pending_plan: null } });
  });
  await page.route('**/api/trt/education', async (route) => {
    const json = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...json, education_acknowledged: false } });
  });
  await page.goto('/trt/patient');
  await expect(page.getByRole('link', { name: 'Read the education summary' })).toBeVisible();
  await page.getByRole('button', { name: 'Request plan review' }).dblclick();
  await expect(page.getByText('Your draft plan is ready for review by a clinician.')).toBeVisible();
  // The dashboard is reloaded after the request.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test(
  'no plan possible, or no longer: stated plainly, without mentioning blood tests',
  { tag: '@one-width' },
  async ({ page }) => {
    await signInByApi(page.request, 'review');
    const without = async (no_plan: object) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route('**/api/prescriptions', (route) => route.fulfill({ json: { prescriptions: [] } }));
      await page.route('**/api/trt/dashboard', async (route) => {
        const json = (await (await route.fetch()).json()) as object;
        const nothing = { plan: null, pending_plan: null, next_lab_suggestion: null };
        await route.fulfill({ json: { ...json, ...nothing, no_plan } });
      });
      await page.goto('/trt/patient');
    };
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    await without({ reason: 'not_eligible', ended_on: null });
    await expect(main(page)).toContainText('We couldn’t draft a plan from your answers yet.');
    await expect(panel('Plan')).toContainText('With a clinician');
    await expect(panel('Plan')).not.toContainText('In review');
    await expect(panel('Next labs')).toContainText('No lab test is planned for you now.');
    await expect(panel('What happens next')).toContainText('A clinician will review your answers.');
    const ask = page.getByRole('button', { name: 'Request plan review' });
    await expectNoAxeViolations(page, 'a dashboard without a plan to be had');
    // Once asked, the page says so and does not ask again.
    await page.route('**/generate-baseline-plan', (route) =>
      route.fulfill({ json: { outcome: 'not_eligible_pending_review', plan: null, reasons: [] } }),
    );
    await ask.click();
    await expect(main(page)).toContainText('Your answers are with a clinician.');
    await expect(ask).toHaveCount(0);

    await without({
      reason: 'not_eligible',
      ended_on: null,
      reasons: ['fertility_desired'],
      in_person: true,
    });
    await expect(panel('Plan')).toContainText('You told us that you want to have children.');
    await expect(panel('Plan')).toContainText('reproductive urologist');
    await expect(panel('Plan')).toContainText('Your clinician will talk with you about the result.');

    await without({ reason: 'not_started', ended_on: '2026-10-01' });
    await expect(main(page)).toContainText('Treatment was not started.');
    await expect(panel('Plan')).toContainText('It was decided on Oct 1, 2026 not to start treatment.');
    await expect(main(page)).not.toContainText('ended');

    await without({ reason: 'ended', ended_on: '2026-10-01' });
    await expect(panel('Plan')).toContainText('Your treatment ended on Oct 1, 2026.');
    await expect(panel('What happens next')).toContainText('submit your intake again');
    await expect(panel('Prescriptions')).toContainText('You have no prescriptions.');
    await expect(page.getByRole('button', { name: 'Request plan review' })).toHaveCount(0);
    await expectNoAxeViolations(page, 'a dashboard after an ending');
    await page.getByRole('link', { name: 'Message your care team' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'New message' })).toBeVisible();
    await page.goto('/trt/patient/intake');
    await expect(main(page)).toContainText('No plan is being written from this intake.');
    await expect(main(page)).not.toContainText('You see your plan here');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test('the navigation: entries in order, the avatar leads to the profile', async ({ page }, info) => {
  await signInByApi(page.request, 'patient');
  await page.goto('/trt/patient');
  const nav = page.getByRole('navigation', { name: 'Main' });
  if (info.project.name === 'phone') {
    await expect(nav.getByRole('link')).toHaveText(['My Plan', 'Prescriptions', 'Progress', 'Messages']);
    await expect(nav.getByRole('img', { name: '1 new message' })).toBeVisible();
    await nav.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await expect(sheet.getByRole('link')).toHaveText([
      'Dashboard',
      'Profile',
      'Intake',
      'Education',
      'My Doses',
      'My Treatment',
      'Appointments',
      'Account security',
    ]);
    await sheet.getByRole('link', { name: 'Appointments' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(nav.getByRole('button', { name: 'More' })).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('heading', { level: 1, name: 'Appointments' })).toBeFocused();
  } else {
    await expect(nav.getByRole('link')).toHaveText(NAVIGATION);
    await nav.getByRole('link', { name: 'Messages' }).click();
    await expect(nav.getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused();
  }
  const avatar = page.getByRole('banner').getByRole('link', { name: /^MB\b.*your profile/ });
  await avatar.click();
  await expect(page).toHaveURL('/trt/patient/profile');
  await expect(page).toHaveTitle('Profile - TRT Program');
});

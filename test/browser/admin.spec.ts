import { expect, test, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { ClinicCompletenessResponse } from '../../common/api/index.js';
import { expectContrast, expectNoAxeViolations } from './axe.js';
import { fillSignIn, newEmail, NEW_PASSWORD, signInByApi } from './people.js';

const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row', { name: text });

test.describe('the program cockpit', () => {
  test('shows counts, services and a scope, and reloads on request', async ({ page }) => {
    await signInByApi(page.request, 'admin');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Program cockpit' })).toBeVisible();
    for (const label of [
      'Active TRT cases',
      'Intakes pending review',
      'New intakes in the last 7 days',
      'Reviews',
    ])
      await expect(page.getByRole('heading', { name: label })).toBeVisible();
    await expect(page.getByText('Upcoming 7 days')).toBeVisible();
    for (const service of ['Database', 'Email', 'Audit log', 'Background jobs', 'Disk'])
      await expect(page.getByRole('heading', { name: service, exact: true })).toBeVisible();
    await expectNoAxeViolations(page, 'the cockpit');
    const again = page.waitForRequest('**/api/admin/overview');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await again;
    const narrowed = page.waitForRequest(/overview\?org_id=/);
    await page.getByLabel('Scope').selectOption('North Clinic');
    await narrowed;
    await expect(page).toHaveURL(/org_id=/);
    const weeks = page.getByRole('table', { name: 'The last eight weeks' });
    await expect(weeks.getByRole('row')).toHaveCount(9);
    // The lists behind the numbers of one clinic show that clinic.
    const listed = page.waitForRequest(/trt\/cases\?.*org_id=/);
    await page.getByRole('link', { name: 'See the cases' }).click();
    await listed;
    await expect(page.getByText('Cases of the clinic chosen in the cockpit only.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all clinics' }).click();
    await expect(page).not.toHaveURL(/org_id=/);
  });

  test('shows the clinics beside each other', async ({ page }) => {
    await signInByApi(page.request, 'admin');
    await page.goto('/admin');
    const clinics = page.getByRole('table', { name: 'Clinics beside each other' });
    for (const name of ['Founders Clinic', 'North Clinic'])
      await expect(clinics.getByRole('row').filter({ hasText: name })).toContainText(/\d/);
  });

  test('says what it cannot load, what is missing, and cancels a request that is no longer needed', async ({
    page,
  }) => {
    await signInByApi(page.request, 'orgadmin');
    await page.route('**/api/admin/overview', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal' } }),
    );
    await page.goto('/admin');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('We could not load the admin overview.');
    await expect(alert).toContainText('Unable to load admin overview.');
    await expect(page.getByLabel('Scope')).toHaveCount(0);
    await expectNoAxeViolations(page, 'the cockpit that could not be loaded');
    const none = { label: 'Active TRT cases', status: 'unknown', value: null, source: 'db' };
    await page.unroute('**/api/admin/overview');
    await page.route('**/api/admin/overview', (route) =>
      route.fulfill({
        json: {
          generated_at: new Date().toISOString(),
          org_scope: { scope: 'system', org_id: null },
          program_health: {
            active_trt_cases: none,
            intakes_pending_review: { ...none, label: 'Intakes pending review' },
            new_intakes_last_7_days: { ...none, label: 'New intakes in the last 7 days' },
            reviews: {
              label: 'Reviews',
              status: 'unknown',
              upcoming_7_days: null,
              overdue: null,
              source: 'db',
            },
          },
          service_status: {},
        },
      }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No records').first()).toBeVisible();
    await expect(page.getByText('No status cards reported.')).toBeVisible();
    await page.unroute('**/api/admin/overview');
    await page.route('**/api/admin/overview', () => new Promise(() => undefined));
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/admin/overview'),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    expect((await cancelled).failure()?.errorText).toMatch(/ABORTED/i);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('is closed to everyone else', async ({ page }) => {
    await signInByApi(page.request, 'provider');
    for (const path of ['/admin', '/admin/users', '/admin/audit']) {
      await page.goto(path);
      await expect(page).not.toHaveURL(/\/admin/);
    }
  });
});

test.describe('monitoring completeness', () => {
  const measures = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

  test('shows each measure with its interval, its quarters and its patients, and saves both as CSV', async ({
    page,
  }) => {
    await signInByApi(page.request, 'orgadmin');
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Monitoring', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Monitoring completeness' })).toBeVisible();
    await expect(page.getByLabel('Scope')).toHaveCount(0);
    const clinic = (await (
      await page.request.get('/api/admin/completeness')
    ).json()) as ClinicCompletenessResponse;
    const share = clinic.measures['M6_bp_after_start']!;
    const line = measures(page, 'On treatment').getByRole('row', { name: /^Blood pressure after the start/ });
    await expect(line).toContainText(`${share.met} of ${share.of}`);
    await expect(line).toContainText(`${share.percent}% (${share.low} to ${share.high})`);
    await expect(line).toContainText(/Sep 30, 2\d{3}: \d+ of \d+|[A-Z][a-z]{2} \d+, \d{4}: /);
    await expectNoAxeViolations(page, 'monitoring completeness');

    // From a measure to the patients who miss it, by keyboard.
    await line.getByRole('button', { name: /^\d+ patients? overdue: Blood pressure/ }).press('Enter');
    await expect(page).toHaveURL(/missing=M6_bp_after_start/);
    const rows = page.getByRole('table', { name: 'Patients', exact: true }).getByRole('row');
    await expect(rows).toHaveCount(share.of - share.met + 1);
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Patients as CSV' }).click();
    const saved = await (await csv).createReadStream();
    const text = (await saved.toArray()).join('');
    expect(text.trim().split('\r\n')).toHaveLength(share.of - share.met + 1);
    expect(text).toMatch(/^Patient,MRN,Done,Overdue,Critical overdue,Overdue measures/);

    await page.getByRole('button', { name: /Quarters as a table$/ }).click();
    await expect(measures(page, 'Quarter by quarter').getByRole('columnheader')).toHaveCount(6);
    const other = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Measures as CSV' }).click();
    const all = (await (await (await other).createReadStream()).toArray()).join('');
    expect(all.trim().split('\r\n')).toHaveLength(21 * 5 + 1);
  });

  test('of fewer than ten patients has counts and no percentage, and of one clinic only its own', async ({
    page,
  }) => {
    await signInByApi(page.request, 'admin');
    await page.goto('/admin/completeness');
    const narrowed = page.waitForRequest(/completeness\?org_id=/);
    await page.getByLabel('Scope').selectOption('North Clinic');
    await narrowed;
    await expect(page.getByText('North Clinic only.')).toBeVisible();
    const line = measures(page, 'Before the start').getByRole('row', { name: /^Education confirmed/ });
    await expect(line).toContainText('Too few for a percentage');
    await expect(line).not.toContainText('%');
  });

  test('leads by way of the case to the lab that a measure rests on', async ({ page }) => {
    await signInByApi(page.request, 'orgadmin');
    await page.goto('/admin/completeness?missing=all');
    const row = page
      .getByRole('table', { name: 'Patients', exact: true })
      .getByRole('row', { name: /Marcus Bell/ });
    await row.getByRole('link', { name: 'Marcus Bell' }).click();
    const panel = page.getByRole('region', { name: 'Monitoring', exact: true });
    await panel.getByText(/^\d+ done$/).click();
    const labs = panel.getByRole('link', { name: /^Labs of .+: Hematocrit at three months$/ });
    const date = /^Labs of (.+):/.exec((await labs.textContent()) ?? '')?.[1] ?? '';
    await labs.click();
    await expect(page.getByRole('table', { name: 'Lab panels' }).locator(':focus')).toHaveText(date);
    await expectNoAxeViolations(page, 'the lab of a measure');
  });

  test('lists no names where the clinic limits its records to providers', async ({ page }) => {
    await signInByApi(page.request, 'orgadmin');
    await page.route('**/api/admin/completeness', async (route) => {
      const answer = (await (await route.fetch()).json()) as ClinicCompletenessResponse;
      await route.fulfill({ json: { ...answer, cases: [], cases_withheld: answer.patients } });
    });
    await page.goto('/admin/completeness');
    await expect(page.getByText(/patients are counted but not listed/)).toBeVisible();
    await expect(page.getByText('Nobody to show')).toBeVisible();
  });
});

test('a new clinic is created, its provider invited and sent to set up the required second step', async ({
  page,
  browser,
}, info) => {
  await signInByApi(page.request, 'admin');
  const clinic = `Clinic ${Date.now().toString(36)}`;
  const email = newEmail('invited');
  await page.goto('/admin/organisations');
  await page.getByRole('button', { name: 'New organization' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(clinic);
  await dialog.getByLabel('Time zone').fill('Mars/Base');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(dialog.getByText('Choose a time zone by its IANA name')).toBeVisible();
  await dialog.getByLabel('Time zone').fill('America/Denver');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(row(page, 'Organizations', clinic)).toContainText('required');

  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite a user' }).click();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  for (const missing of ['Enter an email address.', 'Choose at least one role.', /^Choose an organization\./])
    await expect(dialog.getByText(missing)).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await expect(dialog.getByLabel('Scope').getByRole('option', { name: 'Whole system' })).toHaveCount(0);
  await dialog.getByLabel('System admin').check();
  await dialog.getByLabel('Scope').selectOption('Whole system');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toContainText('Confirm it, or choose an organization.');
  await expectNoAxeViolations(page, 'the invitation');
  await dialog.getByLabel('Provider').check();
  await expect(dialog.getByLabel('Scope')).toHaveValue('');
  await dialog.getByLabel('System admin').uncheck();
  await dialog.getByLabel('Scope').selectOption(clinic);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`${email} was invited.`)).toBeVisible();

  const mails = (await (await page.request.get(`/dev/mailbox.json?to=${email}`)).json()) as {
    links: string[];
  }[];
  const person = await (await browser.newContext({ baseURL: info.project.use.baseURL })).newPage();
  await person.goto(mails[0]!.links[0]!);
  await person.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await person.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await person.getByRole('button', { name: 'Set new password' }).click();
  await expect(person.getByText('Password updated.')).toBeVisible();
  await person.goto('/login');
  await fillSignIn(person, email, NEW_PASSWORD);
  await expect(person).toHaveURL(/\/account\/security/);
  const setup = await person.request.post('/auth/mfa/setup', { data: { password: NEW_PASSWORD } });
  const { secret } = (await setup.json()) as { secret: string };
  const enabled = await person.request.post('/auth/mfa/enable', {
    data: { code: new TOTP({ secret }).generate() },
  });
  expect(enabled.status()).toBe(200);
  await person.goto('/trt/provider/cases');
  await expect(person.getByText('No cases found')).toBeVisible();
  await person.context().close();

  // An account that has changed since is not overwritten.
  await page.getByLabel('Search by name or email').fill(email);
  await page.getByRole('button', { name: `Edit ${email}` }).click();
  const { users } = (await (
    await page.request.get(`/api/admin/users?filter=${encodeURIComponent(JSON.stringify({ q: email }))}`)
  ).json()) as { users: { id: string }[] };
  await page.request.patch(`/api/admin/users/${users[0]!.id}`, { data: { display_name: 'Dr. Elsewhere' } });
  await dialog.getByLabel('Name (optional)').fill('Dr. Here');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This account was changed by another user.');
  await expect(dialog.getByLabel('Name (optional)')).toHaveValue('Dr. Elsewhere');
  await dialog.getByLabel('Status').selectOption('disabled');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(row(page, 'Users', email)).toContainText('disabled');

  await page.goto('/admin/audit?action=user.update&outcome=junk');
  const newest = page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Status: disabled');
  await expect(newest).toContainText(/Was: .*status active/);
  await expect(page.getByRole('search').getByLabel('Action')).toHaveValue('user.update');
});

test('the pages of the audit log repeat no event, although reading it adds events', async ({ page }) => {
  await signInByApi(page.request, 'admin');
  for (let reads = 0; reads < 60; reads++)
    expect((await page.request.get('/api/admin/audit?range=[0,0]')).ok()).toBe(true);
  await page.goto('/admin/audit');
  const seqs = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr td:first-child');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const oldest = async () => Number((await seqs.last().innerText()).match(/\d+/)?.[0]);
  const newest = async () => Number((await seqs.first().innerText()).match(/\d+/)?.[0]);
  await expect(pages).toContainText('1–50 of');
  const before = await oldest();
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toContainText('51–');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await newest()).toBe(before - 1);
  await page.reload();
  await expect(pages).toContainText('51–');
  expect(await newest()).toBe(before - 1);
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect(page).not.toHaveURL(/until_seq/);
  await expect.poll(newest).toBeGreaterThan(before + 49);
});

test('the audit log, the email log and the rule set can be read and searched', async ({ page }) => {
  await signInByApi(page.request, 'admin');
  await page.goto('/admin/audit');
  const log = page.getByRole('table', { name: 'Audit log' });
  const done = log.getByRole('row').filter({ hasText: 'success' }).filter({ hasText: '@demo.test' });
  await expect(done.first()).toBeVisible();
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(page.getByText(/Audit log verified: [\d,]+ events, no tampering\./)).toBeVisible();
  const found = async (label: string, words: string, of: RegExp) => {
    await page.getByRole('search').getByLabel(label, { exact: true }).fill(words);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(log.getByRole('row').filter({ hasNotText: of })).toHaveCount(1);
    await expect(log.getByRole('row').nth(1)).toContainText(of);
    await page.getByRole('search').getByLabel(label, { exact: true }).fill('');
  };
  const { patients } = (await (
    await page.request.get('/api/provider/patients?filter={"q":"Marcus Bell"}&range=[0,0]')
  ).json()) as { patients: { id: string; mrn: string }[] };
  const { id, mrn } = patients[0]!;
  await found('Actor', 'elena ros', /Elena Rossi/);
  for (const words of ['marcus bell', mrn, id.slice(0, 8)])
    // For a list, the row's details name the patients it returned.
    await found('Patient', words, new RegExp(`${id.slice(0, 8)}|[.]search|completeness`));
  await page.getByRole('search').getByLabel('Action').fill('prescription.');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(log.getByRole('row').nth(1)).toContainText('prescription.');
  await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveAttribute('href', /filter=/);
  await page.getByLabel('Until').fill('2030-01-31');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await log
    .getByRole('button', { name: /show only what this actor did/ })
    .first()
    .click();
  await expect(page.getByRole('search').getByLabel('Actor', { exact: true })).toHaveValue(/^[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Until')).toHaveValue('2030-01-31');
  await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveAttribute('href', /actor_id/);
  await expectNoAxeViolations(page, 'the audit log');
  await page.getByLabel('From').fill('2030-02-01');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByLabel('Until')).toHaveAccessibleDescription('Choose a day on or after “From”.');
  await page.getByLabel('From').fill('');
  await page.getByRole('search').getByLabel('Action').fill('nothing.like.this');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByText('No event matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect(page.getByRole('search').getByLabel('Actor', { exact: true })).toHaveValue('');
  // The newest event may be a refusal from another test.
  await expect(done.first()).toBeVisible();

  await page.goto('/admin/mails');
  await page.getByLabel('Search by recipient or subject').fill('nobody at all');
  await expect(page.getByText(/No emails (found|yet)/)).toBeVisible();
  await expectNoAxeViolations(page, 'the email log');

  const { rules } = (await (await page.request.get('/api/admin/rules')).json()) as { rules: unknown[] };
  await page.goto('/admin/rules');
  await expect(page.getByRole('table', { name: 'Rule set' }).getByRole('row')).toHaveCount(rules.length + 1);
  await expect(row(page, 'Rule set', 'low_t_unconfirmed')).toContainText(
    'Flags the plan, Prescription stays a draft',
  );
  await page.getByLabel('Search rules').fill('hematocrit');
  await expect(page.getByRole('table', { name: 'Rule set' }).getByRole('row')).not.toHaveCount(
    rules.length + 1,
  );
  await expectNoAxeViolations(page, 'the rule set');

  await page.goto('/admin/users');
  await expect(row(page, 'Users', 'admin@demo.test')).toBeVisible();
  await expectNoAxeViolations(page, 'the users');
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of ['/admin', '/admin/users', '/admin/audit', '/admin/rules']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectContrast(page, `${path} in the dark`);
  }
});

test('a webhook is created with its secret shown once, tried, paused and removed', async ({ page }, info) => {
  await signInByApi(page.request, 'orgadmin');
  await page.goto('/admin/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://10.0.0.7/hook');
  await dialog.getByRole('checkbox', { name: 'Refill requested' }).uncheck();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('This address is inside a network.')).toBeVisible();
  // Nothing listens there.
  const url = `http://127.0.0.1:9/${info.project.name}-${Date.now()}`;
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByLabel('Signing secret')).toHaveText(/^whsec_/);
  await expectNoAxeViolations(page, 'the secret of a webhook');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have copied the secret' }).click();
  const line = row(page, 'Webhooks', url);
  await expect(line).toContainText('Plan approved');
  await expect(line).not.toContainText('Refill requested');
  await expectNoAxeViolations(page, 'webhooks');

  await line.getByRole('button', { name: `Test: ${url}` }).click();
  await page.getByRole('link', { name: 'Messages sent' }).click();
  // Other tests make messages of their own meanwhile.
  const message = row(page, 'Webhook messages', url).filter({ hasText: 'Test' });
  await expect(message).toHaveCount(1);
  await expect(async () => {
    await page.reload();
    await expect(message).toContainText('Could not be reached', { timeout: 4000 });
  }).toPass({ timeout: 40_000 });
  await expect(message).toContainText('Waiting');
  await page.getByLabel('Search by URL').fill('no such program');
  await expect(page.getByText('No messages found')).toBeVisible();
  await expectNoAxeViolations(page, 'webhook messages');

  await page.getByRole('link', { name: 'Webhooks', exact: true }).last().click();
  await line.getByRole('button', { name: `Pause: ${url}` }).click();
  await expect(line).toContainText('Paused by an administrator');
  await line.getByRole('button', { name: `Remove: ${url}` }).click();
  await dialog.getByRole('button', { name: 'Remove webhook' }).click();
  await expect(line).toHaveCount(0);
});

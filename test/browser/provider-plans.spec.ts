import { recordPdmp } from './case-screens.js';
import { expect, request as requests, test, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import {
  ordersOf,
  patientOnTreatment,
  patientWithPlan,
  pendingPlan,
  json,
  sessionOf,
  signInByApi,
} from './clinic.js';
import { fillSignIn } from './people.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const refuse = {
  status: 500,
  json: { error: 'internal', message: 'Something went wrong.', detail: null, request_id: 'r' },
};

test('adjust a plan: simulate, a reason where it deviates, save, and a plan that has changed since', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientOnTreatment(info, page.request);
  await page.goto(`/trt/cases/${patient.caseId}`);
  await page.getByRole('link', { name: 'Adjust plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Adjust plan' })).toBeFocused();
  await expect(page).toHaveTitle(/^Adjust plan, case TRT-\d+ - TRT Program$/);
  await expect(page.getByRole('region', { name: 'Current plan' })).toContainText('80 mg once weekly');
  const reason = page.getByLabel('Reason');

  await test.step('the dose must be a number above 0', async () => {
    await page.getByRole('textbox', { name: 'Dose (mg)' }).fill('0');
    await page.getByRole('button', { name: 'Save adjustment' }).click();
    await expect(page.getByRole('textbox', { name: 'Dose (mg)' })).toBeFocused();
    await expect(page.getByRole('form', { name: 'Adjustment' })).toContainText('a number above 0');
  });
  await test.step('simulate', async () => {
    await page.getByRole('textbox', { name: 'Dose (mg)' }).fill('100');
    await page.getByRole('button', { name: 'Simulate' }).click();
    const advice = page.getByRole('region', { name: 'Recommendation' });
    await expect(advice).toContainText(/Suggested dose\s*\d+ mg/);
    await expect(advice).toContainText('not a validated protocol');
    await expectNoAxeViolations(page, 'titration with a recommendation');
    const form = page.getByRole('form', { name: 'Adjustment' });
    await page.getByRole('textbox', { name: 'Dose (mg)' }).fill('300');
    await expect(form).toContainText('Outside the usual range of 40 to 150 mg. Enter the reason below.');
    await expect(advice).toContainText('300 mg is outside the usual range of 40 to 150 mg.');
    await expect(page.getByRole('checkbox', { name: /^Override: / })).toBeVisible();
    await expectNoAxeViolations(page, 'titration outside the usual range');
    await page.getByRole('textbox', { name: 'Dose (mg)' }).fill('100');
    await expect(form).toContainText('Usual range 40 to 150 mg');
    expect(await pendingPlan(page.request, patient.email).catch(() => null)).toBeNull();
  });
  await test.step('a reason is required where it deviates', async () => {
    await page.getByRole('button', { name: 'Save adjustment' }).click();
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('a server failure', async () => {
    await reason.fill('Level low at mid-interval');
    await page.route(/\/titrate$/, (route) => route.fulfill(refuse));
    await page.getByRole('button', { name: 'Save adjustment' }).click();
    await expect(
      page.getByRole('alert').getByText('Unable to save titration', { exact: true }),
    ).toBeVisible();
    await page.unroute(/\/titrate$/);
  });
  await test.step('another provider changed it first: who changed what, and nothing typed is lost', async () => {
    const other = await sessionOf(info, 'multi@demo.test');
    const wish = { formulation: patient.plan.formulation, dose: 60, frequency: 'once weekly' };
    const data = { ...wish, route: 'intramuscular', reason: 'Side effects' };
    await json(other.post(`/api/trt/cases/${patient.caseId}/titrate`, { data }));
    await other.dispose();
    await page.getByRole('button', { name: 'Save adjustment' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'This case was changed by another user' });
    await expect(conflict).toContainText(/\S+ \S+ changed this case on /);
    await expect(conflict).toContainText('60 mg once weekly');
    await expect(page.getByRole('textbox', { name: 'Dose (mg)' })).toHaveValue('100');
    await expect(reason).toHaveValue('Level low at mid-interval');
    expect((await pendingPlan(page.request, patient.email)).dose).toBe(60);
  });
  await test.step('saved anyway', async () => {
    await page.getByRole('button', { name: 'Save adjustment' }).click();
    await expect(toast(page, 'Saved against the recommendation and flagged.')).toBeVisible();
    expect((await pendingPlan(page.request, patient.email)).dose).toBe(100);
    const [draft] = await ordersOf(page.request, patient.caseId);
    expect(draft?.draft_action).toBe('will_replace');
  });
});

test('plan review: flag, unflag and approve, with a message for every failure', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, plan } = await patientWithPlan(info, page.request);
  await page.goto('/trt/provider/plan-review');
  const row = page.getByRole('row').filter({ hasText: name });
  const dialog = dialogOf(page);

  await page.route(/\/plans\/(flag|unflag|approve)$/, (route) => route.fulfill(refuse));
  await row.getByRole('button', { name: 'Flag' }).click();
  await dialog.getByLabel('Reason (optional)').fill('Ask about sleep');
  await dialog.getByRole('button', { name: 'Flag plan' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Flag failed');
  await page.unroute(/\/plans\/(flag|unflag|approve)$/);
  await dialog.getByRole('button', { name: 'Flag plan' }).click();
  await expect(row).toContainText('Ask about sleep');

  await page.route(/\/plans\/unflag$/, (route) => route.fulfill(refuse));
  await row.getByRole('button', { name: 'Unflag' }).click();
  await dialog.getByRole('button', { name: 'Unflag plan' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Unflag failed');
  await page.unroute(/\/plans\/unflag$/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await test.step('a flagged plan needs a reason', async () => {
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('Allergies')).toBeVisible();
    await dialog.getByRole('button', { name: 'Confirm approval' }).click();
    await expect(dialog.getByLabel('Reason for approving')).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await row.getByRole('button', { name: 'Unflag' }).click();
  await dialog.getByRole('button', { name: 'Unflag plan' }).click();
  await expect(row).not.toContainText('Ask about sleep');

  await test.step('another provider has approved it', async () => {
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('Allergies')).toBeVisible();
    const other = await sessionOf(info, 'multi@demo.test');
    const now = await pendingPlan(other, name);
    const data = { plan_id: plan.plan_id, version: now.version };
    await json(other.post('/api/trt/provider/plans/approve', { data }));
    await other.dispose();
    await dialog.getByRole('button', { name: 'Confirm approval' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Approval failed');
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('alert')).toContainText('approved by Dr. Sam Keller, MD');
    await expect(toast(page, 'plan approved')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toHaveCount(0);
  });
});

test('plan review fits a window of 1280, even with a long wait and long flags', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, plan } = await patientWithPlan(info, page.request);
  await json(
    page.request.post('/api/trt/provider/plans/flag', {
      data: { plan_id: plan.plan_id, reason: 'Ask about sleep apnea before the first dose' },
    }),
  );
  await page.clock.setFixedTime(plan.created_at);
  await page.goto('/trt/provider/plan-review');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('less than a minute');
  const card = (await page.getByRole('region', { name: 'Pending plans' }).boundingBox())!;
  const table = (await page.getByRole('table', { name: 'Pending plans' }).boundingBox())!;
  expect(table.x + table.width).toBeLessThanOrEqual(card.x + card.width);
});

test('approve all: what was shown is approved, what a rule blocks says so', async ({ page }, info) => {
  const provider = await sessionOf(info, 'provider@demo.test');
  const blocked = await patientWithPlan(info, provider, { pdmp: false });
  await provider.dispose();
  await signInByApi(page.request, 'provider@demo.test');
  const bodies: { dry_run?: boolean; plan_ids?: string[] }[] = [];
  // Only this test's patient: other tests review plans of this clinic at the same time.
  await page.route(/\/approve-unflagged$/, async (route) => {
    const body = route.request().postDataJSON() as (typeof bodies)[number];
    bodies.push(body);
    const only = (list: { plan_id: string }[] | undefined) =>
      list?.filter((one) => one.plan_id === blocked.plan.plan_id);
    const reply = await route.fetch();
    const json = (await reply.json()) as { would_approve?: { plan_id: string }[]; skipped: [] };
    await route.fulfill({
      response: reply,
      json: { ...json, would_approve: only(json.would_approve), skipped: [] },
    });
  });
  await page.goto('/trt/provider/plan-review');
  await page.getByRole('button', { name: /^Approve all unflagged/ }).click();
  const dialog = dialogOf(page);
  const item = dialog.getByRole('listitem').filter({ hasText: blocked.name });
  await expect(item).toContainText('PDMP not checked');
  await expect(item).toContainText(/MRN\d{8}/);
  await expect(item).toContainText(/DOB.*\d{4} \(\d\d\).*Allergies/);
  // Not among the plans with nothing open: its prescription is blocked.
  await expect(dialog.getByRole('button', { name: /^Tick the/ })).toHaveCount(0);
  await item.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Confirm approval' }).click();
  await expect(dialog.getByRole('status')).toContainText('1 plan approved.');
  await expect(dialog).toContainText(/ \(\d{8}\): the prescription stays a draft/);
  expect(bodies).toEqual([
    { dry_run: true },
    { plan_ids: [blocked.plan.plan_id], versions: { [blocked.plan.plan_id]: blocked.plan.version } },
  ]);
  await expectNoAxeViolations(page, 'result of approving all');
  await dialog.getByRole('button', { name: 'Record PDMP check' }).click();
  await recordPdmp(page, blocked.name);
  await expect(dialog).toContainText('can now be approved on its own');
});

test('approving all shows directions and fill dates of each order, and scrolls in one place', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/trt/provider/plan-review');
    await page.getByRole('button', { name: /^Approve all unflagged/ }).click();
    const dialog = dialogOf(page);
    const item = dialog.getByRole('listitem').filter({ hasText: patient.name });
    await expect(item).toContainText(/ mL .*subcutaneous|intramuscular/i);
    await expect(item).toContainText(/for \d+ days, \d refills?/);
    await expect(item).toContainText(/Planned last fill \w+ \d+, \d{4}\. No fills after/);
    const beyond = await dialog.evaluate((paper) => paper.scrollHeight - paper.clientHeight);
    expect(beyond).toBeLessThanOrEqual(1);
    const confirm = dialog.getByRole('button', { name: /^Confirm approval/ });
    await confirm.scrollIntoViewIfNeeded();
    await dialog.locator('form').evaluate((form) => form.scrollTo(0, form.scrollHeight));
    await expect(confirm).toBeInViewport();
  }
});

test('a session that ends during an approval never shows "approved"', async ({ page, context }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  await page.goto('/trt/provider/plan-review');
  await page.getByRole('button', { name: `Approve ${patient.name}` }).click();
  const confirm = dialogOf(page).getByRole('button', { name: 'Confirm approval' });
  await expect(confirm).toBeEnabled();
  // Everything the page says from now on.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(document.body.innerText)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  const elsewhere = await requests.newContext({
    baseURL: info.project.use.baseURL ?? '',
    storageState: await context.storageState(),
  });
  expect((await elsewhere.post('/auth/logout')).status()).toBe(204);
  await elsewhere.dispose();
  await confirm.click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Session Expired')).toBeVisible();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((text) => text.includes('plan approved'))).toEqual([]);
  await fillSignIn(page, 'provider@demo.test');
  await expect(page).toHaveURL('/trt/provider/plan-review');
  await expect(page.getByRole('row').filter({ hasText: patient.name })).toBeVisible();
  expect((await pendingPlan(page.request, patient.email)).status).toBe('pending_review');
});

import { expect, test, type Page, type Route } from '@playwright/test';
import type { CaseDetailResponse } from '../../common/api/index.js';
import { signInByApi } from './clinic.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const ABOUT_TWO_HOURS = new Date(Date.now() - 2 * 3_600_000 - 60_000).toISOString();

/** A list response as from the server; one from before an outage has no Content-Range. */
const listOf = (name: string, rows: object[], source = 'db') => ({
  status: 200,
  headers: { ...(source === 'db' && { 'content-range': `${name} 0-24/${rows.length}` }) },
  json: { [name]: rows, total: rows.length, source, as_of: ABOUT_TWO_HOURS },
});
const broken = {
  status: 500,
  json: { error: 'internal', message: 'Something went wrong.', detail: null, request_id: 'r' },
};

/** Mocks one of the page's calls; everything else goes to the server. */
async function answer(page: Page, path: RegExp, reply: object, method = 'GET'): Promise<void> {
  await page.route(path, (route: Route) =>
    route.request().method() === method ? route.fulfill(reply) : route.fallback(),
  );
}
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');
const banner = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Showing' });

test.beforeEach(async ({ page }) => {
  await signInByApi(page.request, 'provider@demo.test');
});

const LOADS = [
  { path: '/trt/provider/cases', call: /\/api\/trt\/cases\?/, failed: 'Unable to load cases.' },
  { path: `/trt/cases/${NOBODY}`, call: /\/detail$/, failed: 'Unable to load case detail' },
  { path: `/trt/cases/${NOBODY}/titration`, call: /\/detail$/, failed: 'Unable to load case' },
  { path: `/trt/cases/${NOBODY}/prescriptions`, call: /\/detail$/, failed: 'Unable to load case' },
  {
    path: '/trt/prescriptions',
    call: /\/api\/trt\/prescriptions\/all/,
    failed: 'Unable to load prescriptions right now.',
  },
  {
    path: '/trt/provider/plan-review',
    call: /\/pending-plans/,
    failed: 'Unable to load pending plans right now.',
  },
  { path: '/trt/provider/patients', call: /\/api\/provider\/patients\?/, failed: 'Unable to load patients.' },
  {
    path: `/trt/provider/patients/${NOBODY}`,
    call: /\/api\/provider\/patients\//,
    failed: 'Unable to load patient profile.',
  },
  { path: '/trt/provider/labs', call: /\/api\/labs\?/, failed: 'Unable to load labs.' },
  {
    path: '/trt/provider/appointments',
    call: /\/api\/provider\/appointments/,
    failed: 'Unable to load appointments.',
  },
  { path: '/trt/provider/messages', call: /\/api\/provider\/messages/, failed: 'Unable to load messages.' },
];

test.describe("a failed load shows the screen's own message and can be retried", () => {
  for (const { path, call, failed } of LOADS)
    test(`${path}: ${failed}`, async ({ page }) => {
      let calls = 0;
      await page.route(call, (route) => {
        calls += 1;
        return route.fulfill(broken);
      });
      await page.goto(path);
      const alert = alertOf(page).filter({ hasText: failed });
      await expect(alert.getByText(failed, { exact: true })).toBeVisible();
      // A failed load never looks empty.
      await expect(page.getByRole('main')).not.toContainText(/No cases found|not found|No prescriptions|yet/);
      const before = calls;
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => calls).toBeGreaterThan(before);
    });
});

test('missing and empty pages say so', async ({ page }) => {
  await page.goto(`/trt/cases/${NOBODY}`);
  await expect(page.getByText('Case not found.', { exact: true })).toBeVisible();
  await page.goto(`/trt/provider/patients/${NOBODY}`);
  await expect(page.getByText('Patient not found.', { exact: true })).toBeVisible();
  await answer(page, /\/api\/trt\/cases\?/, listOf('items', []));
  await page.goto('/trt/provider/cases');
  await expect(page.getByText('No cases found', { exact: true })).toBeVisible();
  await answer(page, /\/api\/trt\/prescriptions\/all/, listOf('prescriptions', []));
  await page.goto('/trt/prescriptions');
  await expect(page.getByText('No prescriptions', { exact: true })).toBeVisible();
  await answer(page, /\/pending-plans/, listOf('plans', []));
  await page.goto('/trt/provider/plan-review');
  await expect(page.getByText('No plans are waiting', { exact: true })).toBeVisible();
});

test('plans of a patient: failed to load, and none on file', async ({ page }) => {
  await page.goto('/trt/provider/patients');
  const link = page.getByRole('table', { name: 'Patients' }).getByRole('link').first();
  const address = (await link.getAttribute('href')) ?? '';
  await answer(page, /\/patient-plans\//, broken);
  await page.goto(address);
  await expect(page.getByRole('region', { name: 'Plans' }).getByRole('alert')).toContainText(
    'Unable to load plans.',
  );
  await answer(page, /\/patient-plans\//, listOf('plans', []));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Plans' })).toContainText('No TRT plans on file yet.');
});

test('stale data names its source and its age, and nothing can be approved', async ({ page }) => {
  const list = await page.request.get('/api/trt/cases?range=[0,0]&filter={"status":"monitoring"}');
  const { items } = (await list.json()) as { items: { id: string }[] };
  await answer(page, /\/api\/trt\/cases\?/, listOf('items', items, 'fallback'));
  await page.goto('/trt/provider/cases');
  await expect(banner(page)).toContainText('fallback cases');
  await expect(banner(page)).toContainText('2 hours ago');
  await expect(page.getByRole('table', { name: 'Cases' }).getByRole('row')).toHaveCount(2);

  const at = `/api/trt/cases/${items[0]?.id ?? ''}/detail`;
  const detail = (await (await page.request.get(at)).json()) as object;
  await answer(page, /\/detail$/, { json: { ...detail, case_source: 'cache', as_of: ABOUT_TWO_HOURS } });
  await page.goto(`/trt/cases/${items[0]?.id ?? ''}`);
  await expect(banner(page)).toContainText('fallback case details');
  await expect(banner(page)).toContainText('2 hours ago');
  await expect(page.getByRole('button', { name: 'Discontinue treatment' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save clinical facts' })).toHaveCount(0);
  await page.goto(`/trt/cases/${items[0]?.id ?? ''}/titration`);
  await expect(page.getByLabel('Formulation')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save adjustment' })).toHaveCount(0);

  const row = { id: NOBODY, patient_id: NOBODY, name: 'Orson Testman', dob: '1984-01-15', age: 42 };
  const patients = [{ ...row, weight: 180, last_visit_at: ABOUT_TWO_HOURS, last_status: 'needs_paperwork' }];
  await answer(page, /\/api\/provider\/patients\?/, listOf('patients', patients, 'visits'));
  await page.goto('/trt/provider/patients');
  await expect(banner(page)).toContainText('visit history');
  await expect(banner(page)).toContainText('2 hours ago');
  await expect(page.getByRole('table', { name: 'Patients' })).toContainText('needs paperwork');

  // Back again: the screen notices automatically.
  await page.clock.install();
  await page.goto('/trt/provider/cases');
  await expect(banner(page)).toBeVisible();
  await page.unrouteAll();
  await page.clock.fastForward(11_000);
  await expect(banner(page)).toHaveCount(0);
});

test('a timeout names what was being loaded', async ({ page }) => {
  await page.clock.install();
  await page.route(/\/api\/trt\/cases\?/, () => undefined);
  const asked = page.waitForRequest(/\/api\/trt\/cases\?/);
  await page.goto('/trt/provider/cases');
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible();
  await asked;
  await page.clock.fastForward(15_500);
  await expect(alertOf(page)).toContainText('Request timed out after 15 s while loading cases');
});

test('the list updates itself without moving a row', async ({ page }) => {
  const row = (id: number, name: string, more: object = {}) => ({
    id: `${id}0000000-0000-4000-8000-000000000000`,
    case_number: `TRT-0${id}`,
    patient_id: `${id}0000000-0000-4000-8000-000000000001`,
    patient_name: name,
    patient_email: `${name}@example.test`,
    status: 'open',
    flagged: false,
    overdue: false,
    open_alerts: 0,
    critical_alerts: 0,
    top_alert: null,
    plan_waits: false,
    on_treatment: false,
    mrn: `1000000${id}`,
    next_review_at: null,
    created_at: ABOUT_TWO_HOURS,
    updated_at: ABOUT_TWO_HOURS,
    version: 1,
    ...more,
  });
  const top = {
    rule_key: 'hct_on_therapy_over_54',
    severity: 'critical',
    title: 'Hct over 54%',
    message: 'Stop testosterone.',
    evidence: [{ name: 'hct_percent', value: 55.2, unit: '%', threshold: '> 54.0 %', age_days: 2 }],
    created_at: ABOUT_TWO_HOURS,
  };
  let rows = [row(1, 'First'), row(2, 'Second')];
  const background: boolean[] = [];
  await page.route(/\/api\/trt\/cases\?/, async (route) => {
    background.push((await route.request().headerValue('x-background')) === '1');
    await route.fulfill(listOf('items', rows));
  });
  await page.clock.install();
  await page.goto('/trt/provider/cases');
  const names = page.getByRole('table', { name: 'Cases' }).getByRole('link');
  await expect(names).toHaveText(['First', 'Second']);

  rows = [
    row(3, 'Third'),
    row(2, 'Second', { flagged: true, plan_waits: true, open_alerts: 3, critical_alerts: 1, top_alert: top }),
    row(1, 'First'),
  ];
  background.length = 0;
  await page.clock.fastForward(31_000);
  const notice = page.getByRole('status').filter({ hasText: 'The list has changed.' });
  await expect(notice).toBeVisible();
  await expect(names).toHaveText(['First', 'Second']);
  await expect(page.getByRole('row').filter({ hasText: 'Second' })).toContainText(
    /critical\s*Hct over 54%\s*Hematocrit 55\.2 %, 2 days old\s*flagged\s*and 2 more/,
  );
  expect(background).toEqual([true]);
  await page.getByRole('button', { name: 'Show the new order' }).click();
  await expect(names).toHaveText(['Third', 'Second', 'First']);
  await expect(notice).toHaveCount(0);
});

test('unusual search texts find nothing and break nothing; filters survive a reload, the search does not', async ({
  page,
}) => {
  await page.goto('/trt/provider/cases');
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const odd of [`O'Brien "x"`, '100%_sure', 'back\\slash', 'x'.repeat(200)]) {
    await search.fill(odd);
    await expect(page.getByText('No cases found', { exact: true })).toBeVisible();
    expect(page.url()).not.toContain('filter');
  }
  await search.fill('MARCUS b');
  await expect(page.getByRole('link', { name: 'Marcus Bell' })).toBeVisible();
  await page.getByRole('search').getByLabel('Status').selectOption('monitoring');
  await page.getByRole('button', { name: /^Overdue/ }).click();
  await page.reload();
  await expect(page.getByRole('search').getByLabel('Status')).toHaveValue('monitoring');
  await expect(page.getByRole('button', { name: /^Overdue/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(search).toHaveValue('');
  const overdue = page.getByRole('table', { name: 'Cases' }).getByRole('row').filter({ hasText: 'overdue' });
  await expect(overdue.first()).toBeVisible();

  await page.goto('/trt/provider/patients');
  const byName = page.getByLabel('Search by name, MRN, date of birth or phone');
  await byName.fill('mArCuS');
  const table = page.getByRole('table', { name: 'Patients' });
  await expect(table.getByRole('row')).toHaveCount(2);
  const id = await table.getByRole('row').nth(1).getByRole('cell').nth(1).innerText();
  expect(id).toHaveLength(8);
  await byName.fill(id.toUpperCase());
  await expect(table.getByRole('link', { name: 'Marcus Bell' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
});

test('discontinue: what the page says', async ({ page }) => {
  await page.goto('/trt/discontinue');
  await expect(page.getByRole('main')).toContainText(
    'Taper or post-cycle therapy plans are made from within a case.',
  );
  await expect(page.getByRole('main')).toContainText(
    'Demonstration content only. This is not a validated clinical protocol. Taper and post-therapy plans are made by a licensed clinician from within a case. Do not change or stop your medicine because of this page.',
  );
  await expect(page.getByRole('region', { name: 'What is known about stopping' })).toContainText('988');
});

test('how unknown values are shown, and what comes first', async ({ page }) => {
  const list = await page.request.get('/api/trt/cases?range=[0,0]&filter={"q":"Marcus Bell"}');
  const [one] = ((await list.json()) as { items: { id: string; patient_id: string }[] }).items;
  if (!one) throw new Error('no case');
  const read = await page.request.get(`/api/trt/cases/${one.id}/detail`);
  const detail = (await read.json()) as CaseDetailResponse;
  const plan = { ...detail.plan!, target_range_low: null, target_range_high: null };
  const [order] = detail.prescriptions;
  const alert = {
    rule_key: null,
    title: null,
    evidence: [],
    acknowledged: null,
    reports: [],
    created_at: ABOUT_TWO_HOURS,
  };
  const alerts = [
    { ...alert, id: '1', severity: 'info', message: 'Something to know' },
    { ...alert, id: '2', severity: 'critical', message: 'Something to do' },
  ];
  await answer(page, /\/detail$/, {
    json: { ...detail, plan, pending_plan: { ...plan, id: 'x', plan_id: 'x', status: '' }, alerts },
  });
  const dated = (created_at: string, more: object) => ({ ...plan, plan_id: created_at, created_at, ...more });
  await answer(
    page,
    /\/patient-plans\//,
    listOf('plans', [
      dated('2026-09-01T12:00:00Z', { plan_state: 'previous', dose: 60 }),
      dated('2026-01-01T12:00:00Z', { plan_state: 'current', dose: 80 }),
      dated('2026-05-01T12:00:00Z', { plan_state: 'current', dose: 100, status: '' }),
    ]),
  );
  await page.goto(`/trt/cases/${one.id}`);
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([
    /^Critical: Something to do/,
    /^Info: Something to know/,
  ]);
  await page.getByRole('tab', { name: 'Plan' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Plan' });
  await expect(panel).toContainText('450 to 600 ng/dL');
  await expect(page.getByRole('table', { name: 'Plans on file' }).getByRole('row')).toHaveText([
    /Plan/,
    /100 mg.*currentpending/,
    /80 mg.*current/,
    /60 mg.*previous/,
  ]);
  const fresh = { ...order, status: 'draft', prescription_state: 'draft', draft_action: 'new' };
  await answer(page, /\/prescriptions\/all/, listOf('prescriptions', [fresh]));
  await page.goto('/trt/prescriptions');
  const row = page.getByRole('table', { name: 'Prescriptions' }).getByRole('row').nth(1);
  await expect(row).toContainText('New Prescription');
  await expect(row).toContainText(`Rx ${order!.prescription_id.slice(0, 8)}`);
  await expect(row).not.toContainText(order!.prescription_id.slice(0, 9));
});

test('the staff screens use the agreed calls, and no others', async ({ page }) => {
  const cases = await page.request.get('/api/trt/cases?range=[0,0]&filter={"status":"monitoring"}');
  const [one] = ((await cases.json()) as { items: { id: string; patient_id: string }[] }).items;
  if (!one) throw new Error('no case');
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/titrate')) expect(search).toBe('?simulate=true');
    if (pathname.startsWith('/api/'))
      calls.add(`${request.method()} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`);
  });
  for (const path of [
    '/trt/provider/cases',
    `/trt/cases/${one.id}?tab=plan`,
    `/trt/cases/${one.id}/titration`,
    `/trt/cases/${one.id}/prescriptions`,
    '/trt/prescriptions',
    '/trt/provider/plan-review',
    '/trt/provider/patients',
    `/trt/provider/patients/${one.patient_id}`,
    '/trt/provider/labs',
    '/trt/provider/appointments',
    '/trt/provider/messages',
    '/trt/discontinue',
  ]) {
    await page.goto(path);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
  expect([...calls].sort()).toEqual([
    'GET /api/labs',
    'GET /api/provider/appointments',
    'GET /api/provider/held-records',
    'GET /api/provider/inbox',
    'GET /api/provider/messages',
    'GET /api/provider/patients',
    'GET /api/provider/patients/{id}',
    'GET /api/provider/record-openings',
    'GET /api/trt/cases',
    'GET /api/trt/cases/{id}/completeness',
    'GET /api/trt/cases/{id}/curve',
    'GET /api/trt/cases/{id}/detail',
    'GET /api/trt/cases/{id}/prescriptions',
    'GET /api/trt/cases/{id}/timeline',
    'GET /api/trt/prescriptions/all',
    'GET /api/trt/provider/patient-plans/{id}',
    'GET /api/trt/provider/pending-plans',
    // The recommendation, which the page of an adjustment opens with; nothing is saved.
    'POST /api/trt/cases/{id}/titrate',
  ]);
});

interface TraceEvent {
  name: string;
  /** Microseconds of CPU time, so that a busy machine is not mistaken for a busy page. */
  tdur?: number;
}
test('typing and scrolling in a worklist never keep the page busy for 200 ms', async ({ browser, page }) => {
  await page.goto('/trt/provider/cases');
  const table = page.getByRole('table', { name: 'Cases' });
  await expect(table.getByRole('row').nth(20)).toBeVisible();
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await page.mouse.move(700, 600);
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, turn < 4 ? 400 : -400);
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('marcus bell', { delay: 40 });
  await expect(table.getByRole('row')).toHaveCount(2);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const tasks = trace.traceEvents.filter(({ name, tdur }) => name.endsWith('RunTask') && tdur !== undefined);
  expect(tasks.length).toBeGreaterThan(100);
  expect(Math.max(...tasks.map(({ tdur }) => tdur! / 1000))).toBeLessThan(200);
});

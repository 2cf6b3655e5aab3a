import { expect, test, type Locator, type Page } from '@playwright/test';
import type { CaseListResponse } from '../../common/api/index.js';
import { FIELDS, isShown } from '../../common/intake/index.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import { signUpByApi } from './api.js';
import { json, newSession, signInByApi } from './clinic.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD, PASSWORD } from './people.js';
import { markOf, PAYLOADS } from './payloads.js';
import { runsNothing, watched, type Shown } from './runs-nothing.js';
import { storeNames, type Clinic } from './stored-names.js';
import { storeTexts, type Stored } from './stored-writes.js';
import { gaps, Writer } from './written-fields.js';

test("a patient's text never runs on staff screens @one-width", async ({ page }, info) => {
  test.slow();
  expect(PAYLOADS).toHaveLength(40);
  const mine = await newSession(info);
  const email = await signUpByApi(mine, info.project.name);
  const name = `${PAYLOADS[2]} ${nameOf(email)}`;
  // As many payloads as fit into each intake text, so that every one is stored.
  let next = 0;
  const texts = Object.fromEntries(
    FIELDS.filter(
      (field) =>
        (field.type === 'text' || field.type === 'longtext') &&
        isShown(field, completeAnswers()) &&
        !FIXED.test(field.name),
    ).map((field) => [
      field.name,
      Array.from({ length: 4 }, () => PAYLOADS[next++ % PAYLOADS.length]).join(' '),
    ]),
  );
  expect(next).toBeGreaterThanOrEqual(PAYLOADS.length);
  const data = { ...completeAnswers(), ...texts, full_name: name, signature_date: daysAgo(0) };
  await json(mine.post('/api/trt/intake', { data: { data, version: 0, submit: true, signature: { name } } }));
  await mine.post('/api/trt/patient/generate-baseline-plan', { data: {} });

  const complaints = watched(page, info);
  await signInByApi(page.request, 'provider@demo.test');
  const cases = await json<CaseListResponse>(
    page.request.get(`/api/trt/cases?filter=${encodeURIComponent(JSON.stringify({ q: email }))}`),
  );
  const { id } = cases.items[0]!;
  const paths: Shown[] = [
    ...caseTabs(id, ['alerts', 'rules']),
    ['/trt/provider/patients', nameOf(email)],
    ['/trt/provider/cases', nameOf(email)],
    '/trt/provider/plan-review',
  ];
  await runsNothing(page, paths, complaints);
  // It is shown as text.
  await page.goto(`/trt/cases/${id}?tab=alerts`);
  await expect(page.locator('h1')).toContainText('<img src=x');
  await mine.dispose();
});

test('no text that can be written runs on any screen that shows it @one-width', async ({ page }, info) => {
  test.slow();
  const writer = new Writer();
  const stored = await storeTexts(info, writer);
  const clinic = await storeNames(info, writer, stored);

  const complaints = watched(page, info);
  let texts = '';
  const show = async (who: string, password: string, paths: readonly Shown[]): Promise<void> => {
    await signInByApi(page.request, who, password);
    texts += await runsNothing(page, paths, complaints);
  };
  await show('multi@demo.test', PASSWORD, staffPaths(stored, clinic));
  for (const step of stored.later) await step();
  texts += await runsNothing(page, caseTabs(stored.caseId, ['plan', 'labs']), complaints);
  const corrected = page.getByRole('row').filter({ hasText: /corrected/i });
  texts += await dialogText(page, corrected, /^Review/);
  expect(gaps(writer)).toEqual([]);
  await show(clinic.colleagueEmail, NEW_PASSWORD, ['/account/licenses']);
  await show(stored.email, NEW_PASSWORD, PATIENT_PATHS);
  await show('admin@demo.test', PASSWORD, [`/help/${clinic.article}`, '/admin/organisations']);
  texts += await adminDialogs(page, clinic);
  // What it lists depends on other tests.
  const audit = encodeURIComponent(JSON.stringify({ patient_id: stored.patientId }));
  await runsNothing(page, [`/admin/audit?filter=${audit}`], complaints);
  const seen = new Set([...writer.fields].flatMap(([mark, field]) => (texts.includes(mark) ? [field] : [])));
  const unseen = new Set([...writer.fields.values()].filter((field) => !seen.has(field)));
  expect([...unseen].toSorted()).toEqual(Object.keys(NOT_SHOWN).toSorted());
  await Promise.all([stored.mine, stored.staff, clinic.admin, clinic.colleague].map((one) => one.dispose()));
});

/** The part of a name that only this patient has. */
const nameOf = (email: string): string => email.split('@')[0]!;
const caseTabs = (id: string, names: string[]): string[] => names.map((tab) => `/trt/cases/${id}?tab=${tab}`);

function staffPaths(
  { caseId, refused, email, patientId, threadId }: Stored,
  { colleagueEmail }: Clinic,
): Shown[] {
  return [
    ...caseTabs(caseId, ['alerts', 'rules', 'plan', 'prescriptions']),
    ...caseTabs(refused, ['alerts', 'plan']),
    '/trt/prescriptions?tab=pending',
    '/trt/provider/plan-review',
    ['/trt/provider/patients', nameOf(email)],
    `/trt/provider/patients/${patientId}`,
    '/trt/provider/lab-reports',
    '/trt/provider/refills?view=all',
    '/trt/provider/appointments?view=schedule',
    `/trt/provider/messages?thread=${threadId}`,
    ['/admin/users', colleagueEmail],
    '/admin/retention',
    '/admin/api-keys',
    '/admin/patient-apps',
    '/admin/webhooks',
    '/admin/lab-connections',
    '/admin/pharmacies',
    '/trt/provider/lab-orders?view=all',
  ];
}

/** What a dialog says that a button in a row opens. */
async function dialogText(page: Page, row: Locator, name: RegExp): Promise<string> {
  await row.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  let text = '';
  await expect(async () => {
    // A title may show a text before what is asked for has arrived.
    expect(await dialog.locator('[aria-busy="true"]').count()).toBe(0);
    const fields = dialog.locator('input, textarea');
    const values = await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    text = [await dialog.textContent(), ...values].join('\n');
    expect(markOf(text)).toBeTruthy();
  }).toPass();
  await page.keyboard.press('Escape');
  return text;
}

/** The forms of an organization and of an article, and its history. */
async function adminDialogs(page: Page, { article, organisation }: Clinic): Promise<string> {
  const clinic = page.getByRole('row').filter({ hasText: organisation });
  const form = await dialogText(page, clinic, /^Edit/);
  await page.goto('/admin/articles');
  await page.getByLabel('Search title, address, text or tag').fill(article);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/help/${article}"]`) });
  return [form, await dialogText(page, row, /^History/), await dialogText(page, row, /^Edit/)].join('\n');
}

const PATIENT_PATHS = ['prescriptions', 'profile', 'refill', 'doses', 'appointments', 'messages'].map(
  (name) => `/trt/patient/${name}`,
);
const LAB_VISIT = 'on the requisition and for patients with an order: browser/lab-orders';
const ELSEWHERE = 'on a page that is opened by another test: browser/lab-orders';
const PHARMACY = 'in a dialog of an order: browser/pharmacies';
/** Written, and on no screen opened here. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'PATCH /api/admin/lab-connections/{id} account_number': LAB_VISIT,
  'PATCH /api/admin/lab-connections/{id} address': LAB_VISIT,
  'PATCH /api/admin/lab-connections/{id} hours': LAB_VISIT,
  'POST /api/admin/lab-connections account_number': LAB_VISIT,
  'POST /api/admin/lab-connections address': LAB_VISIT,
  'POST /api/admin/lab-connections hours': LAB_VISIT,
  'PATCH /api/admin/pharmacies/{id} address': PHARMACY,
  'POST /api/admin/pharmacies address': PHARMACY,
  'POST /api/admin/pharmacies url': 'replaced by the change that follows',
  'POST /api/trt/pharmacy-orders/{id}/confirm reference': PHARMACY,
  'POST /api/trt/pharmacy-orders/{id}/withdraw reason': 'for the record: no screen reads it back',
  'POST /api/trt/cases/{id}/lab-orders note': ELSEWHERE,
  'POST /api/trt/lab-orders/{id}/cancel reason': ELSEWHERE,
  'POST /api/admin/articles sources': 'replaced by the next version',
  'POST /api/admin/organisations address': 'replaced by the change that follows',
  'POST /api/admin/organisations policies.telemedicine.citation': 'replaced by the change that follows',
  'POST /api/admin/patients/{id}/legal-hold/release reason': 'only in the audit',
  'POST /api/admin/users/invite display_name': 'replaced by the change that follows',
  'POST /api/labs specimen': 'for the record: no screen reads it back',
  'POST /api/labs/{id}/call-back note': 'for the record: no screen reads it back',
  'POST /api/trt/cases/{id}/telemed-basis note': 'for the record: no screen reads it back',
  'POST /api/labs/{id}/void reason': 'on the list of all labs, wherever the panel stands in it',
  'POST /api/refill-requests safety_check.vte_details':
    'shown as that of a safety check, once it is the newest',
  'POST /api/trt/cases/{id}/alerts/{alertId}/close contact.note': 'a closed alert is gone from the screens',
  'POST /api/trt/cases/{id}/alerts/{alertId}/close note': 'a closed alert is gone from the screens',
  'POST /api/trt/cases/{id}/pdmp-checks delegate_of': 'for the record: no screen reads it back',
  'POST /api/trt/cases/{id}/pdmp-checks note': 'for the record: no screen reads it back',
  'POST /api/trt/cases/{id}/pdmp-checks report_ref': 'for the record: no screen reads it back',
  'POST /api/trt/cases/{id}/pdmp-checks/{check_id}/resolve reason': 'for the record: no screen reads it back',
  'POST /api/trt/cases/{id}/resume reason': 'only in the audit, unless a rule speaks against it',
};

/** Texts with a fixed format, which cannot hold a payload. */
const FIXED = /email|phone|date|dob|signature|name|zip|state|timezone/;

import { expect, test, type Page } from '@playwright/test';
import type { AppointmentsResponse, CaseDetailResponse, MessagesResponse } from '../../common/api/index.js';
import { expectNoAxeViolations } from './axe.js';
import { enterLabs, openCase, openFacts, openTab } from './case-screens.js';
import { json, patientOnTreatment, patientWithPlan, sessionOf, signInByApi } from './clinic.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD } from './people.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('a case: identity, actions, facts, and the queue', async ({ page }) => {
  await signInByApi(page.request, 'provider@demo.test');
  await page.goto('/trt/provider/cases');
  const links = page.getByRole('table', { name: 'Cases' }).getByRole('link');
  await expect(links.nth(1)).toBeVisible();
  const [first, second] = await links.allInnerTexts();
  await links.first().click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeFocused();
  // A name in the title would stay in the browser's history.
  await expect(page).toHaveTitle(/^Case TRT-\d+ - TRT Program$/);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await expect(queue.getByRole('link', { name: 'Previous case' })).toHaveCount(0);
  await queue.getByRole('link', { name: 'Next case' }).click();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await queue.getByRole('link', { name: 'Previous case' }).click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await page.reload();
  await expect(queue).toContainText(/\d+ of \d+ in the list/);

  await openCase(page, 'Marcus Bell');
  await expect(page.getByRole('main')).toContainText(/Case TRT-\d+ · .+ · .+/);
  await expect(page.getByRole('tab')).toHaveText(['Alerts', 'Rules', 'Labs', 'Plan', 'Prescriptions']);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Adjust plan' })).toHaveAttribute('href', /\/titration$/);
  await expect(main.getByRole('link', { name: 'About stopping TRT' })).toHaveAttribute(
    'href',
    '/trt/discontinue',
  );
  await openTab(page, 'Plan');
  const history = page.getByRole('table', { name: 'Plans on file' });
  await expect(history.getByRole('row').nth(1)).toContainText('current');
  await expect(history).toContainText('active');

  await openTab(page, 'Labs');
  const trend = page.getByRole('region', { name: 'Trend' });
  await expect(trend).toContainText(/Newest: \d+ ng\/dL on .+Target 450 to 600 ng\/dL/);
  await expect(trend.getByRole('img', { name: /^Chart of the values\. Newest: .+ between / })).toBeVisible();
  await trend.getByLabel('Test', { exact: true }).selectOption('Hematocrit');
  await expect(trend).toContainText('Reference range 38.5 to 50 %');
  await trend.getByRole('button', { name: 'Show as table' }).click();
  await expect(trend.getByRole('table', { name: 'Values over time' }).getByRole('row')).not.toHaveCount(1);

  const facts = await openFacts(page);
  await facts.getByLabel('IPSS total').fill('99');
  await facts.getByRole('button', { name: 'Save clinical facts' }).click();
  await expect(facts.getByLabel('IPSS total')).toBeFocused();
  await expect(facts.getByLabel('IPSS total')).toHaveAttribute('aria-invalid', 'true');

  await main.getByRole('link', { name: 'Patient profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marcus Bell' })).toBeFocused();
  await expect(page).toHaveTitle('Patient profile - TRT Program');
  await expect(page.getByRole('region', { name: 'Allergies and medicines' })).toContainText('penicillin');
  await expect(page.getByRole('table', { name: 'Visits' }).getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('table', { name: 'Plans on file' })).toContainText('80 mg once weekly');
});

test('within a case: read the intake, set diagnosis and clinician, end the treatment', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientOnTreatment(info, page.request);
  await page.goto(`/trt/cases/${patient.caseId}`);
  const open = page.getByRole('button', { name: 'Discontinue treatment' });
  const dialog = dialogOf(page);

  await test.step('the intake as it was signed', async () => {
    await page.getByRole('button', { name: 'Read intake' }).click();
    await expect(dialog.getByRole('heading', { name: 'Reproductive Plans' })).toBeVisible();
    await expect(dialog).toContainText('More energy');
    await expectNoAxeViolations(page, 'intake of a case');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('diagnosis and clinician, and a conflicting change', async () => {
    await page.getByRole('button', { name: 'Edit case' }).click();
    await dialog.getByLabel('Diagnosis').fill('Hypogonadism');
    await dialog.getByLabel('Primary clinician').selectOption({ label: 'Dr. Elena Rossi (you)' });
    const at = `/api/trt/cases/${patient.caseId}`;
    const other = await sessionOf(info, 'multi@demo.test');
    const now = await json<CaseDetailResponse>(other.get(`${at}/detail`));
    await json(other.patch(at, { data: { version: now.case.version, extras: { ipss_total: 3 } } }));
    await other.dispose();
    await dialog.getByRole('button', { name: 'Save case' }).click();
    await expect(dialog.getByRole('alert')).toContainText(/\S+ \S+ changed this case on /);
    await expect(dialog.getByLabel('Diagnosis')).toHaveValue('Hypogonadism');
    await dialog.getByRole('button', { name: 'Save case' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Hypogonadism · cared for by');
    await expect(page.getByLabel('IPSS total')).toHaveValue('3');
  });
  await open.click();
  await expectNoAxeViolations(page, 'discontinue dialog');
  await dialog.getByRole('button', { name: 'Confirm discontinuation' }).click();
  await expect(dialog.getByText('Choose a reason.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open.click();
  await dialog.getByLabel('Reason').selectOption('side_effect');
  await dialog.getByLabel('Effective date').fill(daysAgo(-3));
  await dialog.getByRole('button', { name: 'Confirm discontinuation' }).click();
  await expect(dialog.getByText('Enter today or an earlier date.')).toBeVisible();
  await dialog.getByLabel('Effective date').fill(daysAgo(0));
  await expect(dialog.getByLabel('Follow-up labs')).toBeChecked();
  await dialog.getByLabel('Note').fill('Wants to pause');
  await dialog.getByRole('button', { name: 'Confirm discontinuation' }).click();
  await expect(toast(page, 'treatment discontinued')).toBeVisible();
  await expect(open).toHaveCount(0);
  await page.getByRole('button', { name: 'Close case' }).click();
  await dialog.getByRole('button', { name: 'Close case' }).click();
  await expect(toast(page, 'case closed')).toBeVisible();
  await expect(page.getByText('closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close case' })).toHaveCount(0);
  const detail = await json<CaseDetailResponse>(page.request.get(`/api/trt/cases/${patient.caseId}/detail`));
  expect(detail.prescriptions.map((rx) => rx.prescription_state)).toEqual(['past']);
});

test('labs: a worklist to review, entry for a patient, and an import with a report', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  await page.goto(`/trt/cases/${patient.caseId}?tab=labs`);
  const panels = page.getByRole('table', { name: 'Lab panels' });
  await panels
    .getByRole('button', { name: /^Review/ })
    .first()
    .click();
  await expect(dialogOf(page)).toContainText(/DOB.*\d{4} \(\d\d\).*Allergies/);
  await dialogOf(page).getByLabel('Note (optional)').fill('As expected');
  await dialogOf(page).getByRole('button', { name: 'Mark reviewed' }).click();
  await expect(panels.getByRole('row').nth(1)).toContainText('As expected');
  await expect(panels.getByRole('row').nth(1)).toContainText(/by .+/);

  await page.goto('/trt/provider/labs');
  await expect(page.getByRole('tab', { name: 'To review' })).toHaveAttribute('aria-selected', 'true');
  await expect(
    page
      .getByRole('table', { name: 'Labs' })
      .getByRole('button', { name: /^Review/ })
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Enter results' }).click();
  await page.getByLabel('Patient', { exact: true }).fill(patient.email);
  await page.getByRole('button', { name: `Choose ${patient.name}` }).click();
  await enterLabs(page, daysAgo(2), { 'Hematocrit (%)': '45' });

  const row = (analyte: string, value: string, unit: string, id = patient.patientId) =>
    `${id},${daysAgo(5)}T08:00:00-05:00,,${analyte},${value},${unit}`;
  const good = [row('tt_ng_dl', '300', 'ng/dL'), row('hct_percent', '46', '%')];
  const bad = Array.from({ length: 520 }, () => row('tt_ng_dl', '300', 'nmol/L'));
  const header = 'patient_id,collected_at,since_last_dose_h,analyte,value,unit';
  const file = [header, ...good, ...bad, row('psa_ng_ml', '0.9', 'ng/mL')].join('\r\n');
  await page.getByRole('button', { name: 'Import a file' }).click();
  const form = page.getByRole('form', { name: 'Import lab results' });
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose a file.', { exact: true })).toBeVisible();
  const calls: string[] = [];
  await page.route(/\/api\/labs\/import(\?dry_run=true)?$/, async (route) => {
    calls.push((await route.request().headerValue('content-type')) ?? '');
    // The bar stays long enough to be seen.
    await expect(page.getByRole('progressbar', { name: 'Import lab results' })).toBeVisible();
    await route.continue();
  });
  await form.getByLabel('CSV file').setInputFiles({
    name: 'labs.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  });
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(toast(page, 'Preview, nothing stored yet: 3 accepted, 520 rejected.')).toBeVisible();
  await form.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(toast(page, /^3 accepted, 520 rejected\./)).toBeVisible();
  expect(calls).toEqual(Array.from({ length: 6 }, () => 'text/csv'));
  const report = page.getByRole('table', { name: 'Rejected rows' });
  await expect(report.getByRole('row')).toHaveCount(201);
  await expect(report.getByRole('row').nth(1)).toContainText(/^4.*300 nmol\/LEnter testosterone in ng\/dL/);
  await expectNoAxeViolations(page, 'report of an import');
  await form.getByLabel('CSV file').setInputFiles({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  });
  await expect(report).toHaveCount(0);
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose a file of at most 5 MB.')).toBeVisible();
  await expect(toast(page, /^3 accepted, 520 rejected\./)).toHaveCount(0);
  await page.goto(`/trt/cases/${patient.caseId}?tab=labs`);
  await expect(panels.getByRole('row').filter({ hasText: '300 ng/dL' })).toContainText('46 %');
  await expect(panels.getByRole('row').filter({ hasText: '300 ng/dL' })).toContainText('0.9 ng/mL');
});

test('licenses: a provider adds one, an administrator verifies it; a telemedicine basis is on the case', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  await page.goto('/account/security');
  await page.getByRole('link', { name: 'Open licenses and registrations' }).click();
  const licenses = page.getByRole('table', { name: 'State licenses' });
  await expect(licenses).toContainText(/New York/);
  await expectNoAxeViolations(page, 'licenses');
  const number = `MD${Date.now()}`;
  await page.getByRole('button', { name: 'Add a license' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Choose a state.');
  await dialog.getByLabel('State', { exact: true }).selectOption('Washington');
  await dialog.getByLabel('Type').fill('MD');
  await dialog.getByLabel('Number').fill(number);
  await dialog.getByLabel('Valid until').fill(daysAgo(-300));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(licenses.getByRole('row').filter({ hasText: number })).toContainText('not verified');

  const patient = await patientWithPlan(info, page.request);
  await page.goto(`/trt/cases/${patient.caseId}?tab=prescriptions`);
  const bases = page.getByRole('region', { name: 'Prescribing at a distance' });
  await bases.getByRole('button', { name: 'Record a basis' }).click();
  await dialog.getByLabel('Where (optional)').fill('Founders Clinic');
  await expectNoAxeViolations(page, 'basis of telemedicine');
  await dialog.getByRole('button', { name: 'Save the record' }).click();
  await expect(bases).toContainText(/Seen in person · .+ · Dr\. Elena Rossi · Founders Clinic/);

  await signInByApi(page.request, 'orgadmin@demo.test');
  await page.goto('/admin/users');
  await page.getByLabel('Search by name or email').fill('provider@demo.test');
  await page.getByRole('button', { name: 'Licenses provider@demo.test' }).click();
  await dialog.getByRole('button', { name: `Verify ${number}` }).click();
  await dialogOf(page).getByRole('button', { name: 'Verify', exact: true }).click();
  const row = licenses.getByRole('row').filter({ hasText: number });
  await expect(row).toContainText('Omar Haddad');
  await expectNoAxeViolations(page, 'licenses of a person');
  await row.getByRole('button', { name: `Remove ${number}` }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto('/admin/organisations');
  await page
    .getByRole('button', { name: /Edit Founders Clinic|Policies Founders Clinic|Founders Clinic/ })
    .first()
    .click();
  await dialog.getByLabel('State to set').selectOption('Nevada');
  await dialog.getByLabel('Query at most this many days old').fill('30');
  await expectNoAxeViolations(page, 'policies');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole('button', { name: /Founders Clinic/ })
    .first()
    .click();
  await dialog.getByText('History of policies').click();
  await expect(dialog.getByRole('listitem').first()).toContainText(/Omar Haddad.*States set: NV\./);
});

test('labs: a critical result interrupts, is followed by a call, and is corrected if it was a typo', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  await page.goto(`/trt/cases/${patient.caseId}?tab=labs`);
  const form = page.getByRole('form', { name: 'Lab results' });
  await form.getByLabel('Unit of Total testosterone').selectOption('nmol/L');
  await form.getByLabel('Total testosterone (nmol/L)').fill('1.2');
  await form.getByLabel('Hematocrit (%)').fill('56.2');
  await form.getByLabel('Collected at').fill(`${daysAgo(1)}T08:00`);
  await form.getByRole('button', { name: 'Save lab results' }).click();
  await expect(form).toContainText('Check this value against the lab report, then confirm it.');
  await form.getByLabel('Checked against the lab report').check();
  await form.getByRole('button', { name: 'Save lab results' }).click();

  const dialog = dialogOf(page);
  await expect(dialog).toContainText('Hematocrit 56.2 %, above the critical limit of 54 %');
  await expect(dialog).toContainText(/MRN\d{8}/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page, 'critical result');
  await dialog.getByRole('button', { name: 'Call later' }).click();
  await page.goto('/trt/provider/labs?view=critical');
  await page.getByLabel('Patient: name, MRN or date of birth').fill(patient.name);
  const list = page.getByRole('table', { name: 'Labs' });
  await list.getByRole('button', { name: `Record the call: ${patient.name}` }).click();
  await dialog.getByLabel('What was said').fill('Stops injecting, repeats the test tomorrow.');
  await dialog.getByRole('button', { name: 'Record the call' }).click();
  await expect(dialog).toContainText('Say whether the patient was reached.');
  await dialog.getByRole('radio', { name: 'Yes' }).check();
  await dialog.getByRole('button', { name: 'Record the call' }).click();
  await expect(page.getByRole('main')).toContainText('No labs found');

  await page.goto(`/trt/cases/${patient.caseId}?tab=labs`);
  const panels = page.getByRole('table', { name: 'Lab panels' });
  await expect(panels.getByRole('row').nth(1)).toContainText(/Patient reached .+, Dr\. Elena Rossi/);
  await panels
    .getByRole('button', { name: /^Review/ })
    .first()
    .click();
  await expect(dialog.getByRole('button', { name: 'Mark reviewed' })).toBeDisabled();
  await expect(dialog.getByRole('table', { name: 'Results' })).toContainText(
    /Hematocrit56\.2 % high44 \(.+\)38\.5 to 50/,
  );
  await dialog.getByLabel(/^I have read the critical result: Hematocrit 56\.2 %/).check();
  await expect(dialog.getByRole('button', { name: 'Mark reviewed' })).toBeEnabled();
  await expectNoAxeViolations(page, 'review of a critical panel');

  await dialog.getByRole('button', { name: 'Correct or void' }).click();
  await dialog.getByLabel('Hematocrit (%)').fill('45.4');
  await dialog.getByRole('button', { name: 'Save the correction' }).click();
  await expect(dialog).toContainText('Give the reason in words.');
  await dialog.getByLabel('Reason').fill('56.2 was typed for 45.4');
  await expectNoAxeViolations(page, 'correction of labs');
  await dialog.getByRole('button', { name: 'Save the correction' }).click();
  await expect(panels.getByRole('row').nth(1)).toContainText('45.4 %');
  await expect(panels.getByRole('row').nth(1)).toContainText('corrected');
  await panels
    .getByRole('button', { name: /^Review/ })
    .first()
    .click();
  await dialog.getByText('Earlier versions').click();
  await expect(dialog).toContainText('Reason: 56.2 was typed for 45.4');
  await dialog.getByRole('button', { name: 'Correct or void' }).click();
  await dialog.getByRole('button', { name: 'Void the panel' }).click();
  await dialog.getByLabel('Reason').fill('Blood of another person');
  await dialog.getByRole('button', { name: 'Void the panel' }).click();
  await expect(panels).not.toContainText('45.4 %');
  await page.goto('/trt/provider/labs?view=all');
  await page.getByLabel('Patient: name, MRN or date of birth').fill(patient.name);
  await expect(list.getByRole('row').filter({ hasText: 'voided' })).toContainText('Earlier versions');
});

test('an appointment: from the request to the visit note', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  const own = await sessionOf(info, patient.email, NEW_PASSWORD);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const wish = { kind: 'video', reason: 'First look at my labs', preferred: [inHours(2), inHours(30)] };
  await json(own.post('/api/appointments', { data: wish }), 201);
  const taken = await json<{ id: string }>(
    own.post('/api/appointments', { data: { ...wish, reason: 'Taken' } }),
    201,
  );
  await own.dispose();
  await json(
    page.request.post(`/api/provider/appointments/${taken.id}`, {
      data: { status: 'scheduled', starts_at: wish.preferred[0], ends_at: inHours(2.2) },
    }),
  );

  await page.goto('/trt/provider/appointments');
  const row = page
    .getByRole('table', { name: 'Appointments' })
    .getByRole('row')
    .filter({ hasText: patient.name })
    .filter({ hasText: 'First look at my labs' });
  await row.getByRole('button', { name: /^Schedule/ }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await dialog.getByLabel('Video link (optional)').fill('http://insecure.example.test');
  await expectNoAxeViolations(page, 'schedule an appointment');
  await dialog.getByRole('button', { name: 'Save appointment' }).click();
  await expect(
    dialog.getByText('Enter a full https:// link, such as https://video.example.com/room.'),
  ).toBeVisible();
  await dialog.getByLabel('Video link (optional)').fill('https://visit.example.test/1');
  await dialog.getByRole('button', { name: 'Save appointment' }).click();
  const refused = dialog.getByRole('alert');
  await expect(refused).toContainText('This provider has another appointment at that time.');
  await expect(refused).toContainText(`${patient.name}, `);
  await dialog.getByLabel('Book anyway').check();
  await dialog.getByRole('button', { name: 'Save appointment' }).click();
  await expect(toast(page, 'appointment scheduled')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('tab', { name: 'Schedule' }).click();
  await expect(row).toContainText('scheduled');
  await row.getByRole('button', { name: /^Start visit/ }).click();
  await expect(row).toContainText('visit in progress');
  await row.getByRole('button', { name: /^Complete/ }).click();
  await dialog.getByLabel('Note').fill('Labs discussed, plan agreed');
  await dialog.getByRole('button', { name: 'Complete visit' }).click();
  await expect(toast(page, 'visit completed')).toBeVisible();
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(row).toContainText('Labs discussed, plan agreed');
  await row.getByRole('link', { name: patient.name }).click();
  await expect(page.getByRole('table', { name: 'Visits' })).toContainText('Labs discussed, plan agreed');
});

test('a request is declined with a reason that the patient sees', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  const own = await sessionOf(info, patient.email, NEW_PASSWORD);
  const wish = { kind: 'phone', reason: 'Cold hands', preferred: [new Date(Date.now() + 9e7).toISOString()] };
  await json(own.post('/api/appointments', { data: wish }), 201);
  await page.goto('/trt/provider/appointments');
  await page.getByRole('button', { name: `Decline, ${patient.name}` }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Reason (optional)').fill('Please ask for a morning');
  await expectNoAxeViolations(page, 'decline a request');
  await dialog.getByRole('button', { name: 'Decline request' }).click();
  await expect(toast(page, 'appointment closed')).toBeVisible();
  const { appointments } = await json<AppointmentsResponse>(own.get('/api/appointments'));
  expect(appointments.map((one) => one.cancel_reason)).toEqual(['Please ask for a morning']);
  await own.dispose();
});

test('messages: who is waiting and how long, the thread, a reply', async ({ page }, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const patient = await patientWithPlan(info, page.request);
  const own = await sessionOf(info, patient.email, NEW_PASSWORD);
  await json(
    own.post('/api/messages', { data: { subject: 'Needle size', body: 'Which <b>needle</b>?' } }),
    201,
  );

  await page.goto('/trt/provider/messages');
  const item = page
    .getByRole('list', { name: 'Threads' })
    .getByRole('link')
    .filter({ hasText: patient.name });
  await expect(item).toContainText('1 unread');
  await expect(item).toContainText('waiting less than a minute');
  await item.click();
  const thread = page.getByRole('region', { name: 'Needle size' });
  await expect(thread).toContainText('Which <b>needle</b>?');
  await expect(item).not.toContainText('unread');
  await expectNoAxeViolations(page, 'a thread');
  await thread.getByRole('button', { name: 'Send' }).click();
  await expect(thread.getByLabel('Message')).toBeFocused();
  await thread.getByLabel('Message').fill('A 25 gauge one.');

  await page.route(/\/api\/provider\/messages\/[^/]+$/, (route) => route.abort());
  await thread.getByRole('button', { name: 'Send' }).click();
  await expect(thread.getByRole('alert')).toContainText('The message could not be sent');
  await expect(thread.getByLabel('Message')).toHaveValue('A 25 gauge one.');
  await page.unroute(/\/api\/provider\/messages\/[^/]+$/);
  await thread.getByRole('button', { name: 'Send' }).click();
  await expect(thread.getByRole('listitem')).toHaveCount(2);
  await expect(thread.getByLabel('Message')).toHaveValue('');
  await expect(item).toHaveCount(0);
  const { threads } = await json<MessagesResponse>(own.get('/api/messages'));
  expect(threads[0]?.messages.map((one) => one.body)).toEqual(['Which <b>needle</b>?', 'A 25 gauge one.']);
  await own.dispose();
});

import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { PatientRow } from '../../common/api/patient.js';
import { startFakeIssuer } from '../support/fake-issuer.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { json, patientWithPlan, sessionOf, signInByApi } from './clinic.js';
import { NEW_PASSWORD } from './people.js';
import { runsNothing, watched, type Shown } from './runs-nothing.js';
import { answersOf, Arrivals, claimsOf, foreignRecord, sendResults, signed } from './stored-arrivals.js';

let gateway: GatewayProcess | null = null;
test.afterEach(async () => {
  await gateway?.stop();
  gateway = null;
});

const caseTabs = (id: string, names: readonly string[]): string[] =>
  names.map((tab) => `/trt/cases/${id}?tab=${tab}`);
/** What came and was shown nowhere, which must be what these say. */
function expectShown(arrivals: Arrivals, texts: string, except: readonly string[] = []): void {
  const unseen = [...arrivals.from].filter(([mark]) => !texts.includes(mark)).map(([, from]) => from);
  expect(unseen.toSorted()).toEqual([...except].toSorted());
}

/** What the laboratory said beside the results of the newest draw. */
async function reviewText(page: Page, caseId: string): Promise<string> {
  await page.goto(`/trt/cases/${caseId}?tab=labs`);
  await page
    .getByRole('row')
    .getByRole('button', { name: /^Review/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Laboratory');
  return (await dialog.textContent()) ?? '';
}

test('no text of a laboratory runs on any screen that shows it @one-width', async ({ page }, info) => {
  test.slow();
  gateway = await GatewayProcess.create({ DATA_DIR: join(process.env.BROWSER_TEST_DATA!, 'data') });
  await gateway.start();
  const arrivals = new Arrivals();
  const staff = await sessionOf(info, 'multi@demo.test');
  const patient = await patientWithPlan(info, staff);
  const facility = `L ${Date.now()}`;
  await json(
    staff.post('/api/admin/lab-connections', { data: { name: facility, sending_facility: facility } }),
    201,
  );
  const q = encodeURIComponent(JSON.stringify({ id: patient.patientId }));
  const { patients } = await json<{ patients: PatientRow[] }>(
    staff.get(`/api/provider/patients?filter=${q}`),
  );
  await sendResults(arrivals, gateway.port, patients[0]!, facility);
  interface Waiting {
    lab_messages: { id: string; status: string; laboratory: string | null }[];
  }
  let messages: Waiting['lab_messages'] = [];
  await expect
    .poll(
      async () => {
        ({ lab_messages: messages } = await json<Waiting>(staff.get('/api/lab-messages')));
        messages = messages.filter(({ laboratory }) => laboratory === facility);
        return messages.length;
      },
      { timeout: 30_000 },
    )
    .toBe(2);
  expect(messages.map(({ status }) => status).toSorted(), JSON.stringify(messages)).toEqual([
    'imported',
    'unmatched',
  ]);

  const complaints = watched(page, info);
  await signInByApi(page.request, 'multi@demo.test');
  const texts = await runsNothing(
    page,
    ['/trt/provider/lab-messages', ...messages.map(({ id }) => `/trt/provider/lab-messages/${id}`)],
    complaints,
  );
  const review = await reviewText(page, patient.caseId);
  expect([await page.evaluate(() => (window as { ran?: number }).ran), complaints]).toEqual([undefined, []]);
  // Whose patient it is is not known either.
  await signInByApi(page.request, 'admin@demo.test');
  const unknown = await runsNothing(page, ['/admin/lab-connections'], complaints);
  // For the record: numbers and names of panels, the sex, and a range that was not needed.
  expectShown(arrivals, texts + review + unknown, [
    'HL7 OBR-3',
    'HL7 OBR-3 imported',
    'HL7 OBR-4 imported',
    'HL7 OBX-7',
    'HL7 PID-8',
  ]);
  await staff.dispose();
});

/** The file is chosen, looked at and imported as staff do it. */
async function importedOnScreen(page: Page, patientId: string, bundle: object): Promise<string> {
  await page.goto(`/trt/provider/patients/${patientId}`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Import a record' }).click();
  await main.locator('input[type="file"]').setInputFiles({
    name: 'record.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(bundle)),
  });
  await main.getByRole('button', { name: 'Preview' }).click();
  await expect(main).toContainText('Preview, nothing stored yet:');
  const preview = await main.textContent();
  await main.getByRole('button', { name: 'Import record' }).click();
  await expect(main).toContainText('Imported:');
  return [preview, await main.textContent()].join('\n');
}

test('no text of a record from another clinic runs on any screen that shows it @one-width', async ({
  page,
}, info) => {
  test.slow();
  const arrivals = new Arrivals();
  const staff = await sessionOf(info, 'provider@demo.test');
  const { own, email, patientId, bundle } = await foreignRecord(info, arrivals);
  const complaints = watched(page, info);
  await signInByApi(page.request, 'provider@demo.test');
  let texts = await importedOnScreen(page, patientId, bundle);
  const show = async (paths: readonly Shown[]): Promise<void> => {
    texts += await runsNothing(page, paths, complaints);
  };
  await signInByApi(page.request, email, NEW_PASSWORD);
  await show([6, 8].map((section) => `/trt/patient/intake?section=${section}`));
  const caseId = await signed(own, staff, email);
  await signInByApi(page.request, 'provider@demo.test');
  await show([...caseTabs(caseId, ['alerts'])]);
  texts += await reviewText(page, caseId);
  expect([await page.evaluate(() => (window as { ran?: number }).ran), complaints]).toEqual([undefined, []]);
  // The patient writes the name and the address; the rest is for the record.
  expectShown(arrivals, texts, [
    'FHIR Observation.code.text',
    'FHIR Observation.performer',
    'FHIR Observation.specimen',
    'FHIR Patient.address',
    'FHIR Patient.name',
  ]);
  await Promise.all([own.dispose(), staff.dispose()]);
});

test('no answer of a program and no claim of a sign-in provider runs on any screen @one-width', async ({
  page,
}, info) => {
  test.slow();
  const arrivals = new Arrivals();
  const receiver = new WebhookReceiver();
  const patient = await answersOf(info, arrivals, { receiver, base: await receiver.start() });
  const { issuer, organisation, who } = await claimsOf(info, arrivals, startFakeIssuer);
  const complaints = watched(page, info);
  await signInByApi(page.request, 'provider@demo.test');
  await page.goto(`/trt/cases/${patient.caseId}/prescriptions`);
  await page.getByRole('button', { name: /^Pharmacy / }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('confirmed by the pharmacy');
  let texts = (await dialog.textContent()) ?? '';
  await signInByApi(page.request, 'admin@demo.test');
  texts += await runsNothing(page, ['/admin/webhook-deliveries', '/admin/webhooks'], complaints);
  await page.goto(`/admin/organisations?filter=${encodeURIComponent(JSON.stringify({ q: organisation }))}`);
  await page.getByRole('button', { name: `Single sign-on: ${organisation}` }).click();
  await expect(dialog.getByLabel('Client ID')).not.toHaveValue('');
  texts += await dialog.getByLabel('Client ID').inputValue();
  for (const path of ['/admin/audit', '/admin/mails', '/admin/users', '/dev/mailbox']) await page.goto(path);
  const inside = await page
    .context()
    .browser()!
    .newContext({ storageState: await who.storageState() });
  const own = await inside.newPage();
  const heard = watched(own, info);
  for (const path of ['/admin', '/admin/users', '/admin/organisations', '/account/security']) {
    await own.goto(path);
    await expect(own.locator('h1'), path).toHaveCount(1);
    await expect(own.locator('[aria-busy="true"]'), path).toHaveCount(0);
    expect([path, await own.evaluate(() => (window as { ran?: number }).ran)]).toEqual([path, undefined]);
  }
  expect([...complaints, ...heard]).toEqual([]);
  expectShown(arrivals, texts);
  await Promise.all([inside.close(), who.dispose(), receiver.stop(), issuer.close()]);
});

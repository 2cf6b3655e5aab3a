import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { PatientRow } from '../../common/api/patient.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { drawAt, nextControlId, oru, send, type Drawn, type Result } from '../support/laboratory.js';
import { expectNoAxeViolations } from './axe.js';
import { json, sessionOf } from './clinic.js';
import { PAYLOADS } from './payloads.js';
import { signInByApi } from './people.js';
import { shoot } from './screenshots.js';

let gateway: GatewayProcess;
test.beforeAll(async () => {
  gateway = await GatewayProcess.create({ DATA_DIR: join(process.env.BROWSER_TEST_DATA!, 'data') });
  await gateway.start();
});
test.afterAll(() => gateway.stop());

/** A look at the screen in both themes, and on a phone where pictures are taken. */
async function look(page: Page, name: string, project: string): Promise<void> {
  await expectNoAxeViolations(page, name);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${name}-${colorScheme}`, project);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const desk = page.viewportSize();
  if (!process.env.SCREENSHOTS || !desk) return;
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxeViolations(page, `${name} on a phone`);
  await shoot(page, `${name}-390`, project);
  await page.setViewportSize(desk);
}

test(
  'a laboratory: connected, its message not understood, then mapped, matched and imported',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const { name: project } = info.project;
    const facility = `LAB ${project} ${Date.now()}`;
    const provider = await sessionOf(info, 'provider@demo.test');
    const { patients } = await json<{ patients: PatientRow[] }>(
      provider.get(`/api/provider/patients?filter=${encodeURIComponent('{"q":"Aaron Pike"}')}`),
    );
    const { patient_id, mrn, dob } = patients[0]!;
    const patient: Drawn = {
      patient_id,
      mrn,
      given: 'Aaron',
      family: 'Pyke',
      dob: dob!.replaceAll('-', ''),
    };
    const sendResults = async (results: readonly Result[], drawn: string, who: Drawn | string = patient) => {
      const message = oru({
        patient: who,
        sender: ['', facility],
        drawn,
        results,
        controlId: `${nextControlId()}-${Date.now()}`,
      });
      expect((await send(gateway.port, message))?.[0]).toBe('AA');
    };

    await signInByApi(page.request, 'orgadmin');
    await page.goto('/admin/lab-connections');
    await page.getByRole('button', { name: 'New laboratory' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Acme Laboratories');
    await dialog.getByRole('button', { name: 'Connect laboratory' }).click();
    await expect(dialog.getByText('Enter how the laboratory names itself')).toBeVisible();
    await dialog.getByLabel('Sending facility (MSH-4)').fill(facility);
    await dialog.getByRole('button', { name: 'Add a code' }).click();
    await dialog.getByLabel('Code 1', { exact: true }).fill('HCTX');
    await dialog.getByLabel('Meaning of code 1').selectOption('Hematocrit');
    await look(page, 'lab-connection-form', project);
    await dialog.getByRole('button', { name: 'Connect laboratory' }).click();
    const line = page.getByRole('row').filter({ hasText: facility });
    await expect(line).toContainText('Active');
    await look(page, 'lab-connections', project);

    await sendResults(
      [
        { code: 'HCTX', system: 'L', value: '56', unit: '%' },
        { code: 'PRLX', system: 'L', value: '8.1', unit: 'ng/mL' },
      ],
      drawAt(30 + Math.floor(Math.random() * 300)),
    );
    await expect(async () => {
      await page.goto('/trt/provider/lab-messages');
      await expect(page.getByRole('link', { name: 'Aaron Pyke' }).first()).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    const waiting = page.getByRole('row').filter({ hasText: 'Aaron Pyke' }).first();
    await expect(waiting).toContainText('Critical value');
    await expect(waiting).toContainText('The code of the test is not known (PRLX)');
    await look(page, 'lab-messages', project);
    await waiting.getByRole('link', { name: 'Aaron Pyke' }).click();
    await expect(page.getByRole('heading', { name: 'Results for Aaron Pyke' })).toBeVisible();
    await look(page, 'lab-message', project);

    await page.getByRole('button', { name: 'Say what this code means' }).click();
    await dialog.getByLabel('Means').selectOption('Prolactin');
    await dialog.getByRole('button', { name: 'Save code' }).click();
    await expect(page.getByText('Code saved.')).toBeVisible();
    await page.getByRole('button', { name: 'This is the patient: Aaron Pike' }).click();
    await expect(dialog.getByRole('button', { name: 'Use this record' })).toBeDisabled();
    await expect(dialog).toContainText(mrn);
    await look(page, 'lab-message-match', project);
    await dialog.getByLabel('I compared MRN and date of birth').check();
    await dialog.getByRole('button', { name: 'Use this record' }).click();
    await expect(page.getByText('Imported', { exact: true })).toBeVisible();

    await sendResults(
      [{ code: '2986-8', value: '500', unit: PAYLOADS[0]! }],
      drawAt(29),
      'PID|1||9||Nobody^Ned',
    );
    await expect(async () => {
      await page.goto('/trt/provider/lab-messages');
      await page.getByRole('link', { name: 'Ned Nobody' }).first().click({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog.getByLabel('Reason').fill(`Not our patient ${PAYLOADS[0]}`);
    await dialog.getByRole('button', { name: 'Discard message' }).click();
    await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
    await expect(page.getByText(`Not our patient ${PAYLOADS[0]}`)).toBeVisible();

    await signInByApi(page.request, 'provider');
    await page.goto('/dashboard');
    await page.goto(`/trt/provider/patients/${patient_id}`);
    await expect(page.getByRole('main')).toContainText('Aaron Pike');
  },
);

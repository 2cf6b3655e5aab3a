import { expect, test, type Page } from '@playwright/test';
import { signUpByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { caseOf, json, onTreatmentWith, sessionOf, signInByApi } from './clinic.js';
import { NEW_PASSWORD } from './people.js';

const dialogOf = (page: Page) => page.getByRole('dialog');

test.describe('what patients told, and what waits for them @one-width', () => {
  test('an allergy that names no ingredient is settled with a sentence, and stays on the case', async ({
    page,
  }, info) => {
    await signInByApi(page.request, 'provider@demo.test');
    const patient = await onTreatmentWith(info, page.request, { hct_percent: 45 });
    const own = await sessionOf(info, patient.email, NEW_PASSWORD);
    const changes = { allergies: 'allergic to the injection' };
    await json(
      own.post('/api/safety-checks', { data: { location_state: 'NY', side_effects: [], changes } }),
      201,
    );
    await page.goto(`/trt/cases/${patient.caseId}`);
    const told = page.getByRole('region', { name: 'What the patient told, and what it means' });
    await expect(told).toContainText('“allergic to the injection”');
    await expect(told).toContainText('not settled');
    await told.getByRole('button', { name: /^Settle: Reaction to an injection/ }).click();
    const record = dialogOf(page).getByRole('button', { name: 'Record decision' });
    await record.click();
    await expect(dialogOf(page)).toContainText('Choose what was found out.');
    await expect(dialogOf(page)).toContainText('Say what was found out in at least 20 characters');
    await expectNoAxeViolations(page, 'settling what was told');
    await dialogOf(page)
      .getByRole('radio', { name: /^Cottonseed oil/ })
      .check();
    const note = 'Allergist report: cottonseed oil, hives in 2024';
    await dialogOf(page).getByLabel('How this was found out').fill(note);
    await record.click();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(told).toContainText('Recorded as an allergy to: Cottonseed oil');
    await expect(told).toContainText(note);
    await expect(told).not.toContainText('not settled');
    await page.getByRole('tab', { name: 'Rules' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Rules' })).toContainText('Allergy to cypionate vehicle');
  });

  test('a case before its intake says so with the ways to reach the patient, and its thread is marked', async ({
    page,
  }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    const message = { subject: 'Tonight', body: 'I am going to kill myself tonight' };
    await json(page.request.post('/api/messages', { data: message }), 201);
    await page.context().clearCookies();
    await signInByApi(page.request, 'provider@demo.test');
    const { id } = await caseOf(page.request, email);
    await page.goto(`/trt/cases/${id}`);
    const notice = page.getByText('Intake not submitted yet').locator('xpath=ancestor::*[.//button][1]');
    await expect(notice).toContainText('nothing can be planned or prescribed');
    await expect(notice.getByRole('button', { name: /^Message patient/ })).toBeVisible();
    await expect(notice).toContainText(/Call the patient|No phone number on file/);
    await expectNoAxeViolations(page, 'a case before its intake');
    await page.goto('/trt/provider/messages');
    const thread = page
      .getByRole('list', { name: 'Threads' })
      .getByRole('listitem')
      .filter({ hasText: 'Tonight' })
      .first();
    await expect(thread).toContainText('open emergency');
  });
});

import { expect, test } from '@playwright/test';
import type { CaseDetailResponse, IntakeResponse } from '../../common/api/index.js';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { caseOf, json, sessionOf } from './clinic.js';
import { sectionHeading, type } from './intake-form.js';
import { signIn } from './people.js';

/** A patient in danger, and one who believes that the care team knows what it cannot know. */

test('a medication added after submitting is told to be unsent until one press sends it', async ({
  page,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  const provider = await sessionOf(info, 'provider@demo.test');
  const found = await caseOf(provider, email);
  const unsent = page.getByText('You have changes your care team can’t see yet.');
  const send = page.getByRole('button', { name: 'Submit changes' });

  await page.goto('/trt/patient/intake?section=8');
  await expect(sectionHeading(page, 8)).toBeVisible();
  await expect(unsent).toHaveCount(0);
  await type(page, 'Current medicines', 'warfarin 5 mg');
  await expect(page.getByRole('status').filter({ hasText: 'Saved, not sent' })).toBeVisible();
  await expect(unsent).toBeVisible();
  await expectNoAxeViolations(page, 'a section with unsent changes');
  await page.goto('/trt/patient/intake?section=2');
  await expect(sectionHeading(page, 2)).toBeVisible();
  await expect(unsent).toBeVisible();

  await page.goto('/trt/patient');
  await expect(unsent).toBeVisible();
  await expect(page.getByText('Changed: Current medicines.')).toBeVisible();
  await expect(page.getByText('Changes not sent')).toBeVisible();
  await expectNoAxeViolations(page, 'the dashboard with unsent changes');
  const detail = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${found.id}/detail`));
  expect(detail.unsent_changes?.fields).toEqual(['current_medications']);

  await send.click();
  await expect(page.getByText('Your changes are submitted.')).toBeVisible();
  await expect(unsent).toHaveCount(0);
  const after = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${found.id}/detail`));
  expect([after.unsent_changes, after.intake_summary?.current_medications]).toEqual([null, 'warfarin 5 mg']);
});

test('changes that cannot be submitted open the form at what is wrong', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  const { intake_form: form } = await json<IntakeResponse>(page.request.get('/api/trt/intake'));
  await json(page.request.post('/api/trt/intake', { data: { data: { phone: '5' }, version: form.version } }));
  await page.goto('/trt/patient');
  await page.getByRole('button', { name: 'Submit changes' }).click();
  await expect(sectionHeading(page, 1)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Phone', exact: true })).toHaveValue('5');
});

test('the clinician reads which question waits unsent, not the answer @one-width', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  const { intake_form: form } = await json<IntakeResponse>(page.request.get('/api/trt/intake'));
  const data = { allergies: 'penicillin' };
  await json(page.request.post('/api/trt/intake', { data: { data, version: form.version } }));
  const provider = await sessionOf(info, 'provider@demo.test');
  const found = await caseOf(provider, email);
  await page.context().clearCookies();
  await signIn(page, 'provider@demo.test');
  await page.goto(`/trt/cases/${found.id}`);
  await expect(page.getByText(/Patient changed Allergies on .* and has not submitted it\./)).toBeVisible();
  await expect(page.getByText('penicillin')).toHaveCount(0);
});

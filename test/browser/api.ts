import { expect, type APIRequestContext } from '@playwright/test';
import type { BaselinePlanResponse, IntakeResponse } from '../../common/api/index.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD, newEmail } from './people.js';

/** Signs up in the browser that `request` belongs to, without the UI. */
export async function signUpByApi(request: APIRequestContext, project: string): Promise<string> {
  const email = newEmail(project);
  const answer = await request.post('/auth/signup', {
    data: { email, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
  });
  expect(answer.status()).toBe(201);
  return email;
}

/** The same, and opens the link in the email. */
export async function signUpVerified(request: APIRequestContext, project: string): Promise<string> {
  const email = await signUpByApi(request, project);
  await verifyByApi(request, email);
  return email;
}

export async function verifyByApi(request: APIRequestContext, email: string): Promise<void> {
  const mails = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const [mail] = (await mails.json()) as { links: string[] }[];
  const token = new URL(mail!.links[0]!).searchParams.get('token');
  expect((await request.post('/auth/verify-email', { data: { token } })).status()).toBe(200);
}

export async function savedAnswers(request: APIRequestContext): Promise<Record<string, unknown>> {
  return ((await (await request.get('/api/trt/intake')).json()) as IntakeResponse).intake_form.data;
}

/** A draft that is ready to submit. */
export async function draftByApi(
  request: APIRequestContext,
  change: Record<string, unknown> = {},
): Promise<void> {
  const data = { ...completeAnswers(), signature_date: daysAgo(0), ...change };
  const saved = await request.post('/api/trt/intake', { data: { data, version: 0 } });
  expect(saved.status()).toBe(200);
}

/** Submits the intake of the signed-in patient, and requests the plan as the UI does. */
export async function submitByApi(
  request: APIRequestContext,
  change: Record<string, unknown>,
): Promise<BaselinePlanResponse> {
  const data = { ...completeAnswers(), signature_date: daysAgo(0), ...change };
  const saved = await request.post('/api/trt/intake', { data: { data, version: 0, submit: true } });
  expect(saved.status()).toBe(200);
  const plan = await request.post('/api/trt/patient/generate-baseline-plan', { data: {} });
  expect(plan.status()).toBe(201);
  return (await plan.json()) as BaselinePlanResponse;
}

import { expect, test, type Locator, type Page } from '@playwright/test';
import type { CaseDetailResponse, IntakeResponse, MessageThread } from '../../common/api/index.js';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { caseOf, json, sessionOf } from './clinic.js';
import { daysAgo } from './clock.js';
import { sectionHeading, sign, type } from './intake-form.js';
import { signIn } from './people.js';

/** A patient in danger, and one who assumes that the care team knows what it cannot know. */

/** What was agreed to is shown again, and does not hold by itself. */
async function signAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign again' });
  await expect(dialog).toContainText(/You signed on \w{3} \d+, 20\d\d\. You agreed to these statements:/);
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await dialog.getByLabel('Your full name').fill('Somebody Else');
  await dialog.getByRole('button', { name: 'Sign and submit' }).click();
  await expect(dialog).toContainText('Check this box if the statements still hold.');
  await expect(dialog).toContainText('Type your full name as it is in section 1.');
  await expectNoAxeViolations(page, 'signing again');
  await sign(page);
}

test(
  'a medication added after submitting is marked unsent until it is signed and sent',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    await submitByApi(page.request, { email, signature_date: daysAgo(1) });
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
    await signAgain(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeFocused();
    await page.goto('/trt/patient');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(unsent).toHaveCount(0);
    const after = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${found.id}/detail`));
    expect([after.unsent_changes, after.intake_summary?.current_medications]).toEqual([
      null,
      'warfarin 5 mg',
    ]);
  },
);

test('changes that cannot be submitted open the form at the problem', async ({ page }, info) => {
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

test('the clinician sees which answer is unsent, but not its content @one-width', async ({ page }, info) => {
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

const log = (page: Page): Locator => page.getByRole('dialog', { name: 'TRT assistant' }).getByRole('log');
const card = (scope: Page | Locator): Locator => scope.getByRole('alert').filter({ hasText: 'Get help now' });

async function openChat(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open TRT assistant' }).click();
}
async function ask(page: Page, question: string): Promise<void> {
  const field = page.getByRole('dialog', { name: 'TRT assistant' }).getByLabel('Message', { exact: true });
  // Nothing is sent while an answer is still coming.
  await expect(page.getByText('Assistant is typing')).toHaveCount(0);
  await field.fill(question);
  await field.press('Enter');
  await expect(log(page)).toContainText(question);
}

test('a second emergency of one kind gets its own card, below the question', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await openChat(page);
  await ask(page, 'I have chest pain');
  await expect(card(log(page))).toHaveCount(1);
  await ask(page, 'how do i store my vial');
  await expect(log(page)).toContainText('locked at room temperature');
  await ask(page, 'my chest hurts really bad now');
  await expect(card(log(page))).toHaveCount(2);
  await expect(card(log(page)).last().getByRole('link', { name: 'Call 911' })).toBeInViewport();
  const order = await log(page).evaluate((node) => {
    const text = node.textContent ?? '';
    return text.lastIndexOf('my chest hurts really bad now') < text.lastIndexOf('Get help now');
  });
  expect(order).toBe(true);
});

test('misspelled emergencies are detected, and “I don’t have that” names 911 first, one tap away', async ({
  page,
}, info) => {
  await signUpByApi(page.request, info.project.name);
  await openChat(page);
  const typed = [
    'im having crushing chest pane',
    'chest payne',
    'my hart hurts real bad and im sweating',
    'cant feel my right arm and talking funny',
    'i cant see out of one eye all of a sudden',
    'my kid got my gel on him',
  ];
  for (const [i, words] of typed.entries()) {
    await ask(page, words);
    await expect(card(log(page))).toHaveCount(i + 1);
  }
  await expect(card(log(page)).last()).toContainText('Poison Control');
  await ask(page, 'who won the game last night');
  await expect(log(page)).toContainText('If this could be an emergency, call 911.');
  await expect(log(page).getByRole('link', { name: 'call 911', exact: true })).toHaveAttribute(
    'href',
    'tel:911',
  );
});

test('an earlier emergency stays on the case next to a later one', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  await openChat(page);
  await ask(page, 'I want to kill myself');
  await expect(card(log(page))).toHaveCount(1);
  await ask(page, 'leg is red swollen and hurts');
  await expect(card(log(page))).toHaveCount(2);
  const provider = await sessionOf(info, 'provider@demo.test');
  const found = await caseOf(provider, email);
  await expect
    .poll(async () => {
      const detail = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${found.id}/detail`));
      return detail.alerts.map((alert) => alert.rule_key).filter((key) => key?.startsWith('emergency_'));
    })
    .toEqual(expect.arrayContaining(['emergency_self_harm', 'emergency_clot']));
});

test('a message about chest pain shows 911 while it is typed and after it is sent', async ({
  page,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  await page.goto('/trt/patient/messages?thread=new');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Sunday');
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('I have crushing chest pain since this morning');
  await expect(card(page).getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(card(page).filter({ hasText: 'Your message was sent.' })).toBeVisible();
  const provider = await sessionOf(info, 'provider@demo.test');
  const found = await caseOf(provider, email);
  const detail = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${found.id}/detail`));
  expect(detail.alerts.map((alert) => alert.rule_key)).toContain('emergency_heart_or_breathing');
});

test('an emergency in a long conversation is answered under its message, also after a reload', async ({
  page,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  const write = (data: object) => json<MessageThread>(page.request.post('/api/messages', { data }), 201);
  const { thread_id } = await write({ subject: 'My shots', body: 'Can I train on the day of a shot?' });
  for (let n = 0; n < 6; n += 1) await write({ thread_id, body: 'how do i store my vial' });
  await page.goto(`/trt/patient/messages?thread=${thread_id}`);
  await page.getByRole('textbox', { name: 'Your reply' }).fill('chest pain is worse and I cant breathe');
  await page.getByRole('button', { name: 'Send reply' }).click();
  const mine = page.getByRole('listitem').filter({ hasText: 'Your message was sent.' });
  await expect(mine).toBeFocused();
  const header = (await page.getByRole('banner').boundingBox())!;
  await expect
    .poll(async () => (await mine.boundingBox())!.y)
    .toBeGreaterThanOrEqual(Math.max(0, header.y) + header.height);
  await expect(mine.getByText('Get help now')).toBeInViewport();
  await expect(mine.getByRole('link', { name: 'Call 911' })).toBeInViewport();
  await expectNoAxeViolations(page, 'a conversation with an emergency');
  await page.reload();
  const items = page.getByRole('list', { name: 'My shots' }).getByRole('listitem');
  await expect(items.last()).toContainText('Get help now');
  await expect(items.nth(-2)).toContainText('chest pain is worse');
});

test('an emergency in the reason of an appointment is answered once it is saved', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  const saved = card(page).filter({ hasText: 'your care team will see what you wrote' });
  await page.goto('/trt/patient/appointments');
  await page.getByRole('button', { name: 'Request an appointment' }).click();
  await page.getByRole('radio', { name: 'Phone' }).check();
  await page.getByLabel('What is it about?').fill('i want to kill myself tonight');
  const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('First choice').fill(`${day}T10:00`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(saved.getByRole('link', { name: 'Call 988' })).toBeInViewport();
});

test('a check-in with the worst mood shows 988 and tells the care team', async ({ page }, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email });
  await page.goto('/trt/patient/progress');
  await page.getByRole('button', { name: 'New check-in' }).click();
  await page
    .getByRole('radiogroup', { name: 'Sad or irritable', exact: true })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await page.getByLabel('Sad or irritable: severity').fill('10');
  await expect(card(page).getByRole('link', { name: 'Call 988' })).toHaveAttribute('href', 'tel:988');
  await page.getByRole('button', { name: 'Save check-in' }).click();
  await expect(card(page).filter({ hasText: 'Your check-in was saved' })).toBeVisible();
  const provider = await sessionOf(info, 'provider@demo.test');
  const found = await caseOf(provider, email);
  const detail = await json<CaseDetailResponse>(provider.get(`/api/trt/cases/${found.id}/detail`));
  expect(detail.alerts.map((alert) => alert.rule_key)).toContain('emergency_low_mood');
});

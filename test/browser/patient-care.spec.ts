import { expect, request as requests, test, type Page, type TestInfo } from '@playwright/test';
import type {
  Appointment,
  MessageThread,
  PatientProfileResponse,
  ReminderMailResponse,
} from '../../common/api/index.js';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { fillSignIn, NEW_PASSWORD, PASSWORD, signInByApi } from './people.js';

/** What a patient does on treatment: orders, contact details, messages, appointments, check-ins. */

const main = (page: Page) => page.getByRole('main');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const problems = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' });

/** The care team's side, in a separate session. */
async function provider(info: TestInfo) {
  const request = await requests.newContext({ baseURL: info.project.use.baseURL ?? '' });
  const answer = await request.post('/auth/login', {
    data: { email: 'provider@demo.test', password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  return request;
}

/** The native date-and-time field: some days ahead, at 10 a.m. */
function inDays(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}T10:00`;
}

test(
  'reminders: acknowledged, and their emails turned off and on',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    await submitByApi(page.request, { email });
    await page.goto('/trt/patient');
    const table = page.getByRole('table', { name: 'Reminders' });
    const acknowledge = table.getByRole('button', { name: /^Acknowledge / }).first();
    const title = (await acknowledge.innerText()).replace(/^Acknowledge\s*/, '');
    await acknowledge.click();
    await expect(status(page, 'Reminder acknowledged.')).toBeVisible();
    await expect(table.getByRole('row').filter({ hasText: title })).toContainText(
      /Acknowledged \w+ \d+, 20\d\d/,
    );
    await page.reload();
    await expect(table).toContainText(/Acknowledged \w+ \d+, 20\d\d/);

    const emails = region(page, 'Reminder emails');
    const choice = emails.getByRole('checkbox', { name: 'Email me reminders' });
    await expect(choice).toBeChecked();
    await expect(emails).toContainText(`We’ll send them to ${email}. They never include health information.`);
    await emails.getByText('Preview this email').click();
    await expect(emails).toContainText('A reminder from the TRT Program');
    await expectNoAxeViolations(page, 'dashboard with the preview of a reminder');
    await choice.uncheck();
    await expect(status(page, 'Reminder emails are off.')).toBeVisible();
    const stored = (await (
      await page.request.get('/api/trt/reminders/email')
    ).json()) as ReminderMailResponse;
    expect(stored.enabled).toBe(false);
    await page.reload();
    await expect(choice).not.toBeChecked();

    await page.route('**/api/trt/reminders/email', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await choice.click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Unable to change your reminder emails.' }),
    ).toBeVisible();
    await expect(choice).not.toBeChecked();
  },
);

test(
  'profile: details changed, a conflicting change made elsewhere, documents and who looked',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    await submitByApi(page.request, { email, full_name: 'Hector Vale', phone: '555-0142' });
    await page.goto('/trt/patient/profile');
    await expect(region(page, 'About you')).toContainText(/Medical record number \(MRN\)\d{8}/);
    await page.getByRole('button', { name: 'Edit contact details' }).click();
    const form = page.getByRole('form', { name: 'Contact details' });
    const phone = form.getByLabel('Phone', { exact: true }).first();
    await phone.fill('none');
    await form.getByRole('button', { name: 'Save contact details' }).click();
    await expect(problems(page)).toBeFocused();
    await expectNoAxeViolations(page, 'refused contact details');
    await problems(page).getByRole('link').click();
    await expect(phone).toBeFocused();
    await phone.fill('555-0143');

    // Another of the patient's tabs saves first.
    const known = (await (await page.request.get('/api/patient/profile')).json()) as PatientProfileResponse;
    const other = await page.request.patch('/api/patient/profile', {
      data: { version: known.summary.version, phone: '555-0199' },
    });
    expect(other.status()).toBe(200);
    await form.getByRole('button', { name: 'Save contact details' }).click();
    await expect(problems(page)).toContainText('Your contact details were changed somewhere else.');
    await expect(form).toContainText('555-0199');
    await expect(phone).toHaveValue('555-0143');
    await expectNoAxeViolations(page, 'contact details changed in two places');
    await form.getByRole('button', { name: 'Save contact details' }).click();
    await expect(status(page, 'Contact details saved.')).toBeVisible();
    await expect(region(page, 'Contact details')).toContainText('555-0143');

    const intake = page.getByRole('link', { name: /^Download PDF of Medical intake/ });
    const file = await page.request.get((await intake.getAttribute('href')) ?? '');
    expect(file.status()).toBe(200);
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);

    const staff = await provider(info);
    const id = known.summary.patient_id;
    expect((await staff.get(`/api/provider/patients/${id}`)).status()).toBe(200);
    await staff.dispose();
    await page.reload();
    await expect(page.getByRole('table', { name: 'Who opened my record' })).toContainText(
      'Opened your profile',
    );
  },
);

test(
  'messages: markup stays text, a draft is kept, also after a failed send, a reply is announced once',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signUpByApi(page.request, info.project.name);
    await page.goto('/trt/patient/messages');
    await page.getByRole('link', { name: 'New message' }).click();
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(problems(page)).toContainText('Enter a subject.');
    await expect(problems(page)).toContainText('Enter your message.');
    await expectNoAxeViolations(page, 'refused message');
    const body = page.getByRole('textbox', { name: 'Message', exact: true });
    const text = `<img src=x onerror="document.title='owned'"> ${'é💉 '.repeat(400)}end`;
    await page.getByRole('textbox', { name: 'Subject' }).fill('<b>Sore</b> spot');
    await body.fill(`${'x'.repeat(3_999)}💉y`);
    await expect(main(page)).toContainText('1 character too long. Shorten it to send it.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(problems(page)).toContainText('Use at most 4,000 characters. Your text is still here.');
    await expect(body).toHaveValue(/y$/);
    await body.fill(text);

    // Typed text survives navigation through the portal.
    await page.getByRole('link', { name: 'TRT Program' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
    await page.goBack();
    await expect(body).toHaveValue(text);
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('Sore');

    await page.route('**/api/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(problems(page)).toContainText('Unable to send your message. Your text is still here.');
    await expect(body).toHaveValue(text);
    await page.unroute('**/api/messages');
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Send message' }).click();
    const thread = (await (await sent).json()) as MessageThread;
    await expect(page.getByRole('heading', { level: 2, name: '<b>Sore</b> spot' })).toBeVisible();
    const conversation = main(page).getByRole('list', { name: '<b>Sore</b> spot' });
    await expect(conversation).toContainText(text.trim());
    await expect(page).toHaveTitle('Messages - TRT Program');

    const staff = await provider(info);
    const answered = await staff.post(`/api/provider/messages/${thread.thread_id}`, {
      data: { body: 'Please <i>call</i> us.' },
    });
    expect(answered.ok()).toBe(true);
    await staff.dispose();
    await page.goto('/trt/patient');
    await expect(main(page)).toContainText('You have 1 unread message.');
    await page.getByRole('link', { name: 'Read messages' }).click();
    await expect(page.getByRole('link', { name: /Sore.*1 new message/s })).toBeVisible();
    await expectNoAxeViolations(page, 'messages with news');
    await page.getByRole('link', { name: /Sore.*1 new message/s }).click();
    await expect(page.getByRole('heading', { level: 2, name: '<b>Sore</b> spot' })).toBeFocused();
    await expect(
      conversation.getByRole('listitem').filter({ hasText: 'Please <i>call</i> us.' }),
    ).toContainText('New');
    await expectNoAxeViolations(page, 'a conversation');
    await page.getByRole('textbox', { name: 'Your reply' }).fill('I will, thank you.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(conversation).toContainText('I will, thank you.');
    await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('');
    await page.goto('/trt/patient');
    await expect(page.getByRole('heading', { level: 1, name: 'My plan' })).toBeVisible();
    await expect(region(page, 'Reminders')).toBeVisible();
    await expect(main(page)).not.toContainText('unread message');
  },
);

test(
  'a message and a request survive a session that ends before they are sent',
  { tag: '@one-width' },
  async ({ page, context }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    const endSession = async () => {
      const elsewhere = await requests.newContext({
        baseURL: info.project.use.baseURL ?? '',
        storageState: await context.storageState(),
      });
      expect((await elsewhere.post('/auth/logout')).status()).toBe(204);
      await elsewhere.dispose();
    };
    await page.goto('/trt/patient/messages?thread=new');
    await page.getByRole('textbox', { name: 'Subject' }).fill('My next injection');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('May I move it by a day?');
    await endSession();
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveURL('/login');
    await fillSignIn(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL('/trt/patient/messages?thread=new');
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('My next injection');
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(
      'May I move it by a day?',
    );

    await page.goto('/trt/patient/appointments');
    await page.getByRole('button', { name: 'Request an appointment' }).click();
    await page.getByRole('textbox', { name: 'What is it about?' }).fill('My next injection');
    await page.getByRole('radio', { name: 'Phone' }).check();
    await page.getByLabel('First choice').fill(inDays(4));
    await endSession();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page).toHaveURL('/login');
    await fillSignIn(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL('/trt/patient/appointments');
    await expect(page.getByRole('textbox', { name: 'What is it about?' })).toHaveValue('My next injection');
    await expect(page.getByRole('radio', { name: 'Phone' })).toBeChecked();
    await expect(page.getByLabel('First choice')).toHaveValue(inDays(4));
  },
);

test("appointments: requested, confirmed by the clinic in the patient's time zone, canceled with a reason", async ({
  page,
}, info) => {
  const email = await signUpByApi(page.request, info.project.name);
  await submitByApi(page.request, { email, full_name: 'Hector Vale' });
  await page.goto('/trt/patient/appointments');
  await page.getByRole('button', { name: 'Request an appointment' }).click();
  const form = page.getByRole('form', { name: 'Request an appointment' });
  await form.getByRole('button', { name: 'Send request' }).click();
  for (const message of [
    'Choose a kind of appointment.',
    'Enter what the appointment is about.',
    'Propose at least one time.',
  ])
    await expect(problems(page)).toContainText(message);
  await expectNoAxeViolations(page, 'refused request for an appointment');
  await form.getByRole('radio', { name: 'Video' }).check();
  await form.getByRole('textbox', { name: 'What is it about?' }).fill('My last results');
  await form.getByLabel('First choice').fill('2020-01-01T10:00');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(problems(page)).toContainText('Choose a time in the future.');
  await expect(form).not.toContainText('The care team works on weekdays in business hours');
  await form.getByLabel('First choice').fill('2032-02-01T03:00');
  await expect(form).toContainText('The care team works on weekdays in business hours');
  await form.getByLabel('First choice').fill(inDays(5));
  await form.getByLabel('Second choice (optional)').fill(inDays(6));
  const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await form.getByRole('button', { name: 'Send request' }).click();
  const asked = (await (await posted).json()) as Appointment;
  await expect(status(page, 'Your request is with the care team.')).toBeVisible();
  const requested = region(page, 'Requested').getByRole('listitem').filter({ hasText: 'My last results' });
  await expect(requested).toContainText('10:00 AM E');
  await expect(requested).toContainText('usually within 1 to 2 business days');
  await requested.getByRole('button', { name: /^Cancel request/ }).click();
  const withdraw = page.getByRole('dialog', { name: 'Cancel this request?' });
  await expect(withdraw).not.toContainText('open the time to someone else');
  await page.keyboard.press('Escape');
  await expectNoAxeViolations(page, 'requested appointment');

  const staff = await provider(info);
  const from = asked.preferred[0] ?? '';
  const until = new Date(Date.parse(from) + 30 * 60_000).toISOString();
  const confirmed = await staff.post(`/api/provider/appointments/${asked.appointment_id}`, {
    data: { status: 'scheduled', starts_at: from, ends_at: until, join_url: 'https://video.example.test/a' },
  });
  expect(confirmed.status()).toBe(200);
  await staff.dispose();
  await page.reload();
  const upcoming = region(page, 'Upcoming').getByRole('listitem').filter({ hasText: 'My last results' });
  await expect(upcoming).toContainText('Video visit, 30 minutes');
  await expect(upcoming.getByRole('link', { name: /^Join the video visit/ })).toHaveAttribute(
    'href',
    'https://video.example.test/a',
  );
  const file = await page.request.get(
    (await upcoming.getByRole('link', { name: /^Add to calendar/ }).getAttribute('href')) ?? '',
  );
  expect(await file.text()).toContain('BEGIN:VEVENT');
  await expectNoAxeViolations(page, 'scheduled appointment');

  await upcoming.getByRole('button', { name: /^Cancel appointment/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' });
  await dialog.getByRole('button', { name: 'Confirm cancellation' }).click();
  await expect(dialog).toContainText('Briefly tell us why you’re canceling.');
  await expectNoAxeViolations(page, 'cancel dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await upcoming.getByRole('button', { name: /^Cancel appointment/ }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('I have to work');
  await dialog.getByRole('button', { name: 'Confirm cancellation' }).click();
  await expect(status(page, 'Appointment cancelled.')).toBeVisible();
  await expect(region(page, 'Past')).toContainText('I have to work');
});

test('progress: charts with words, band and table, and a check-in that joins them', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'patient');
  await page.goto('/trt/patient/progress');
  const total = region(page, 'Total testosterone');
  await expect(total).toContainText('Your target: 450 to 600 ng/dL');
  await expect(total).toContainText(/Latest: 521 ng\/dL on \w+ \d+, 20\d\d, inside your target\./);
  await expect(total.getByRole('img')).toHaveAccessibleName(/^Total testosterone\. Latest: 521 ng\/dL/);
  await expect(total.getByRole('img')).toContainText('80 mg');
  await expectNoAxeViolations(page, 'progress');
  await total.getByRole('button', { name: /^Show as table/ }).click();
  const table = total.getByRole('table', { name: 'Total testosterone' });
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(table.getByRole('row').nth(1)).toContainText(/521 ng\/dL\s*Normal/);
  await expectNoAxeViolations(page, 'progress as a table');

  const context = await page.context().browser()?.newContext();
  const own = await context?.newPage();
  if (!context || !own) throw new Error('No browser');
  await signUpByApi(own.request, info.project.name);
  await own.goto('/trt/patient/progress');
  await own.getByRole('button', { name: 'New check-in' }).click();
  await own.getByRole('button', { name: 'Save check-in' }).click();
  await expect(problems(own)).toContainText('Answer at least one symptom.');
  await own.getByRole('radiogroup', { name: 'Low energy' }).getByRole('radio', { name: 'Yes' }).check();
  await own.getByLabel('Low energy: severity').fill('12');
  await own
    .getByRole('radiogroup', { name: 'Satisfying intercourse' })
    .getByRole('radio', { name: '3' })
    .check();
  await own.getByRole('button', { name: 'Save check-in' }).click();
  await expect(problems(own)).toContainText('Enter a whole number from 0 to 10 for “Low energy”.');
  await expect(problems(own)).toContainText('Answer all five of these questions, or none.');
  await expectNoAxeViolations(own, 'refused check-in');
  await own.getByLabel('Low energy: severity').fill('6');
  await own.getByRole('button', { name: 'Clear these answers' }).click();
  await own.getByRole('button', { name: 'Answer No to the rest' }).click();
  await own.getByRole('button', { name: 'Save check-in' }).click();
  await expect(status(own, 'Check-in saved.')).toBeVisible();
  await expect(region(own, 'Symptoms')).toContainText(/One value so far: 1 of 10 on/);
  await expect(region(own, 'Symptom severity')).toContainText(/One value so far: 6 of 100 on/);
  await expect(own.getByRole('region', { name: 'Weight' })).toHaveCount(0);
  await context.close();
});

test.describe('a device in another time zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test(
    'every time is shown in the profile’s zone and names it; the device’s zone is offered',
    { tag: '@one-width' },
    async ({ page }, info) => {
      await signUpByApi(page.request, info.project.name);
      await page.goto('/trt/patient/appointments');
      const offer = page.getByText('Your device is set to Pacific Time. Show times in Pacific Time?');
      await expect(offer).toBeVisible();
      await expectNoAxeViolations(page, 'the offer of another time zone');
      await page.getByRole('button', { name: 'Request an appointment' }).click();
      await expect(main(page)).toContainText('They are in Eastern Time.');
      await page.getByRole('radio', { name: 'Video' }).check();
      await page.getByRole('textbox', { name: 'What is it about?' }).fill('A question');
      await page.getByLabel('First choice').fill(inDays(3));
      await page.getByRole('button', { name: 'Send request' }).click();
      await expect(region(page, 'Requested')).toContainText(/, 10:00 AM E[SD]T/);

      await page.getByRole('button', { name: 'Show Pacific Time' }).click();
      await expect(status(page, 'Your times are shown in Pacific Time.')).toBeVisible();
      await expect(region(page, 'Requested')).toContainText(/, 7:00 AM P[SD]T/);
      await expect(offer).toHaveCount(0);
      await page.goto('/trt/patient/profile');
      await expect(region(page, 'Contact details')).toContainText('Pacific (Los Angeles)');

      await page.getByRole('button', { name: 'Edit contact details' }).click();
      await page.getByLabel('Time zone').selectOption('America/New_York');
      await page.getByRole('button', { name: 'Save contact details' }).click();
      await expect(offer).toBeVisible();
      await page.getByRole('button', { name: 'Keep Eastern Time' }).click();
      await expect(offer).toHaveCount(0);
      await page.goto('/trt/patient');
      await expect(region(page, 'Intake')).toBeVisible();
      await expect(offer).toHaveCount(0);
    },
  );
});

import { expect, test, type Page } from '@playwright/test';
import type {
  Appointment,
  DashboardResponse,
  PatientPrescription,
  PatientProfileResponse,
  Reminder,
} from '../../common/api/index.js';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { json, sessionOf } from './clinic.js';
import { PASSWORD, signInByApi } from './people.js';

/** What a patient on treatment sees: every fact that the server sends for display. */

const main = (page: Page) => page.getByRole('main');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('dashboard: plan, next labs, intake, and reminders in each of their states', async ({ page }) => {
  await signInByApi(page.request, 'patient');
  await page.route('**/api/trt/reminders', async (route) => {
    const { reminders } = (await (await route.fetch()).json()) as { reminders: Reminder[] };
    const states = [
      { title: 'Blood test', status: 'scheduled', due_in_days: 1, due_date: '2026-12-01' },
      { title: 'Old blood test', status: 'overdue', due_in_days: -3, due_date: '2026-11-02' },
      { title: 'Done blood test', status: 'completed', due_in_days: -20, due_date: '2026-10-05' },
    ];
    const first = { ...reminders[0], kind: 'lab_draw', acknowledged_at: null };
    await route.fulfill({
      json: { reminders: states.map((state) => ({ ...first, id: crypto.randomUUID(), ...state })) },
    });
  });
  const { next_lab_suggestion: labs } = await json<DashboardResponse>(page.request.get('/api/trt/dashboard'));
  await page.goto('/trt/patient');
  const plan = region(page, 'Plan');
  await expect(plan).toContainText('Approved');
  await expect(plan).toContainText('Testosterone cypionate, injection into the muscle');
  for (const fact of ['Dose80 mg', 'How oftenOnce weekly', 'RouteIntramuscular', 'Target range450–600 ng/dL'])
    await expect(plan).toContainText(fact);
  const next = region(page, 'Next labs');
  await expect(next).toContainText(labs?.instruction ?? 'no suggestion');
  await expect(next).toContainText(`In ${labs?.due_in_days} days`);
  await expect(next).toContainText(`When to draw blood: ${labs?.draw_timing}`);
  const intake = region(page, 'Intake');
  for (const fact of ['Submitted', 'NameMarcus Bell', 'Height70 in', 'Weight180 lb', 'BMI25.8'])
    await expect(intake).toContainText(fact);
  await expect(intake).toContainText(/Date of birth[A-Z][a-z]{2} \d+, 19\d\d/);
  await expect(region(page, 'Reminders').getByRole('row')).toHaveText([
    'ReminderStatusDue',
    /^Blood testAsk for a lab orderAcknowledge.*Due1 dayDec 1, 2026$/,
    /^Old blood testAsk for a lab orderAcknowledge.*Overdue3 days agoNov 2, 2026$/,
    'Done blood testCompleted20 days agoOct 5, 2026',
  ]);
});

test('a year later the intake page is the medical history, with the way to update it', async ({ page }) => {
  await signInByApi(page.request, 'patient');
  await page.goto('/trt/patient/intake');
  await expect(page.getByRole('heading', { level: 1, name: 'Your medical history' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/the answers you submitted on \w+ \d+, 20\d\d\./);
  await expect(page.getByRole('main')).not.toContainText('which lab tests you need');
  await expect(page.getByRole('button', { name: 'Review or edit responses' })).toBeVisible();
});

test('profile: summary, intake document, signed documents, visits', async ({ page }) => {
  await signInByApi(page.request, 'patient');
  const profile = await json<PatientProfileResponse>(page.request.get('/api/patient/profile'));
  await page.goto('/trt/patient/profile');
  const about = region(page, 'About you');
  for (const fact of [
    'NameMarcus Bell',
    `Age${profile.summary.age} years`,
    'Emailpatient@demo.test',
    `Medical record number (MRN)${profile.summary.mrn}`,
  ])
    await expect(about).toContainText(fact);
  await expect(about).toContainText(/Date of birth[A-Z][a-z]{2} \d+, 19\d\d/);
  await expect(about).toContainText(/EducationAcknowledged [A-Z][a-z]{2} \d+, 20\d\d/);
  const contact = region(page, 'Contact details');
  for (const fact of ['Phone555-0110', '18 Harbor Street, Albany NY 12207', 'Alex Bell'])
    await expect(contact).toContainText(fact);
  const documents = region(page, 'Documents');
  await expect(documents.getByRole('heading', { level: 3 })).toHaveText([
    'Intake document',
    'Signed documents',
  ]);
  await expect(documents).toContainText(/Medical intakeFinalizedSigned [A-Z]/);
  await expect(documents).toContainText(/Education and consent summaryAcknowledgedSigned [A-Z]/);
  await expect(documents.getByRole('link', { name: /^Download PDF of / })).not.toHaveCount(0);
  const visits = region(page, 'Visit history').getByRole('list').getByRole('listitem');
  await expect(visits).toHaveCount(profile.visits.length);
  await expect(visits.first()).toContainText(/20\d\d.*(In progress|Notes being written|Completed)/);
  const noted = profile.visits.find((visit) => visit.note);
  await expect(region(page, 'Visit history')).toContainText(noted?.note ?? 'no note');
});

test('prescriptions: current, pending and past, what each status means, refills and dates in words', async ({
  page,
}) => {
  await signInByApi(page.request, 'patient');
  await page.goto('/trt/patient/prescriptions');
  await expect(region(page, 'Current').getByRole('listitem')).toHaveCount(1);
  await expect(region(page, 'Pending (draft)').getByRole('listitem')).toHaveCount(1);
  await expect(region(page, 'Past').getByRole('listitem')).toHaveCount(1);
  const legend = region(page, 'What each status means');
  for (const [word, meaning] of [
    ['Draft', 'Waiting for provider approval'],
    ['Approved', 'Ready to send to pharmacy'],
    ['Sent', 'With the pharmacy'],
    ['Filled', 'Ready for pickup or delivery'],
  ] as const)
    await expect(legend).toContainText(`${word}${meaning}`);
  const filled = region(page, 'Current')
    .getByRole('listitem')
    .filter({ has: page.getByText('Filled', { exact: true }) });
  await expect(filled).toContainText(/\d refills? left|No refills left/);
  await expect(filled).toContainText(/(First day without supply:|Ran out on) \w+ \d+, 20\d\d \(.+\)\./);
  await expect(filled).toContainText(/Refill it by \w+ \d+, 20\d\d \(in .+\)\./);
  await expect(filled).toContainText(/Prescription [0-9a-f]{8}$/);
  await expect(region(page, 'Pending (draft)')).toContainText(
    'Do not start, stop or change anything before it is approved.',
  );
  await expect(region(page, 'Past')).toContainText('Discontinued');
});

test('prescriptions: each status badge, and what an empty group says', async ({ page }) => {
  await signInByApi(page.request, 'patient');
  const { prescriptions } = await json<{ prescriptions: PatientPrescription[] }>(
    page.request.get('/api/prescriptions'),
  );
  const of = (state: string) => prescriptions.filter((one) => one.prescription_state === state);
  const [current] = of('current');
  const show = async (shown: (PatientPrescription | undefined)[]) => {
    await page.unroute('**/api/prescriptions');
    await page.route('**/api/prescriptions', (route) => route.fulfill({ json: { prescriptions: shown } }));
    await page.goto('/trt/patient/prescriptions');
  };
  const as = (status: string) =>
    current && ({ ...current, prescription_id: crypto.randomUUID(), status } as PatientPrescription);
  await show([as('approved'), as('sent'), as('filled')]);
  const cards = region(page, 'Current').getByRole('listitem');
  for (const [index, badge] of ['Approved', 'Sent', 'Filled'].entries())
    await expect(cards.nth(index).getByText(badge, { exact: true })).toBeVisible();
  await expect(region(page, 'Pending (draft)')).toContainText('Nothing is waiting for approval.');
  await expect(region(page, 'Past')).toContainText('No past prescriptions.');
  await show([...of('draft'), ...of('past')]);
  await expect(region(page, 'Current')).toContainText('No current prescription.');
  const badge = (group: string, word: string) => region(page, group).getByText(word, { exact: true });
  await expect(badge('Pending (draft)', 'Draft').first()).toBeVisible();
  await expect(badge('Past', 'Discontinued').first()).toBeVisible();
});

test('missing data and failed actions are explained in words', { tag: '@one-width' }, async ({ page }) => {
  await signInByApi(page.request, 'patient');
  await page.goto('/help/no-such-article');
  await expect(main(page)).toContainText('Article not found.');
  await page.route('**/api/help/hematocrit', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/help/hematocrit');
  await expect(main(page).getByRole('alert')).toContainText('Unable to load this article.');
  await page.goto(`/trt/patient/messages?thread=${crypto.randomUUID()}`);
  await expect(main(page)).toContainText('This conversation was not found.');

  await page.goto('/trt/patient');
  await page.route('**/api/trt/reminders/*/ack', (route) => route.fulfill({ status: 500, json: {} }));
  await region(page, 'Reminders')
    .getByRole('button', { name: /^Acknowledge / })
    .first()
    .click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Unable to acknowledge the reminder. Try again in a moment.' }),
  ).toBeVisible();
});

test(
  'appointments: one that has been declined says so, and leads to another request',
  { tag: '@one-width' },
  async ({ page }, info) => {
    const email = await signUpByApi(page.request, info.project.name);
    await submitByApi(page.request, { email, full_name: 'Ivo Crane' });
    const wish = {
      kind: 'phone',
      reason: 'My next dose',
      preferred: [new Date(Date.now() + 9e7).toISOString()],
    };
    const asked = (await (
      await page.request.post('/api/appointments', { data: wish })
    ).json()) as Appointment;
    await page.goto('/trt/patient/appointments');
    await page.getByRole('button', { name: /^Cancel request/ }).click();
    const staff = await sessionOf(info, 'provider@demo.test', PASSWORD);
    const declined = { status: 'cancelled', note: 'Please ask for a morning.' };
    await staff.post(`/api/provider/appointments/${asked.appointment_id}`, { data: declined });
    await staff.dispose();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('No longer needed');
    await dialog.getByRole('button', { name: 'Confirm cancellation' }).click();
    await expect(page.getByText('This appointment is already canceled.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const past = region(page, 'Past');
    await expect(past).toContainText('This request was canceled before it had a time.');
    await expect(past).toContainText('Please ask for a morning.');
    await past.getByRole('button', { name: /^Request another time/ }).click();
    await expect(page.getByRole('heading', { name: 'Request an appointment' })).toBeFocused();
    await expect(page.getByRole('radio', { name: 'Phone' })).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'What is it about?' })).toHaveValue('My next dose');
    await expectNoAxeViolations(page, 'request for another time');
  },
);

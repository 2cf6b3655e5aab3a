import { expect, test, type Browser, type Page, type TestInfo } from '@playwright/test';
import { signUpByApi, submitByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { enterLabs, openCase, openTab, recordFacts } from './case-screens.js';
import { approve, caseOf, labsAndFacts, pendingPlan, sessionOf } from './clinic.js';
import { daysAgo } from './clock.js';
import {
  choose,
  errorSummary,
  field,
  goTo,
  next,
  option,
  savedNote,
  sectionHeading,
  submit,
  type,
  typeDate,
} from './intake-form.js';
import { fillSignUp, newEmail, signInByApi } from './people.js';

const CONSENTS = [
  'Consent to evaluation',
  'Consent to lab testing',
  'I understand the risks and benefits',
  'I have disclosed my full history',
  'Consent to telemedicine',
  'Controlled-substance agreement',
];
const CONSENT_SENTENCE = 'Please acknowledge all consent statements before submitting.';
const SECTIONS_SENTENCE =
  'Please complete all required sections (Patient Information, Reproductive Plans, and Consent) before submitting.';

const windows: Page[] = [];
async function newWindow(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  windows.push(page);
  return page;
}
// Left open they would keep polling the server during every later test.
test.afterEach(async () => {
  for (const page of windows.splice(0)) await page.context().close();
});

test('from the landing page to the approved plan', async ({ page, browser }, info) => {
  const name = `Walter ${info.project.name === 'phone' ? 'Fern' : 'Oakes'}`;
  const email = newEmail(info.project.name);
  await test.step('sign up', () => signUpFromLanding(page, email));
  await test.step('fill in the intake, with a reload in the middle', () => fillIntake(page, name));
  await test.step('submit: refused for a missing consent, then for section 5, then accepted', () =>
    submitIntake(page));
  await test.step('read the education', () => readEducation(page));
  await test.step('the first draft is waiting for labs', () => expectDraft(page));

  if (info.project.name === 'phone') return followUp(page, info, email);
  const provider = await newWindow(browser);
  const caseId = await test.step('the provider enters labs and facts', () => prepareCase(provider, name));
  await test.step('submit again: the plan is drafted with the labs', () => submitAgain(page));
  await test.step('the provider flags, unflags and approves', () => reviewPlan(provider, name));
  await test.step('the approved plan', () => expectApprovedPlan(page));
  await test.step('another clinic sees nothing', async () =>
    expectInvisible(await newWindow(browser), caseId, name));
});

/** On a phone only the patient's part is done on screen: staff work at a desk. */
async function followUp(page: Page, info: TestInfo, email: string): Promise<void> {
  const provider = await sessionOf(info, 'provider@demo.test');
  await labsAndFacts(provider, await caseOf(provider, email));
  await test.step('submit again: the plan is drafted with the labs', () => submitAgain(page));
  await approve(provider, await pendingPlan(provider, email));
  await provider.dispose();
  await test.step('the approved plan', () => expectApprovedPlan(page));
}

test(
  'a patient who wants children gets a review instead of a plan, and the provider sees why',
  { tag: '@one-width' },
  async ({ page, browser }, info) => {
    const name = `Peter ${info.project.name === 'phone' ? 'Lind' : 'Marsh'}`;
    const email = await signUpByApi(page.request, info.project.name);
    const answer = await submitByApi(page.request, { full_name: name, email, desire_fertility: 'yes' });
    expect(answer).toMatchObject({ outcome: 'not_eligible_pending_review', plan: null, prescription: null });

    await page.goto('/trt/patient');
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText('With a clinician');
    await expect(page.getByRole('main')).not.toContainText('ng/dL');
    await expectNoAxeViolations(page, 'dashboard without a plan');

    if (info.project.name === 'phone') return;
    const provider = await newWindow(browser);
    await signInByApi(provider.request, 'provider');
    await openCase(provider, name);
    await expect(provider.getByRole('tabpanel', { name: 'Alerts' })).toContainText(
      /Wants fertility: do not start testosterone/,
    );
    await openTab(provider, 'Plan');
    await expect(provider.getByRole('tabpanel', { name: 'Plan' })).toContainText('No plan yet');
    await provider.goto('/trt/provider/plan-review');
    await expect(provider.getByRole('table', { name: 'Pending plans' })).toBeVisible();
    await expect(provider.getByRole('link', { name })).toHaveCount(0);
  },
);

async function signUpFromLanding(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create your account' }).first().click();
  await expect(page).toHaveURL('/signup');
  await fillSignUp(page, email);
  await expect(page).toHaveURL('/trt/patient');
  await expect(page.getByRole('main')).toContainText('Start with your medical intake.');
}

async function fillIntake(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Start intake' }).click();
  await expect(sectionHeading(page, 1)).toBeVisible();
  await type(page, 'Full name', name);
  await typeDate(page, 'Date of birth', ['1', '15', '1984']);
  await choose(page, 'Sex assigned at birth', 'Male');
  await type(page, 'Phone', '555-0142');
  await page.getByLabel('State you are in').selectOption('NY');
  await type(page, 'Email', 'walter@example.test');
  await choose(page, 'Preferred contact', 'Text');
  await next(page, 2);

  await type(page, 'Height', '70');
  await type(page, 'Weight', '180');
  await field(page, 'Weight').blur();
  await expect(field(page, 'BMI')).toHaveValue('25.8');
  await expect(savedNote(page)).toHaveText('Saved just now');
  await type(page, 'Describe your diet', 'Mostly home cooked');
  await reloadInTheMiddle(page, name);
  await expectNoAxeViolations(page, 'intake section 2');
  await next(page, 3);

  await choose(page, 'Lower sex drive', 'Yes');
  await type(page, 'Lower sex drive: severity', '6');
  await next(page, 4);
  await choose(page, 'Confidence to get and keep an erection', '4');
  await next(page, 5);

  await choose(page, 'Do you want children in the future?', 'No');
  await type(page, 'Treatment goals', 'More energy');
  await choose(page, 'Previous TRT experience', 'None');
  await choose(page, 'Formulation preference', 'No preference');
  await choose(page, 'Comfort with self-injection', 'Comfortable');
  await next(page, 6);
  await page.getByRole('button', { name: 'Answer No to the rest in Heart and circulation' }).click();
  await expect(option(page, 'Stroke', 'No')).toBeChecked();
  await choose(page, 'Blood clot in a vein or lung', 'No');
  await expectNoAxeViolations(page, 'intake section 6');
  await goTo(page, 9);
  await type(page, 'Blood pressure, top number', '126');
  await type(page, 'Blood pressure, bottom number', '78');
  await next(page, 10);
  await choose(page, 'PSA testing was discussed with me', 'Yes');
  await choose(page, 'I agree to PSA testing', 'Yes');
  await page.getByRole('button', { name: 'Use today’s date' }).click();
  await expectNoAxeViolations(page, 'intake section 10');
}

/** Does not wait for the save: what was typed just before leaving is kept as well. */
async function reloadInTheMiddle(page: Page, name: string): Promise<void> {
  await page.reload();
  await expect(sectionHeading(page, 2)).toBeVisible();
  await expect(field(page, 'Height')).toHaveValue('70');
  await expect(field(page, 'Weight')).toHaveValue('180');
  await expect(field(page, 'BMI')).toHaveValue('25.8');
  await expect(field(page, 'Describe your diet')).toHaveValue('Mostly home cooked');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(field(page, 'Full name')).toHaveValue(name);
  const born = page.getByRole('group', { name: 'Date of birth' });
  await expect(born.getByLabel('Month')).toHaveValue('1');
  await expect(born.getByLabel('Day')).toHaveValue('15');
  await expect(born.getByLabel('Year')).toHaveValue('1984');
  await expect(field(page, 'Phone')).toHaveValue('555-0142');
  await expect(field(page, 'Email')).toHaveValue('walter@example.test');
  await expect(option(page, 'Preferred contact', 'Text')).toBeChecked();
  await next(page, 2);
}

async function submitIntake(page: Page): Promise<void> {
  await submit(page);
  await expect(errorSummary(page)).toContainText(CONSENT_SENTENCE);
  await expect(errorSummary(page)).toBeFocused();
  await expect(sectionHeading(page, 10)).toBeVisible();
  await expectNoAxeViolations(page, 'refused submit');
  for (const consent of CONSENTS) await page.getByRole('checkbox', { name: consent }).check();
  // Nothing is wrong any longer, so nothing says so.
  await expect(errorSummary(page)).toHaveCount(0);

  await goTo(page, 5);
  await field(page, 'Treatment goals').fill('');
  await goTo(page, 10);
  await submit(page);
  await expect(errorSummary(page)).toContainText(SECTIONS_SENTENCE);
  await expect(sectionHeading(page, 5)).toBeVisible();
  await expect(errorSummary(page)).toBeFocused();
  await expectNoAxeViolations(page, 'refused submit, at the gap');
  await errorSummary(page)
    .getByRole('link', { name: /Treatment goals/ })
    .click();
  await expect(field(page, 'Treatment goals')).toBeFocused();
  await page.keyboard.type('More energy, better sleep');

  await goTo(page, 10);
  const check = page.getByRole('region', { name: 'Check your answers' });
  await expect(check).toContainText('More energy, better sleep');
  await expect(check.getByRole('link', { name: 'Change Patient Information' })).toBeVisible();
  await expect(page.getByText(/^Before you sign, read .* What you typed here stays saved\.$/)).toHaveCount(2);
  await submit(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeFocused();
  await expectNoAxeViolations(page, 'intake submitted');
}

async function readEducation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Go to education' }).click();
  const read = page.getByRole('button', { name: 'I have read and understood' });
  await expect(read).toBeEnabled();
  await read.click();
  await expect(
    page.getByRole('status').filter({ hasText: /^Acknowledged on .*20\d\d.*\d:\d\d [AP]M [A-Z]+/ }),
  ).toBeVisible();
  await expect(read).toBeDisabled();
  await expectNoAxeViolations(page, 'education acknowledged');
  await page.getByRole('link', { name: 'Go to my plan' }).click();
}

async function expectDraft(page: Page): Promise<void> {
  await expect(page).toHaveURL('/trt/patient');
  await expect(page.getByRole('region', { name: 'Intake' })).toContainText('Submitted');
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(plan).toContainText('In review');
  await expect(plan).toContainText('Do not start anything before it is approved.');
  // Before a blood test a product and a dose are folded away.
  await expect(plan.getByText('Dose', { exact: true })).toBeHidden();
  await plan.getByText('See the draft').click();
  await expect(plan.getByText('Dose', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your plan is in review\. Next come your morning blood tests/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for your consultation' })).toHaveAttribute(
    'href',
    '/trt/patient/appointments',
  );
  await expect(page.getByRole('region', { name: 'Next labs' })).toContainText('First morning testosterone');
  await expectNoAxeViolations(page, 'dashboard before the labs');
}

async function prepareCase(page: Page, name: string): Promise<string> {
  await signInByApi(page.request, 'provider');
  const caseId = await openCase(page, name);
  await expectNoAxeViolations(page, 'case');
  await openTab(page, 'Labs');
  await expect(page.getByRole('tabpanel', { name: 'Labs' })).toContainText('No lab results yet');
  await enterLabs(page, daysAgo(20), {
    'Total testosterone (ng/dL)': '245',
    'Hematocrit (%)': '44',
    'Prostate specific antigen (ng/mL)': '0.8',
  });
  await enterLabs(page, daysAgo(10), { 'Total testosterone (ng/dL)': '260' });
  const panels = page.getByRole('table', { name: 'Lab panels' });
  for (const value of ['245 ng/dL', '260 ng/dL', '44 %', '0.8 ng/mL'])
    await expect(panels).toContainText(value);
  await expectNoAxeViolations(page, 'labs of a case');
  await recordFacts(page, { 'PDMP checked on': daysAgo(0), 'In-person evaluation on': daysAgo(3) });
  await page.reload();
  await expect(page.getByLabel('PDMP checked on')).toHaveValue(daysAgo(0));
  await expect(page.getByLabel('In-person evaluation on')).toHaveValue(daysAgo(3));
  return caseId;
}

async function submitAgain(page: Page): Promise<void> {
  await page.goto('/trt/patient/intake');
  await page.getByRole('button', { name: 'Review or edit responses' }).click();
  await expect(sectionHeading(page, 1)).toBeFocused();
  await goTo(page, 10);
  const planned = page.waitForResponse('**/api/trt/patient/generate-baseline-plan');
  await submit(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeFocused();
  expect((await planned).status()).toBe(201);
  await page.getByRole('link', { name: 'Go to my plan' }).click();
  await expect(page.getByRole('main')).toContainText('Your plan is in review.');
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(plan).toContainText('In review');
  await expect(plan).not.toContainText('Approved');
  await expectNoAxeViolations(page, 'dashboard with a plan in review');
}

async function reviewPlan(page: Page, name: string): Promise<void> {
  await page.goto('/trt/provider/plan-review');
  const row = page.getByRole('row').filter({ hasText: name });
  const dialog = page.getByRole('dialog');
  // Without labs the draft was flagged; the one drafted with them is not.
  await expect(row.getByRole('button', { name: `Unflag ${name}` })).toHaveCount(0);
  await row.getByRole('button', { name: `Flag ${name}` }).click();
  await dialog.getByLabel('Reason (optional)').fill('Ask about the family first');
  await expectNoAxeViolations(page, 'flag dialog');
  await dialog.getByRole('button', { name: 'Flag plan' }).click();
  await expect(row).toContainText('Ask about the family first');
  await row.getByRole('button', { name: `Unflag ${name}` }).click();
  await expect(dialog).toContainText('Ask about the family first');
  await expectNoAxeViolations(page, 'unflag dialog');
  await dialog.getByRole('button', { name: 'Unflag plan' }).click();
  await expect(row).not.toContainText('Ask about the family first');

  await page.getByRole('button', { name: /^Approve all unflagged/ }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await dialog.getByRole('button', { name: /^Tick the/ }).click();
  await expect(dialog.getByRole('button', { name: 'Confirm approval' })).toBeEnabled();
  await expectNoAxeViolations(page, 'list of plans to approve');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: `Approve ${name}` }).click();
  await expect(dialog).toContainText('450 to 600 ng/dL');
  await expectNoAxeViolations(page, 'approve dialog');
  await dialog.getByRole('button', { name: 'Confirm approval' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${name}: plan approved.` })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await expectNoAxeViolations(page, 'plan review');
}

async function expectApprovedPlan(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Your plan is approved.');
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(plan).toContainText('Approved');
  await expect(plan).not.toContainText('In review');
  await expect(plan).toContainText('450–600 ng/dL');
  await expect(plan).toContainText(/dose\s*80 mg/i);
  await expect(page.getByRole('region', { name: 'Next labs' })).toContainText(/In \d+ days/);
  await expectNoAxeViolations(page, 'dashboard with an approved plan');
}

async function expectInvisible(page: Page, caseId: string, name: string): Promise<void> {
  await signInByApi(page.request, 'north');
  await page.goto(`/trt/cases/${caseId}`);
  await expect(page.getByRole('main')).toContainText('Case not found.');
  await expect(page.locator('body')).not.toContainText(name);
  await expectNoAxeViolations(page, 'case not found');
  const detail = await page.request.get(`/api/trt/cases/${caseId}/detail`);
  expect(detail.status()).toBe(404);
  expect(await detail.text()).not.toContain(name);
  await page.goto('/trt/provider/cases');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByRole('main')).toContainText('No cases found');
}

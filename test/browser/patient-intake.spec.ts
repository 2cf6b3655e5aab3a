import { expect, test, type Locator, type Page } from '@playwright/test';
import type { IntakeResponse, IntakeSaveRequest } from '../../common/api/index.js';
import { draftByApi, savedAnswers, signUpByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import {
  choose,
  errorSummary,
  field,
  goTo,
  next,
  option,
  saved,
  savedNote,
  sectionHeading,
  sign,
  signing,
  submit,
  type,
  typeDate,
} from './intake-form.js';

/** The intake with clumsy hands, unusual habits and no mouse. */

const intakeStatus = async (page: Page): Promise<string> =>
  ((await (await page.request.get('/api/trt/intake')).json()) as IntakeResponse).intake_form.status;

/** Every submission the page sends. */
function watchSubmits(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/trt/intake')) return;
    if ((request.postDataJSON() as IntakeSaveRequest).submit) keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

test('the account’s address is prefilled, saved with the first answer and can be changed', async ({
  page,
}, info) => {
  await page.clock.install();
  const email = await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake');
  await expect(field(page, 'Email')).toHaveValue(email);
  expect(await savedAnswers(page.request)).toEqual({});
  await type(page, 'Full name', 'Orson Testman');
  await saved(page);
  expect(await savedAnswers(page.request)).toEqual({ full_name: 'Orson Testman', email });
  await type(page, 'Email', 'orson@example.test');
  await saved(page);
  await expect.poll(() => savedAnswers(page.request)).toMatchObject({ email: 'orson@example.test' });
  await field(page, 'Email').fill('');
  await field(page, 'Occupation').fill('Carpenter');
  await expect(field(page, 'Email')).toHaveValue('');
});

test(
  'dates, phones and measures as people write them; emoji and 4,000 characters',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await page.clock.install();
    await signUpByApi(page.request, info.project.name);
    await page.goto('/trt/patient/intake?section=1');
    const born = page.getByRole('group', { name: 'Date of birth' });
    const [month, day, year] = [born.getByLabel('Month'), born.getByLabel('Day'), born.getByLabel('Year')];
    for (const [written, m, d, y] of [
      ['March 5, 1982', '3', '5', '1982'],
      ['1982-03-05', '3', '5', '1982'],
      ['03/05/1982', '3', '5', '1982'],
      ['5 Mar 1982', '3', '5', '1982'],
      ['3/15/82', '3', '15', '1982'],
      ['15.03.1983', '3', '15', '1983'],
      ['03161982', '3', '16', '1982'],
    ] as const) {
      await month.fill(written);
      await expect(month, written).toHaveValue(m);
      await expect(day).toHaveValue(d);
      await expect(year).toHaveValue(y);
    }
    for (const part of [month, day, year]) await part.fill('');
    await month.pressSequentially('3/15/84');
    await expect(month).toHaveValue('3/15/84');
    await month.blur();
    await expect(year).toHaveValue('1984');
    const adults = page.getByText('a clinician cannot write a plan for someone under 18');
    await typeDate(page, 'Date of birth', ['3', '5', String(new Date().getFullYear() - 16)]);
    await expect(adults).toBeVisible();
    await typeDate(page, 'Date of birth', ['2', '30', '1982']);
    await expect(adults).toHaveCount(0);
    await year.blur();
    await expect(born).toContainText(/date/i);
    await typeDate(page, 'Date of birth', ['3', '5', '1982']);
    for (const written of ['(512) 555-0142', '+1 512 555 0142', '512.555.0142']) {
      await type(page, 'Phone', written);
      await field(page, 'Phone').blur();
      await expect(field(page, 'Phone'), written).not.toHaveAttribute('aria-invalid', 'true');
    }
    await type(page, 'Phone', 'call me');
    await field(page, 'Phone').blur();
    await expect(field(page, 'Phone')).toHaveAttribute('aria-invalid', 'true');
    await next(page, 2);
    await type(page, 'Height', `5'10"`);
    await type(page, 'Weight', '82 kg');
    await field(page, 'Weight').blur();
    await expect(field(page, 'Height')).toHaveValue('70');
    await expect(field(page, 'BMI')).toHaveValue('25.9');
    const long = `${'Rice 🍚 and beans. '.repeat(220)}end`;
    await type(page, 'Describe your diet', long);
    await saved(page);
    await page.reload();
    await expect(field(page, 'Describe your diet')).toHaveValue(long);
    expect(await savedAnswers(page.request)).toMatchObject({ diet_description: long, phone: 'call me' });
  },
);

test('the sleep screening is prefilled in view from known answers; a neck measured later is offered', async ({
  page,
}, info) => {
  await page.clock.install();
  await signUpByApi(page.request, info.project.name);
  await draftByApi(page.request, {
    dob: '1960-02-03',
    height: 70,
    weight: 250,
    high_blood_pressure: true,
    stopbang_snoring: null,
    stopbang_tired: null,
    stopbang_observed: null,
    stopbang_pressure: null,
    stopbang_bmi: null,
    stopbang_age: null,
    stopbang_neck: null,
    stopbang_male: null,
    neck_circumference: null,
  });
  await page.goto('/trt/patient/intake?section=6');
  await choose(page, 'Stroke', 'No');
  await saved(page);
  await expect.poll(() => savedAnswers(page.request)).toMatchObject({ stroke: false });
  // Not while the patient is elsewhere.
  expect(
    Object.keys(await savedAnswers(page.request)).filter((name) => name.startsWith('stopbang_')),
  ).toEqual([]);
  await goTo(page, 7);
  for (const [question, answer] of [
    ['High blood pressure', 'Yes'],
    ['BMI over 35', 'Yes'],
    ['Older than 50', 'Yes'],
  ] as const)
    await expect(option(page, question, answer)).toBeChecked();
  await expect(page.getByText('From your earlier answers. Change it if it is wrong.')).toHaveCount(3);
  await expect(option(page, 'Neck 17 in or more', 'Yes')).not.toBeChecked();
  await expect(option(page, 'Male', 'Yes')).not.toBeChecked();
  await choose(page, 'BMI over 35', 'No');
  await expect(page.getByText('Your earlier answers say otherwise. Choose what is right.')).toBeVisible();
  await expectNoAxeViolations(page, 'sleep screening with known answers');
  await goTo(page, 9);
  await type(page, 'Neck', '18');
  await page.getByRole('button', { name: 'Set it to Yes for Neck 17 in or more' }).click();
  await goTo(page, 7);
  await expect(option(page, 'Neck 17 in or more', 'Yes')).toBeChecked();
});

test('“No to the rest” is right after the questions it answers', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake?section=9');
  const family = page.getByRole('region', { name: 'Your family' });
  const rest = family.getByRole('button', { name: 'Answer No to the rest in Your family' });
  const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  expect(await top(rest)).toBeGreaterThan(await top(family.getByText('Clotting disorder in family')));
  expect(await top(rest)).toBeLessThan(await top(family.getByText('Other family history')));
  await choose(page, 'Diabetes in family', 'Yes');
  await rest.click();
  await expect(option(page, 'Clotting disorder in family', 'No')).toBeChecked();
  await expect(option(page, 'Diabetes in family', 'Yes')).toBeChecked();
  await expect(rest).toHaveCount(0);
});

test(
  'a double click submits once; the back button does not open a second form',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signUpByApi(page.request, info.project.name);
    await draftByApi(page.request);
    const keys = watchSubmits(page);
    await page.goto('/trt/patient/intake?section=9');
    await next(page, 10);
    await page.getByRole('button', { name: 'Submit intake' }).dblclick();
    await expect(signing(page)).toHaveCount(1);
    await signing(page).getByLabel('Your full name').fill('Orson Testman');
    await signing(page).getByRole('button', { name: 'Sign and submit' }).dblclick();
    await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeVisible();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await intakeStatus(page)).toBe('submitted');
    await page.goBack();
    await expect(sectionHeading(page, 9)).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeVisible();
    expect(keys).toHaveLength(1);
    await page.getByRole('button', { name: 'Review or edit responses' }).click();
    await expect(sectionHeading(page, 1)).toBeFocused();
  },
);

test(
  'a failed submission says why, keeps everything, and the next one uses the same key',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signUpByApi(page.request, info.project.name);
    await draftByApi(page.request);
    const keys = watchSubmits(page);
    await page.goto('/trt/patient/intake?section=10');
    await expect(sectionHeading(page, 10)).toBeVisible();
    await page.route('**/api/trt/intake', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await submit(page);
    await sign(page);
    const toast = page.getByRole('alert').filter({ hasText: 'Submission failed' });
    await expect(toast).toContainText('Unable to submit intake');
    await expectNoAxeViolations(page, 'failed submit');
    await page.unroute('**/api/trt/intake');
    const message = 'The service is closed for a moment.';
    await page.route('**/api/trt/intake', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { error: 'internal', message } })
        : route.continue(),
    );
    await submit(page);
    await sign(page);
    await expect(toast).toContainText(message);
    await page.unroute('**/api/trt/intake');
    await submit(page);
    await sign(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeVisible();
    await expect(toast).toHaveCount(0);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  },
);

test(
  'a form that cannot load opens empty without a message; what was typed is merged over what loads later',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signUpByApi(page.request, info.project.name);
    await draftByApi(page.request, { occupation: 'Carpenter', race: 'White' });
    await page.route('**/api/trt/intake', (route) => route.abort());
    await page.goto('/trt/patient/intake');
    await expect(sectionHeading(page, 1)).toBeVisible();
    await expect(field(page, 'Occupation')).toHaveValue('');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await type(page, 'Occupation', 'Joiner');
    await expect(savedNote(page)).toHaveText('Not saved yet');
    await page.unroute('**/api/trt/intake');
    await expect(savedNote(page)).toHaveText('Saved just now', { timeout: 30_000 });
    await expect(field(page, 'Race')).toHaveValue('White');
    await expect(field(page, 'Occupation')).toHaveValue('Joiner');
    expect(await savedAnswers(page.request)).toMatchObject({ occupation: 'Joiner', race: 'White' });
  },
);

test(
  'two tabs: different questions merge, the same question is asked again',
  { tag: '@one-width' },
  async ({ page, context }, info) => {
    await page.clock.install();
    await signUpByApi(page.request, info.project.name);
    await page.goto('/trt/patient/intake?section=1');
    const other = await context.newPage();
    await other.goto('/trt/patient/intake?section=1');
    await type(page, 'Occupation', 'Carpenter');
    await saved(page);
    await type(other, 'Race', 'White');
    await saved(other);
    await expect(field(other, 'Occupation')).toHaveValue('Carpenter');

    await type(page, 'Ethnicity', 'Irish');
    await saved(page);
    await expect.poll(() => savedAnswers(page.request)).toMatchObject({ ethnicity: 'Irish', race: 'White' });
    await type(other, 'Ethnicity', 'Scottish');
    await type(other, 'How did you hear about us?', 'A friend');
    await other.clock.runFor(2100);
    const conflict = other.getByRole('alert').filter({ hasText: 'Changed in two places' });
    await expect(conflict).toContainText('Irish');
    await expect(conflict).toContainText('Scottish');
    await expect(conflict).toContainText('Your other answers are saved.');
    expect(await savedAnswers(other.request)).toMatchObject({ referral_source: 'A friend' });
    await expect(field(other, 'Ethnicity')).toHaveValue('Scottish');
    await expectNoAxeViolations(other, 'an answer changed in two tabs');
    await conflict.getByRole('button', { name: 'Keep what I typed here for Ethnicity' }).click();
    await expect(conflict).toHaveCount(0);
    await saved(other);
    expect(await savedAnswers(page.request)).toMatchObject({
      ethnicity: 'Scottish',
      occupation: 'Carpenter',
      race: 'White',
    });
  },
);

test('thoughts of self-harm and chest pain interrupt with what to do now', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake?section=3');
  await type(page, 'Other symptoms', 'Sometimes I want to kill myself');
  await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('If you might hurt yourself, get help now');
  await expectNoAxeViolations(page, 'intake with a red flag');
});

test('filled in and submitted with the keyboard alone', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake');
  await expect(sectionHeading(page, 1)).toBeVisible();
  const keys = new Keyboard(page);
  await keys.text('Full name', 'Orson Testman');
  for (const [part, digits] of [
    ['Month', '3'],
    ['Day', '5'],
    ['Year', '1982'],
  ] as const)
    await keys.text(part, digits);
  await keys.text('Phone', '512-555-0142');
  await keys.press('Next');
  await expect(sectionHeading(page, 2)).toBeFocused();
  await keys.text('Height', '70');
  await keys.text('Weight', '180');
  for (const section of [3, 4, 5]) {
    await keys.press('Next');
    await expect(sectionHeading(page, section)).toBeFocused();
  }
  await keys.choose('Do you want children in the future?', 'No');
  await keys.text('Treatment goals', 'More energy');
  await keys.choose('Previous TRT experience', 'None');
  await keys.choose('Formulation preference', 'Gel');
  for (const section of [6, 7, 8, 9, 10]) {
    await keys.press('Next');
    await expect(sectionHeading(page, section)).toBeFocused();
  }
  for (const consent of [
    'Consent to evaluation',
    'Consent to lab testing',
    'I understand the risks and benefits',
  ])
    await keys.tick(consent);
  await keys.press('Submit intake');
  await expect(errorSummary(page)).toBeFocused();
  await keys.press('Please agree to “I have disclosed my full history”', { orFirstLink: true });
  await keys.tick('I have disclosed my full history');
  await keys.choose('PSA testing was discussed with me', 'Yes');
  await keys.choose('I agree to PSA testing', 'Yes');
  await keys.tick('Consent to telemedicine');
  await keys.tick('Controlled-substance agreement');
  await keys.press('Use today’s date');
  await keys.press('Submit intake');
  await keys.text('Your full name', 'Orson Testman');
  await keys.press('Sign and submit');
  await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeFocused();
  expect(await intakeStatus(page)).toBe('submitted');
});

/** A keyboard user: Tab until the focus is there, then type, press Space, Enter or an arrow. */
class Keyboard {
  constructor(private readonly page: Page) {}

  async text(label: string, words: string): Promise<void> {
    await this.tabTo((name, role) => role === 'input' && name === label);
    await this.page.keyboard.type(words);
  }

  async tick(label: string): Promise<void> {
    await this.tabTo((name, role) => role === 'checkbox' && name === label);
    await this.page.keyboard.press('Space');
  }

  /** Tab reaches the group once; the arrow keys move within it. */
  async choose(question: string, answer: string): Promise<void> {
    await this.tabTo((_, role, group) => role === 'radio' && group === question);
    const wanted = option(this.page, question, answer);
    await this.page.keyboard.press('Space');
    for (let step = 0; step < 8 && !(await wanted.isChecked()); step += 1)
      await this.page.keyboard.press('ArrowDown');
    await expect(wanted).toBeChecked();
  }

  async press(label: string, { orFirstLink = false } = {}): Promise<void> {
    await this.tabTo(
      (name, role) =>
        (role === 'button' && name === label) ||
        (orFirstLink && role === 'link' && name.includes('disclosed')),
    );
    await this.page.keyboard.press('Enter');
  }

  private async tabTo(found: (name: string, role: string, group: string) => boolean): Promise<void> {
    for (let step = 0; step < 150; step += 1) {
      await this.page.keyboard.press('Tab');
      const [name, role, group] = await this.page.evaluate(describeFocused);
      if (found(name, role, group)) return;
    }
    throw new Error('Tab does not get there');
  }
}

/** Runs in the page: the label of what has the focus. */
function describeFocused(): [name: string, role: string, group: string] {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement)) return ['', '', ''];
  const words = (node: Element | null | undefined) => node?.textContent.trim() ?? '';
  const labelled = element.closest('[role="radiogroup"]')?.getAttribute('aria-labelledby');
  const group = labelled ? words(document.getElementById(labelled)) : '';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const kind = element.type === 'radio' || element.type === 'checkbox' ? element.type : 'input';
    return [words(element.labels?.[0]), kind, group];
  }
  return [words(element), element instanceof HTMLAnchorElement ? 'link' : 'button', group];
}

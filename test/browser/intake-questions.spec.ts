import { expect, test, type Locator, type Page } from '@playwright/test';
import { SECTIONS, fieldsOfSection, type FieldDefinition } from '../../common/intake/index.js';
import { answersThatShowEverything } from '../../common/intake/fixtures.js';
import { draftByApi, signUpByApi } from './api.js';
import {
  choose,
  errorSummary,
  field,
  goTo,
  next,
  openSections,
  savedNote,
  sectionHeading,
  sign,
  submit,
  type,
} from './intake-form.js';

/** Every intake question as shown on screen: its kind, its bounds, its visibility, its score. */

const optionName = (value: string): string =>
  `${value.charAt(0).toUpperCase()}${value.slice(1)}`.replaceAll('_', ' ');
/** With this many answers the question is a select; with fewer they are all on the screen. */
const MOST_RADIOS = 10;

/** A question as a screen reader presents it: kind of control, name, answers. */
function expected(question: FieldDefinition): string {
  const radios = (answers: readonly string[]) => `radiogroup ${question.label}: ${answers.join(', ')}`;
  if (question.type === 'boolean')
    return question.mustBeTrue ? `checkbox ${question.label}` : radios(['Yes', 'No']);
  if (question.type === 'choice')
    return question.options.length > MOST_RADIOS
      ? `combobox ${question.label}`
      : radios(question.options.map(optionName));
  if (question.type === 'date') return `group ${question.label}: Month, Day, Year`;
  if (question.type === 'number' && question.radios) return radios(['0', '1', '2', '3', '4', '5']);
  return `textbox ${question.label}`;
}

const LINE = /^(\s*)- '?(radiogroup|group|checkbox|radio|textbox|combobox) "((?:[^"\\]|\\.)*)"/;

/** The questions on the screen in order, read from the accessibility tree at once. */
async function asked(page: Page): Promise<string[]> {
  const found: { text: string; depth: number; parts: string[] }[] = [];
  for (const line of (await page.getByRole('main').ariaSnapshot()).split('\n')) {
    const [, indent, role, name] = LINE.exec(line) ?? [];
    if (indent === undefined || name === undefined) continue;
    const group = found.at(-1);
    if (group && group.depth < indent.length && /^(radio)?group/.test(group.text)) group.parts.push(name);
    else found.push({ text: `${role} ${name}`, depth: indent.length, parts: [] });
  }
  return found.map(({ text, parts }) => (parts.length > 0 ? `${text}: ${parts.join(', ')}` : text));
}

async function openDraft(
  page: Page,
  project: string,
  section: number,
  change: Record<string, unknown> = {},
): Promise<void> {
  await signUpByApi(page.request, project);
  await draftByApi(page.request, change);
  await page.goto(`/trt/patient/intake?section=${section}`);
  await expect(sectionHeading(page, section)).toBeVisible();
}

test('ten sections, Previous and Next: every question of each, and which need an answer', async ({
  page,
}, info) => {
  await openDraft(page, info.project.name, 1, answersThatShowEverything());
  const bar = { previous: 'Previous', next: 'Next', submit: 'Submit intake' };
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const required = [4, 0, 0, 0, 4, 0, 0, 0, 0, 2];
  for (const { number, title } of SECTIONS) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Section ${number} of 10: ${title}`);
    expect(await asked(page), title).toEqual(fieldsOfSection(number).map(expected));
    await expect(page.getByText('Required', { exact: true }), title).toHaveCount(required[number - 1] ?? 0);
    await expect(button(bar.previous)).toHaveCount(number === 1 ? 0 : 1);
    await expect(button(bar.submit)).toHaveCount(number === 10 ? 1 : 0);
    if (number < 10) await next(page, number + 1);
  }
  await expect(button(bar.next)).toHaveCount(0);
  for (const name of ['Consent to evaluation', 'Consent to telemedicine', 'Controlled-substance agreement'])
    await expect(page.getByRole('checkbox', { name })).toHaveAttribute('aria-required', 'true');
  await button(bar.previous).click();
  await expect(sectionHeading(page, 9)).toBeFocused();
});

type FollowUps = readonly [
  section: number,
  question: string,
  shows: string[],
  hides: string[],
  followUps: string[],
];
const FOLLOW_UPS: readonly FollowUps[] = [
  [
    2,
    'Do you exercise regularly?',
    ['Yes'],
    ['No'],
    ['Type of exercise', 'Days per week', 'Minutes per session'],
  ],
  [2, 'Tobacco use', ['Yes', 'Former'], ['No'], ['Type of tobacco', 'Amount per day', 'Years of use']],
  [2, 'Alcohol', ['Yes', 'Former'], ['No'], ['Drinks per week', 'History of heavy drinking']],
  [2, 'Trouble sleeping', ['Yes'], ['No'], ['Sleep trouble details']],
  [2, 'Recent weight change', ['Gain', 'Loss'], ['None'], ['Amount of weight change']],
  ...[
    'Lower sex drive',
    'Low energy',
    'Less strength or stamina',
    'Lost height',
    'Enjoying life less',
    'Sad or irritable',
    'Weaker erections',
    'Worse at sport or exercise',
    'Sleepy after dinner',
    'Work slipping',
  ].map((one): FollowUps => [3, one, ['Yes'], ['No'], [`${one}: severity`, `${one}: details`]]),
  [5, 'Do you want children in the future?', ['Yes', 'Unsure'], ['No'], ['Fertility details']],
  [5, 'History of infertility', ['Yes'], ['No'], ['Infertility details']],
  [5, 'Morning erections', ['Yes'], ['No'], ['Frequency of morning erections']],
  [5, 'Formulation preference', ['Injection', 'No preference'], ['Gel'], ['Comfort with self-injection']],
  [6, 'Diabetes', ['Yes'], ['No'], ['Diabetes type']],
  [6, 'Told you had low testosterone', ['Yes'], ['No'], ['Earlier testosterone levels']],
  [6, 'Sleep apnea', ['Yes'], ['No'], ['Using CPAP']],
  [6, 'Prostate problems', ['Yes'], ['No'], ['Prostate details']],
  [6, 'Cancer', ['Yes'], ['No'], ['Type of cancer']],
  [8, 'Earlier hormone or anabolic steroid use', ['Yes'], ['No'], ['Hormone use details']],
  [10, 'PSA testing was discussed with me', ['Yes'], ['No'], ['I agree to PSA testing']],
];

test('follow-up questions show only for their triggering answers', async ({ page }, info) => {
  await openDraft(page, info.project.name, 2, { injection_comfort: null, psa_agreed: null });
  const labels = page.getByRole('main').locator('label, [id$="-label"]');
  let section = 2;
  for (const [number, question, shows, hides, followUps] of FOLLOW_UPS) {
    if (number !== section) await goTo(page, (section = number));
    for (const answer of [...hides, ...shows]) {
      await choose(page, question, answer);
      const there = shows.includes(answer) ? followUps : [];
      await expect
        .poll(
          async () => (await labels.allTextContents()).filter((one) => followUps.includes(one)),
          `${question}: ${answer}`,
        )
        .toEqual(there);
    }
  }
  await choose(page, 'I agree to PSA testing', 'Yes');
  await expect(field(page, 'Why do you decline PSA testing?')).toHaveCount(0);
  await choose(page, 'I agree to PSA testing', 'No');
  await expect(field(page, 'Why do you decline PSA testing?')).toBeVisible();
  await goTo(page, 2);
  await choose(page, 'Alcohol', 'Yes');
  await choose(page, 'History of heavy drinking', 'Yes');
  await expect(field(page, 'Heavy drinking details')).toBeVisible();
  await choose(page, 'Alcohol', 'No');
  await expect(field(page, 'Heavy drinking details')).toHaveCount(0);
});

type Measure = readonly [section: number, label: string, least: number, most: number, unit?: string];
const BOUNDS: readonly Measure[] = [
  [2, 'Height', 36, 96, 'in'],
  [2, 'Weight', 50, 800, 'lb'],
  [2, 'Days per week', 0, 7],
  [2, 'Minutes per session', 1, 600, 'min'],
  [2, 'Sleep quality', 1, 10],
  [2, 'Hours of sleep per night', 0, 24, 'h'],
  [2, 'Stress level', 1, 10],
  [2, 'Amount of weight change', 0, 300, 'lb'],
  [3, 'Lower sex drive: severity', 0, 10],
  [3, 'Work slipping: severity', 0, 10],
  [5, 'Number of children', 0, 50],
  [9, 'Blood pressure, top number', 70, 250, 'mmHg'],
  [9, 'Blood pressure, bottom number', 40, 150, 'mmHg'],
  [9, 'Heart rate', 30, 220],
  [9, 'Waist', 15, 100, 'in'],
  [9, 'Neck', 8, 30, 'in'],
];

test('every measure has its bounds, and a message that names them', async ({ page }, info) => {
  await openDraft(page, info.project.name, 2, answersThatShowEverything());
  for (const section of [2, 3, 5, 9]) {
    if (section !== 2) await goTo(page, section);
    const rows = BOUNDS.filter(([number]) => number === section);
    const message = ([, label, min, max, unit]: Measure) =>
      page.getByText(`Error: ${label} must be between ${min} and ${max}${unit ? ` ${unit}` : ''}.`, {
        exact: true,
      });
    const typeAll = async (value: (row: Measure) => number) => {
      for (const row of rows) await type(page, row[1], String(value(row)));
      await field(page, rows.at(-1)?.[1] ?? '').blur();
    };
    for (const outside of [(row: Measure) => row[2] - 1, (row: Measure) => row[3] + 1]) {
      await typeAll(outside);
      for (const row of rows) {
        await expect(message(row), row[1]).toBeVisible();
        await expect(field(page, row[1]), row[1]).toHaveAttribute('aria-invalid', 'true');
      }
    }
    for (const within of [(row: Measure) => row[2], (row: Measure) => row[3]]) {
      await typeAll(within);
      for (const row of rows) await expect(message(row), row[1]).toHaveCount(0);
    }
  }
  await goTo(page, 2);
  await type(page, 'Hours of sleep per night', '7.25');
  await field(page, 'Hours of sleep per night').blur();
  await expect(
    page.getByText('Error: Enter “Hours of sleep per night” in steps of 0.5.', { exact: true }),
  ).toBeVisible();
  await type(page, 'Hours of sleep per night', '7.5');
  await expect(page.getByText('in steps of 0.5')).toHaveCount(0);
});

test('the scores: IIEF-5 from severe to none, STOP-BANG from low to high', async ({ page }, info) => {
  const items = ['snoring', 'tired', 'observed', 'pressure', 'bmi', 'age', 'neck', 'male'];
  const none = Object.fromEntries(items.map((item) => [`stopbang_${item}`, false]));
  await openDraft(page, info.project.name, 4, none);
  const score = page.getByRole('main').getByRole('status');
  const erections = fieldsOfSection(4).map(({ label }) => label);
  let before: number[] = [];
  for (const [answers, words] of [
    [[5, 5, 5, 5, 5], 'IIEF-5 score: 25 of 25No erectile dysfunction'],
    [[5, 5, 5, 5, 2], 'IIEF-5 score: 22 of 25No erectile dysfunction'],
    [[5, 5, 5, 5, 1], 'IIEF-5 score: 21 of 25Mild erectile dysfunction'],
    [[5, 5, 5, 1, 1], 'IIEF-5 score: 17 of 25Mild erectile dysfunction'],
    [[5, 5, 4, 1, 1], 'IIEF-5 score: 16 of 25Moderate erectile dysfunction'],
    [[5, 4, 1, 1, 1], 'IIEF-5 score: 12 of 25Moderate erectile dysfunction'],
    [[5, 3, 1, 1, 1], 'IIEF-5 score: 11 of 25Moderate-severe erectile dysfunction'],
    [[2, 3, 1, 1, 1], 'IIEF-5 score: 8 of 25Moderate-severe erectile dysfunction'],
    [[1, 3, 1, 1, 1], 'IIEF-5 score: 7 of 25Severe erectile dysfunction'],
  ] as const) {
    for (const [index, answer] of answers.entries())
      if (before[index] !== answer) await choose(page, erections[index] ?? '', String(answer));
    before = [...answers];
    await expect(score.filter({ hasText: 'IIEF-5' })).toContainText(words);
  }
  await goTo(page, 7);
  const risk = score.filter({ hasText: 'STOP-BANG' });
  await expect(risk).toContainText('STOP-BANG score: 0 of 8Low risk of sleep apnea');
  for (const [index, words] of [
    '1 of 8Low risk',
    '2 of 8Low risk',
    '3 of 8Intermediate risk',
    '4 of 8Intermediate risk',
    '5 of 8High risk',
    '6 of 8High risk',
    '7 of 8High risk',
    '8 of 8High risk',
  ].entries()) {
    await choose(page, fieldsOfSection(7)[index]?.label ?? '', 'Yes');
    await expect(risk).toContainText(`STOP-BANG score: ${words} of sleep apnea`);
  }
});

/** The ten sections with their state, as shown by the list beside the form or the sheet. */
async function states(page: Page): Promise<string[]> {
  await openSections(page);
  const sections = page.getByRole('link', { name: /^\d+\. / });
  await expect(sections).toHaveCount(10);
  const texts = await sections.allTextContents();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return texts.map((text, index) => text.replace(`${index + 1}. ${SECTIONS[index]?.title ?? ''}`, ''));
}

test('sections complete by their own rules; Submit requires only 1, 5 and 10 and says what is missing', async ({
  page,
}, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/intake');
  const optional = 'Optional';
  const start = ['To do', 'To do', optional, optional, 'To do', ...Array(4).fill(optional), 'To do'];
  expect(await states(page)).toEqual(start);

  await draftByApi(page.request, { height: null });
  await page.goto('/trt/patient/intake?section=10');
  await expect(sectionHeading(page, 10)).toBeVisible();
  start[0] = start[4] = start[5] = start[9] = 'Complete';
  expect(await states(page)).toEqual(start);
  const button = page.getByRole('button', { name: 'Submit intake' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');

  const refused = async (words: string) => {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await submit(page);
    await expect(errorSummary(page)).toContainText(words);
  };
  for (const name of [
    'Consent to evaluation',
    'Consent to lab testing',
    'I understand the risks and benefits',
    'I have disclosed my full history',
  ]) {
    await page.getByRole('checkbox', { name }).uncheck();
    await refused('Please acknowledge all consent statements before submitting.');
    await page.getByRole('checkbox', { name }).check();
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  }
  const sections =
    'Please complete all required sections (Patient Information, Reproductive Plans, and Consent) before submitting.';
  await page.getByRole('checkbox', { name: 'Consent to telemedicine' }).uncheck();
  await refused(sections);
  await page.getByRole('checkbox', { name: 'Consent to telemedicine' }).check();
  await goTo(page, 1);
  await field(page, 'Phone').fill('');
  await goTo(page, 10);
  await refused(sections);
  await expect(sectionHeading(page, 1)).toBeVisible();
  await type(page, 'Phone', '512-555-0142');
  await goTo(page, 10);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await submit(page);
  await sign(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Your intake is submitted' })).toBeFocused();
});

test('the save status shows its age: just now, minutes, hours', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.clock.install();
  await page.goto('/trt/patient/intake');
  await type(page, 'Full name', 'Orson Testman');
  await expect(savedNote(page)).toHaveText('Saved just now');
  await page.clock.fastForward('01:30');
  await expect(savedNote(page)).toHaveText('Saved 1 min ago');
  await page.clock.fastForward('58:00');
  await expect(savedNote(page)).toHaveText('Saved 59 min ago');
  await page.clock.fastForward('01:00:00');
  await expect(savedNote(page)).toHaveText('Saved 1 hr ago');
});

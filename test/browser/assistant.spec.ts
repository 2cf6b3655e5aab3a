import { expect, test, type Locator, type Page } from '@playwright/test';
import { signUpByApi } from './api.js';
import { expectContrast, expectNoAxeViolations } from './axe.js';
import { signIn, signInByApi } from './people.js';
import { shoot } from './screenshots.js';

const CHAT = '**/api/trt/assistant/chat';
const bubble = (page: Page): Locator => page.getByRole('button', { name: 'Open TRT assistant' });
const chat = (page: Page): Locator => page.getByRole('dialog', { name: 'TRT assistant' });
const field = (page: Page): Locator => chat(page).getByLabel('Message', { exact: true });
const log = (page: Page): Locator => chat(page).getByRole('log');

async function open(page: Page): Promise<void> {
  await bubble(page).click();
  await expect(field(page)).toBeFocused();
}
async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await field(page).press('Enter');
}

test.beforeEach(async ({ page }, info) => {
  if (/own account/.test(info.title)) await signUpByApi(page.request, info.project.name);
  else await signInByApi(page.request, 'patient');
});

test('greets, answers with a source, and leads to the article', async ({ page }, info) => {
  await page.goto('/dashboard');
  await open(page);
  await expect(log(page)).toContainText("Hi! I'm your TRT assistant. How can I help you today?");
  await expectNoAxeViolations(page, 'the chat');
  await shoot(page, 'greeting', info.project.name);
  await ask(page, 'What is hematocrit?');
  await expect(log(page)).toContainText('thicken blood');
  await expect(log(page)).toContainText('General education, not medical advice.');
  await ask(page, 'Can I increase my dose to 150 mg?');
  await expect(log(page)).toContainText('I cannot advise any change to your dose');
  await expectNoAxeViolations(page, 'the chat with answers');
  await shoot(page, 'answers', info.project.name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expectContrast(page, 'the chat in the dark');
  await shoot(page, 'answers-dark', info.project.name);
  await page.emulateMedia({ colorScheme: 'light' });
  await chat(page).getByRole('link', { name: 'Why is hematocrit checked?' }).click();
  await expect(page).toHaveURL(/\/help\/hematocrit$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why is hematocrit checked?');
  await expect(page).toHaveTitle('Why is hematocrit checked? - TRT Program');
  await expectNoAxeViolations(page, 'an article');
  if (!(await chat(page).isVisible())) await open(page);
  // The conversation is still there after navigation.
  await expect(log(page)).toContainText('thicken blood');
  await chat(page).getByRole('button', { name: 'Close assistant' }).click();
  await shoot(page, 'article', info.project.name);
});

test('passes on what the care team must know, and leads from what they may need to a message: own account', async ({
  page,
}, info) => {
  await page.goto('/dashboard');
  await open(page);
  const told = 'I had prostate cancer in 2021, is that a problem?';
  await ask(page, told);
  await expect(log(page)).toContainText('Your care team was told');
  await expect(chat(page).getByRole('button', { name: 'Send this to my care team' })).toHaveCount(0);
  await expectNoAxeViolations(page, 'the chat with words that were passed on');
  await shoot(page, 'tell-the-care-team', info.project.name);
  await chat(page).getByRole('link', { name: 'See your messages' }).click();
  await page.getByRole('link', { name: /Told to the TRT assistant/ }).click();
  await expect(page.getByText(told, { exact: true })).toBeVisible();
  if (!(await chat(page).isVisible())) await open(page);
  const asked = 'can I get prostate cancer from my gel?';
  await ask(page, asked);
  await chat(page).getByRole('button', { name: 'Send this to my care team' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Something my care team should know');
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(asked);
});

test(
  'Enter sends, Shift+Enter breaks the line, nothing is sent empty or twice',
  { tag: '@one-width' },
  async ({ page }) => {
    const sent: { message: string; conversation_id: string | null; capability: string }[] = [];
    let let_go = (): void => undefined;
    const held = new Promise<void>((done) => (let_go = done));
    await page.route(CHAT, async (route) => {
      sent.push(route.request().postDataJSON() as (typeof sent)[number]);
      if (sent.length === 1) await held;
      await route.continue();
    });
    await page.goto('/dashboard');
    await open(page);
    await field(page).press('Enter');
    await field(page).fill('   ');
    await field(page).press('Enter');
    await field(page).fill('x'.repeat(2_001));
    await expect(page.getByText('1 character too long. Shorten it to send it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(await field(page).inputValue()).toHaveLength(2_001);
    await field(page).fill('What is');
    await field(page).press('Shift+Enter');
    await field(page).pressSequentially('hematocrit?');
    await expect(field(page)).toHaveValue('What is\nhematocrit?');
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('');
    await expect(chat(page).getByText('Assistant is typing')).toBeVisible();
    await expect(chat(page).getByRole('status').filter({ hasText: 'Assistant is typing' })).toHaveCount(1);
    // A reply is pending: typed text stays in the field.
    await ask(page, 'what is psa');
    const send = chat(page).getByRole('button', { name: 'Send' });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await send.click({ force: true });
    await expect(field(page)).toHaveValue('what is psa');
    expect(sent).toHaveLength(1);
    let_go();
    await expect(log(page)).toContainText('thicken blood');
    await expect(chat(page).getByText('Assistant is typing')).toHaveCount(0);
    await send.click();
    await expect(log(page)).toContainText('PSA is a blood test');
    await expect(field(page)).toBeFocused();
    expect(sent.map((body) => [body.message, body.capability])).toEqual([
      ['What is\nhematocrit?', 'kb_qna'],
      ['what is psa', 'kb_qna'],
    ]);
    expect([sent[0]!.conversation_id, sent[1]!.conversation_id]).toEqual([null, expect.any(String)]);
  },
);

test('a long link stays within the window, typed and sent', async ({ page }, info) => {
  const width = page.viewportSize()!.width;
  const parts = () => [
    chat(page),
    field(page),
    chat(page).getByRole('heading', { name: 'TRT assistant' }),
    chat(page).getByRole('button', { name: 'Close assistant' }),
    chat(page).getByRole('button', { name: 'Send', exact: true }),
  ];
  const within = async () => {
    const window = (await chat(page).boundingBox())!;
    expect(window.width).toBeLessThanOrEqual(info.project.name === 'phone' ? width : 400);
    for (const part of parts()) {
      const box = (await part.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(window.x);
      expect(box.x + box.width).toBeLessThanOrEqual(window.x + window.width + 0.5);
    }
    for (const part of [chat(page), log(page)])
      expect(await part.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0);
  };
  const link = `https://example.test/${'a1b2c3d4e5'.repeat(30)}`;
  await page.goto('/dashboard');
  await open(page);
  await field(page).fill(link);
  await within();
  await shoot(page, 'long-link-typed', info.project.name);
  await field(page).press('Enter');
  await expect(log(page)).toContainText(link);
  await expect(chat(page).getByText('Assistant is typing')).toHaveCount(0);
  await within();
  await shoot(page, 'long-link-sent', info.project.name);
});

test('Escape closes the chat and returns the focus', async ({ page }) => {
  await page.goto('/dashboard');
  await bubble(page).focus();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chat(page)).toHaveCount(0);
  await expect(bubble(page)).toBeFocused();
});

test('an emergency shows where to call, even when the server cannot be reached (own account)', async ({
  page,
}, info) => {
  await page.route(CHAT, (route) => route.abort());
  await page.goto('/dashboard');
  await open(page);
  await ask(page, 'I have chest pain');
  await expect(chat(page).getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  await expect(chat(page).getByRole('link', { name: /988/ })).toHaveCount(0);
  await expect(chat(page)).toContainText('Your care team could not be told.');
  await expect(log(page)).toContainText('Failed to get response');
  await expectNoAxeViolations(page, 'the emergency');
  await shoot(page, 'emergency', info.project.name);
  await page.unroute(CHAT);
  await chat(page).getByRole('button', { name: 'Try again' }).click();
  await expect(chat(page)).not.toContainText('could not be told');
  await expect(log(page)).not.toContainText('Failed to get response');
  await expect(chat(page).getByRole('link', { name: 'Call 911' })).toHaveCount(1);
});

test(
  'errors show the portal’s own messages, and can be retried (own account)',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await page.goto('/dashboard');
    await open(page);
    const failed = async (name: string, said: string | RegExp) => {
      await expect(chat(page).getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(log(page)).toContainText(said);
      await expectNoAxeViolations(page, `the chat, ${name}`);
      await shoot(page, `error-${name}`, info.project.name);
      await page.unroute(CHAT);
    };
    const again = () => chat(page).getByRole('button', { name: 'Try again' }).click();
    const body = JSON.stringify({
      error: 'database_unavailable',
      message: '',
      detail: 'database_unavailable',
    });
    await page.route(CHAT, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }));
    await ask(page, 'What is hematocrit?');
    await failed('unavailable', 'Sorry, I encountered an error. Please try again.');
    await page.route(CHAT, (route) => route.abort());
    await again();
    await failed('offline', 'Failed to get response');
    for (let i = 0; i < 20; i++)
      await page.request.post('/api/trt/assistant/chat', { data: { message: 'hello' } });
    await again();
    await failed('too-many', /Too many/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectContrast(page, 'an error in the dark');
    await shoot(page, 'error-dark', info.project.name);
  },
);

test('a failed question is answered on the second try', { tag: '@one-width' }, async ({ page }) => {
  await page.route(CHAT, (route) => route.abort());
  await page.goto('/dashboard');
  await open(page);
  await ask(page, 'What is hematocrit?');
  await expect(log(page)).toContainText('Failed to get response');
  await page.unroute(CHAT);
  await chat(page).getByRole('button', { name: 'Try again' }).click();
  await expect(log(page)).toContainText('thicken blood');
  await expect(log(page)).not.toContainText('Failed to get response');
});

test('markup, emoji and right-to-left text stay text', { tag: '@one-width' }, async ({ page }) => {
  await page.goto('/dashboard');
  await open(page);
  await ask(page, '<img src=x onerror="document.title=1"> **bold** [a](javascript:1)');
  await expect(log(page)).toContainText('<img src=x onerror="document.title=1"> **bold** [a](javascript:1)');
  await expect(log(page)).toContainText("I don't have that");
  await ask(page, '🙂 مرحبا كيف حالك');
  await expect(log(page)).toContainText('🙂 مرحبا كيف حالك');
  await expect(log(page).locator('img, strong, a[href^="javascript"]')).toHaveCount(0);
});

test(
  'becomes a message to the care team, with the questions and not through the URL',
  { tag: '@one-width' },
  async ({ page }) => {
    await page.goto('/trt/patient');
    await open(page);
    await ask(page, 'Who won the football world cup in 1974?');
    await expect(log(page)).toContainText("I don't have that");
    await chat(page).getByRole('button', { name: 'Message my care team' }).click();
    await expect(page).toHaveURL(/\/trt\/patient\/messages\?thread=new$/);
    await expect(chat(page)).toHaveCount(0);
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(
      /Who won the football world cup in 1974\?/,
    );
    await expect(page.getByLabel(/^Subject/)).not.toHaveValue('');
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain('football');
  },
);

test('the conversation ends with the session', { tag: '@one-width' }, async ({ page }) => {
  await page.goto('/trt/patient');
  await open(page);
  await ask(page, 'what is psa');
  await expect(log(page)).toContainText('PSA is a blood test');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, 'review@demo.test');
  await open(page);
  await expect(log(page)).not.toContainText('PSA is a blood test');
});

test('the button covers neither the bottom bar nor the buttons of a form (own account)', async ({
  page,
}, info) => {
  await page.goto('/trt/patient/intake');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  const place = await bubble(page).boundingBox();
  const others = page.locator(
    'nav[aria-label="Main"]:visible, button:has-text("Next"), button:has-text("Sign out")',
  );
  for (const other of await others.all()) {
    const box = await other.boundingBox();
    if (!box || !place) throw new Error('not on the screen');
    const apart =
      place.y >= box.y + box.height ||
      box.y >= place.y + place.height ||
      place.x >= box.x + box.width ||
      box.x >= place.x + place.width;
    expect(apart, await other.innerText()).toBe(true);
  }
  await shoot(page, 'intake', info.project.name);
});

test('the button is out of the way on a phone while the user types (own account)', async ({ page }, info) => {
  const phone = info.project.name === 'phone';
  await page.goto('/trt/patient/intake');
  const name = page.getByLabel('Full name');
  await expect(bubble(page)).toBeVisible();
  await name.focus();
  await expect(bubble(page)).toBeVisible({ visible: !phone });
  await shoot(page, 'writing', info.project.name);
  // It stays hidden from field to field; elsewhere it is back.
  await page.getByLabel('Occupation').focus();
  await expect(bubble(page)).toBeVisible({ visible: !phone });
  await page.getByRole('button', { name: 'Next' }).focus();
  await expect(bubble(page)).toBeVisible();
  await open(page);
  await page.keyboard.press('Escape');
  await expect(bubble(page)).toBeFocused();
});

test(
  'small talk is answered with what the assistant can do',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await page.goto('/dashboard');
    await open(page);
    await ask(page, 'hello');
    await expect(log(page)).toContainText('I can explain testosterone treatment and this program');
    await ask(page, 'who are you?');
    await expect(log(page)).toContainText('a computer program, not a clinician');
    await expect(log(page)).not.toContainText("I don't have that");
    await expect(log(page)).not.toContainText('Source');
    await shoot(page, 'small-talk', info.project.name);
  },
);

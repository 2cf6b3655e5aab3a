import { createHash, randomBytes } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import type { PatientAppCreated } from '../../common/api/patient-apps.js';
import type { SmartToken } from '../../common/api/smart.js';
import { expectContrast, expectNoAxeViolations } from './axe.js';
import { fillSignIn, signInByApi } from './people.js';

/** Nothing listens there: the test answers for the app. */
const BACK = 'http://127.0.0.1:9/back';
const VERIFIER = randomBytes(32).toString('base64url');

async function register(request: APIRequestContext, name: string): Promise<PatientAppCreated> {
  await signInByApi(request, 'orgadmin');
  const made = await request.post('/api/admin/patient-apps', {
    data: { name, redirect_uris: [BACK], confidential: false },
  });
  expect(made.status()).toBe(201);
  return (await made.json()) as PatientAppCreated;
}

function addressOf(app: PatientAppCreated, base: string, more: Record<string, string> = {}): string {
  const asked = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'launch/patient offline_access patient/*.rs',
    state: 'the state',
    aud: `${base}/fhir`,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return `/trt/patient/connect?${asked.toString()}`;
}

const answerForTheApp = (page: Page) =>
  page.route(`${BACK}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The app</h1>' }));
const question = (page: Page, app: PatientAppCreated) =>
  page.getByRole('heading', { level: 1, name: `Let ${app.name} read your record?` });

test('a patient who is not signed in yet allows an app a part of the record, and disconnects it', async ({
  page,
  playwright,
  baseURL,
}, info) => {
  const admin = await playwright.request.newContext({ baseURL: baseURL! });
  const app = await register(admin, `Health notes ${info.project.name} ${Date.now()}`);
  await answerForTheApp(page);
  await page.goto(addressOf(app, baseURL!));
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, 'patient@demo.test');
  await expect(question(page, app)).toBeVisible();
  await expect(page.getByText('is not part of Founders Clinic')).toBeVisible();
  await expect(page.getByText('also at times when you are not using it')).toBeVisible();
  await expectNoAxeViolations(page, 'an app asks');
  await info.attach('an app asks', {
    body: await page.screenshot({ fullPage: true }),
    contentType: 'image/png',
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectContrast(page, 'an app asks, in the dark');
  await info.attach('in the dark', {
    body: await page.screenshot({ fullPage: true }),
    contentType: 'image/png',
  });
  await page.emulateMedia({ colorScheme: 'light' });

  const boxes = page.getByRole('checkbox');
  await expect(boxes).toHaveCount(8);
  for (const box of await boxes.all()) await box.uncheck();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText('Choose something the app may read')).toBeVisible();
  await page.getByRole('checkbox', { name: /lab results/ }).check();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The app' })).toBeVisible();
  const back = new URL(page.url());
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([BACK, 'the state']);

  const stranger = await playwright.request.newContext({ baseURL: baseURL! });
  const given = await stranger.post('/auth/smart/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: app.client_id,
      code: back.searchParams.get('code')!,
      redirect_uri: BACK,
      code_verifier: VERIFIER,
    },
  });
  expect(given.status()).toBe(200);
  const token = (await given.json()) as SmartToken;
  const read = async (type: string) =>
    (
      await stranger.get(`/fhir/${type}`, { headers: { authorization: `Bearer ${token.access_token}` } })
    ).status();
  expect([await read('Observation'), await read('Communication')]).toEqual([200, 403]);

  await page.goto('/trt/patient/profile');
  await page.getByRole('link', { name: 'Connected apps' }).click();
  const panel = page.getByRole('region', { name: app.name });
  await expect(panel.getByText('Your lab results')).toBeVisible();
  await expect(panel.getByText('Your messages')).toHaveCount(0);
  await expect(panel.getByText('not yet')).toHaveCount(0);
  await expectNoAxeViolations(page, 'connected apps');
  await info.attach('connected apps', {
    body: await page.screenshot({ fullPage: true }),
    contentType: 'image/png',
  });
  await panel.getByRole('button', { name: `Disconnect ${app.name}` }).click();
  await expect(panel).toHaveCount(0);
  expect(await read('Observation')).toBe(401);
});

test('an app that is not allowed hears so, and one that the clinic does not know is never gone to', async ({
  page,
  playwright,
  baseURL,
}, info) => {
  const admin = await playwright.request.newContext({ baseURL: baseURL! });
  const app = await register(admin, `Steps ${info.project.name} ${Date.now()}`);
  await answerForTheApp(page);
  await signInByApi(page.request, 'patient');
  await page.goto(addressOf(app, baseURL!));
  await expect(question(page, app)).toBeVisible();
  await page.getByRole('button', { name: 'Don’t allow' }).click();
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:9\/back\?error=access_denied.*state=the\+state/);

  await page.goto(addressOf(app, baseURL!, { scope: 'patient/*.cud' }));
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:9\/back\?error=invalid_scope/);

  let left = 0;
  await page.route('https://evil.example/**', (route) => {
    left += 1;
    return route.abort();
  });
  const unknown: Record<string, string>[] = [
    { redirect_uri: 'https://evil.example/' },
    { client_id: 'trt_app_0000000000000000' },
  ];
  for (const wrong of unknown) {
    await page.goto(addressOf(app, baseURL!, wrong));
    await expect(page.getByRole('alert')).toContainText('This app cannot be connected');
    await expect(page.getByRole('alert')).toContainText('Nothing was shared with it.');
    await expectNoAxeViolations(page, 'an app that is not known');
  }
  await page.goto('/trt/patient/connect');
  await expect(page.getByRole('alert')).toContainText('The link that led here is not complete.');
  expect(left).toBe(0);
});

test(
  'an administrator registers an app and a program that signs',
  { tag: '@one-width' },
  async ({ page }, info) => {
    await signInByApi(page.request, 'orgadmin');
    await page.goto('/admin/patient-apps');
    await page.getByRole('button', { name: 'New patient app' }).click();
    const dialog = page.getByRole('dialog');
    const name = `Server app ${Date.now()}`;
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Redirect URIs').fill('http://app.example/back');
    await dialog.getByRole('checkbox', { name: /can keep a secret/ }).check();
    await dialog.getByRole('button', { name: 'Register app' }).click();
    await expect(dialog.getByText('Write each address as a browser shows it')).toBeVisible();
    await dialog.getByLabel('Redirect URIs').fill('https://app.example/back\nhttps://app.example/other');
    await dialog.getByRole('button', { name: 'Register app' }).click();
    await expect(dialog.getByLabel('Client secret')).toHaveText(/^[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'I have copied the secret' }).click();
    const line = page.getByRole('row').filter({ hasText: name });
    await expect(line).toContainText('https://app.example/other');
    await expectNoAxeViolations(page, 'patient apps');
    await info.attach('patient apps', { body: await page.screenshot(), contentType: 'image/png' });
    await line.getByRole('button', { name: `Remove ${name}` }).click();
    await dialog.getByRole('button', { name: 'Remove app' }).click();
    await expect(line).toContainText('Removed');

    await page.goto('/admin/api-keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(`Warehouse ${Date.now()}`);
    await dialog.getByLabel('The program proves who it is with').selectOption('jwks');
    await dialog.getByLabel('Public keys (JWK set)').fill('{"keys":[]}');
    await dialog.getByRole('checkbox', { name: 'Everything, exported at once' }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByText('Enter a key set')).toBeVisible();
    await expectNoAxeViolations(page, 'a program that signs');
    await info.attach('a program that signs', { body: await page.screenshot(), contentType: 'image/png' });
    await dialog.getByLabel('The program proves who it is with').selectOption('jwks_url');
    await dialog.getByLabel('URL of the public keys').fill('https://registry.example/jwks.json');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByLabel('Client ID')).toHaveText(/^trt_client_[0-9a-f]{16}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
  },
);

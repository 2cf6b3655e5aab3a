import { expect, type APIRequestContext, type Page } from '@playwright/test';

export const PASSWORD = 'Trt-demo-2026!pass';
export const NEW_PASSWORD = 'velvet otter mountain quarry 71';

let counter = 0;
export const newEmail = (project: string): string =>
  `${project}-${Date.now().toString(36)}${counter++}@example.test`;

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, email, password);
  await expect(page).not.toHaveURL(/\/login/);
}

export async function fillSignUp(
  page: Page,
  email: string,
  password = NEW_PASSWORD,
  confirm = password,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(confirm);
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** A session in the browser that `request` belongs to, without the UI. */
export async function signInByApi(request: APIRequestContext, who: string): Promise<void> {
  const answer = await request.post('/auth/login', {
    data: { email: `${who}@demo.test`, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
}

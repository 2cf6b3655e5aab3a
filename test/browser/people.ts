import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

export const PASSWORD = 'Trt-demo-2026!pass';
export const NEW_PASSWORD = 'velvet otter mountain quarry 71';

let counter = 0;
export const newEmail = (project: string): string => `${project}-${Date.now().toString(36)}${counter++}@example.test`;

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

export async function signOut(page: Page): Promise<void> {
  const direct = page.getByRole('button', { name: 'Sign out' });
  if (!(await direct.isVisible())) await page.getByRole('button', { name: 'More' }).click();
  await direct.click();
  await expect(page).toHaveURL(/\/login/);
}

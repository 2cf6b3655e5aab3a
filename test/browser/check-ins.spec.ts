import { expect, test } from '@playwright/test';
import { signUpByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';

test('a check-in: questionnaires with blanks, and what follows a low mood', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/progress?check-in=1');
  const radio = (name: string, answer: string) =>
    page.getByRole('radiogroup', { name }).getByRole('radio', { name: answer, exact: true });
  await radio('Low energy', 'No').check();
  await radio('Your energy level', 'Good').check();
  for (const name of ['Little interest or pleasure in doing things', 'Feeling down, depressed, or hopeless'])
    await radio(name, 'Nearly every day').check();
  await expectNoAxeViolations(page, 'check-in');
  await page.getByRole('button', { name: 'Save check-in' }).click();
  // Without a case no one is named for today, so that the PHQ-9 is not asked.
  await expect(page.getByText(/Your care team will call you/)).toContainText('call or text 988');
  await expect(page.getByText('Thoughts that you would be better off dead')).toHaveCount(0);
  await expect(page.getByText(/Information: these scores/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mood (PHQ-2)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /qADAM/ })).toHaveCount(0);
});

import { expect, test } from '@playwright/test';
import { signUpByApi } from './api.js';
import { expectNoAxeViolations } from './axe.js';
import { patientWithPlan, sessionOf, signInByApi } from './clinic.js';
import { NEW_PASSWORD } from './people.js';

test('a check-in: questionnaires with blanks, and what follows a low mood', async ({ page }, info) => {
  await signUpByApi(page.request, info.project.name);
  await page.goto('/trt/patient/progress?check-in=1');
  const radio = (name: string, answer: string) =>
    page.getByRole('radiogroup', { name }).getByRole('radio', { name: answer, exact: true });
  await radio('Low energy', 'Yes').check();
  const severity = page.getByRole('textbox', { name: 'Low energy: severity' });
  await severity.fill('11');
  await severity.blur();
  await expect(page.getByText('Enter a whole number from 0 to 10 for “Low energy”.')).toBeVisible();
  await severity.fill('3');
  await expect(page.getByText('Enter a whole number from 0 to 10 for “Low energy”.')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Tell us in the safety check' })).toHaveAttribute(
    'href',
    '/trt/patient/safety-check',
  );
  await radio('How would you rate your energy level?', 'Good').check();
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

test('a low mood on a phone leads to the PHQ-9 in view, with who calls and what to do now', async ({
  page,
}, info) => {
  const provider = await sessionOf(info, 'provider@demo.test');
  const { email } = await patientWithPlan(info, provider);
  await provider.dispose();
  await signInByApi(page.request, email, NEW_PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/trt/patient/progress?check-in=1');
  const radio = (name: string | RegExp, answer: string) =>
    page.getByRole('radiogroup', { name }).getByRole('radio', { name: answer, exact: true });
  await radio('Low energy', 'No').check();
  for (const name of ['Little interest or pleasure in doing things', 'Feeling down, depressed, or hopeless'])
    await radio(name, 'Nearly every day').check();
  await page.getByRole('button', { name: 'Save check-in' }).click();
  // Where no one can call today, the questions are not asked; both are read without scrolling.
  await expect(page.getByText(/will call you/)).toBeInViewport();
  await expect(page.getByText(/call or text 988 now/).first()).toBeInViewport();
  const danger = radio(/better off dead/, 'Several days');
  if (await danger.isVisible()) {
    await expect(page.getByRole('heading', { name: /PHQ-9/ })).toHaveCount(1);
    await danger.check();
    await expect(page.getByRole('link', { name: 'Call 988' })).toHaveAttribute('href', 'tel:988');
    await expectNoAxeViolations(page, 'PHQ-9 with thoughts of death');
  }
});

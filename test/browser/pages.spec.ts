import { expect, test } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { signIn } from './people.js';

const SCREENS: [who: string | null, path: string, title: string][] = [
  [null, '/', 'Welcome'],
  [null, '/login', 'Sign in'],
  [null, '/signup', 'Create account'],
  [null, '/terms', 'Terms'],
  [null, '/privacy', 'Privacy'],
  [null, '/verify-email', 'Verify'],
  ['patient@demo.test', '/trt/patient', ''],
  ['patient@demo.test', '/trt/patient/intake', ''],
  ['patient@demo.test', '/trt/patient/education', ''],
  ['new@demo.test', '/trt/patient', ''],
  ['new@demo.test', '/trt/patient/intake', ''],
  ['review@demo.test', '/trt/patient', ''],
  ['multi@demo.test', '/dashboard', ''],
  ['admin@demo.test', '/admin', ''],
  ['provider@demo.test', '/trt/provider/cases', ''],
  ['provider@demo.test', '/trt/provider/plan-review', ''],
];

for (const scheme of ['light', 'dark'] as const) {
  for (const [who, path] of SCREENS) {
    test(`${path} as ${who ?? 'anybody'} in ${scheme}: one h1, a title, no policy violation, axe clean`, async ({ page }, info) => {
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) violations.push(message.text());
      });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      if (who) await signIn(page, who);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page).toHaveTitle(/ - TRT Program$/);
      await page.waitForLoadState('networkidle');
      if (process.env.SCREENSHOTS) {
        const name = `${info.project.name}-${scheme}-${(who ?? 'anybody').split('@')[0]}${path.replace(/\//g, '_')}.png`;
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}`, fullPage: true });
      }
      await expectNoAxeViolations(page, path);
      expect(violations).toEqual([]);
    });
  }
}

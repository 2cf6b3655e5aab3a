import { expect, test } from '@playwright/test';

test('has fonts for emoji and for monospaced text @one-width', async ({ page }) => {
  await page.setContent(`<p style="font: 40px sans-serif"><span id="emoji">🙂</span><span id="none">\u{10ffff}</span></p>
    <p style="font: 40px monospace"><span id="narrow">iiii</span> <span id="wide">WWWW</span></p>`);
  const width = async (id: string) => (await page.locator(id).boundingBox())!.width;
  expect(await width('#narrow')).toBeGreaterThan(0);
  expect(await width('#narrow')).toBe(await width('#wide'));
  const drawn = async (id: string) => (await page.locator(id).screenshot()).toString('base64');
  expect(await drawn('#emoji')).not.toBe(await drawn('#none'));
});

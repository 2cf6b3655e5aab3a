import { expect, test } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { signInByApi } from './people.js';

const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Root 1 0 R>>
%%EOF`);

test(
  'a lab report: sent by the patient, entered by the clinic, told as read, never as entered without a value',
  { tag: '@one-width' },
  async ({ page, browser }) => {
    await signInByApi(page.request, 'aaron.pike');
    await page.goto('/trt/patient/progress');
    const form = page.getByRole('form', { name: 'Send a lab report' });
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(form).toContainText('Choose a file.');
    const input = form.getByLabel('Lab report');
    await input.setInputFiles({
      name: 'notes.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('plain text'),
    });
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(form).toContainText('Send a PDF or a photo (JPEG, PNG or HEIC).');
    await input.setInputFiles({ name: 'quest-november.pdf', mimeType: 'application/pdf', buffer: PDF });
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(form.getByRole('status')).toContainText('We received “quest-november.pdf”.');
    const sent = page.getByRole('list', { name: 'Reports you sent' }).getByRole('listitem');
    await expect(sent).toHaveText([/^quest-november\.pdfSent .* 20\d\dWaiting for your care team$/]);
    await expectNoAxeViolations(page, 'a lab report sent');

    const clinic = await browser.newPage();
    await signInByApi(clinic.request, 'provider');
    await clinic.goto('/trt/provider/cases');
    await clinic.getByRole('link', { name: 'Lab reports to enter' }).click();
    const row = clinic.getByRole('row', { name: /Aaron Pike/ });
    const [download] = await Promise.all([
      clinic.waitForEvent('download'),
      row.getByRole('link', { name: 'quest-november.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    await row.getByRole('button', { name: 'Enter results of Aaron Pike' }).click();
    const entry = clinic.getByRole('region', { name: 'Results from the report of Aaron Pike' });
    await expect(entry.getByRole('form')).toBeVisible();
    await expectNoAxeViolations(clinic, 'a lab report being entered');
    await entry.getByRole('button', { name: 'All values are entered' }).click();
    await expect(entry.getByText(/No results of this patient were entered since/)).toBeVisible();
    await entry.getByLabel('Nothing to enter').selectOption('Its results are already on file');
    await entry.getByRole('button', { name: 'Close without results' }).click();
    await expect(clinic.getByText('The report left the list.')).toBeVisible();
    await expect(row).toHaveCount(0);
    await clinic.getByRole('tab', { name: 'All' }).click();
    await expect(row).toContainText('Closed without results');
    await clinic.close();

    await page.reload();
    await expect(sent).toHaveText([/Read .* 20\d\d, no results entered$/]);
  },
);

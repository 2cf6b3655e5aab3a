import { expect, test, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.js';
import { json, newSession, ordersOf, patientWithPlan, signInByApi } from './clinic.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD } from './people.js';

const dialogOf = (page: Page) => page.getByRole('dialog');
const WHY = 'He is at the hospital, and stable since this morning';

test('an emergency stands first in each dialog, and is named before anything is approved or sent', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, email, caseId } = await patientWithPlan(info, page.request);
  const own = await newSession(info);
  await signInByApi(own, email, NEW_PASSWORD);
  await json(
    own.post('/api/messages', { data: { subject: 'Help', body: 'crushing chest pain since this morning' } }),
    201,
  );
  await own.dispose();
  await page.goto('/trt/provider/plan-review');
  await page.getByLabel('Patient: name, MRN or date of birth').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Emergency not answered yet');
  await row.getByRole('button', { name: `Approve ${name}` }).click();
  const dialog = dialogOf(page);
  const first = dialog.getByRole('heading', { name: 'Safety findings' }).locator('..').getByRole('listitem');
  await expect(first.first()).toContainText('Emergency not answered yet');
  await expect(first.first()).toContainText('chest pain');
  const confirm = dialog.getByRole('button', { name: 'Confirm approval' });
  // No reason passes what no provider has read: there is no box for it, and no reason to type.
  await expect(confirm).toBeDisabled();
  await expect(dialog.getByRole('link', { name: 'Open the message' })).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'No, it does not' }).check();
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(dialog).not.toContainText('Message or lab report not reviewed');
  await dialog.getByLabel('Reason for approving').fill(WHY);
  await confirm.click();
  await expect(dialog).toContainText('Tick each rule you override');
  await expectNoAxeViolations(page, 'approval against an emergency');
  await dialog.getByRole('checkbox', { name: 'I have read: Emergency not answered yet' }).check();
  await confirm.click();
  await expect(dialog).toContainText('the prescription stays a draft');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  await page.getByRole('button', { name: `Review ${name}` }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('Emergency not answered yet');
  await dialog.getByRole('radio', { name: 'Accept' }).check();
  await dialog.getByLabel('Override reason').fill(WHY);
  await dialog.getByRole('checkbox', { name: /Emergency not answered yet/ }).check();
  // However slow the list: the next dialog opens on the order as it is now.
  await page.route(/\/api\/[^?]*prescriptions(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Accept prescription' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: `Update ${name}` }).click();
  await dialog.getByLabel('New status').selectOption('sent');
  await expect(dialog).toContainText('Approved dose');
  await dialog.getByLabel('Reason for going on').fill(WHY);
  await dialog.getByRole('checkbox', { name: /Emergency not answered yet/ }).check();
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(dialog).toBeHidden();
  expect((await ordersOf(page.request, caseId))[0]?.sent_at).not.toBeNull();
});

test('an emergency that was misread is closed with what its words mean, and self-harm never is', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { email, caseId } = await patientWithPlan(info, page.request);
  const own = await newSession(info);
  await signInByApi(own, email, NEW_PASSWORD);
  const write = (body: string) =>
    json(own.post('/api/messages', { data: { subject: 'A question', body } }), 201);
  await write('In the film he falls over with crushing chest pain. Can I travel with my vials?');
  await page.goto(`/trt/cases/${caseId}`);
  const open = page.getByRole('region', { name: 'Emergencies to answer' });
  await open.getByRole('button', { name: 'Record contact' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: /^No call needed/ }).check();
  await dialog.getByRole('button', { name: 'Close as misread' }).click();
  await expect(dialog).toContainText('Say what the words mean');
  await expectNoAxeViolations(page, 'an emergency that was misread');
  await dialog.getByLabel('What the words mean').fill('A scene of a film; the question is about traveling');
  await dialog.getByRole('button', { name: 'Close as misread' }).click();
  await expect(page.getByText('Alert closed as misread.')).toBeVisible();
  await expect(open).toBeHidden();
  const closed = page.getByRole('region', { name: 'Closed as misread in the last 7 days' });
  await expect(closed).toContainText('A scene of a film; the question is about traveling');
  await expectNoAxeViolations(page, 'a case with an alert that was misread');

  await write('I want to kill myself tonight');
  await own.dispose();
  await page.reload();
  await open.getByRole('button', { name: 'Record contact' }).click();
  await expect(dialog.getByRole('radio', { name: 'No', exact: true })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^No call needed/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await closed.getByRole('button', { name: 'Reopen' }).click();
  await expect(open.getByRole('button', { name: 'Record contact' })).toHaveCount(2);
  await expect(closed).toBeHidden();
});

test('an emergency is closed once the patient was reached, and stays a reason for a week', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, email, caseId } = await patientWithPlan(info, page.request);
  const own = await newSession(info);
  await signInByApi(own, email, NEW_PASSWORD);
  await json(
    own.post('/api/messages', { data: { subject: 'Help', body: 'I want to kill myself tonight' } }),
    201,
  );
  await own.dispose();
  await page.goto('/dashboard');
  const waiting = page.getByRole('main').getByRole('region', { name: 'Waiting for you' }).first();
  await expect(waiting.getByRole('listitem').first()).toContainText(/Emergencies to answer \d/);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases', exact: true }),
  ).toHaveAccessibleDescription(/waiting$/);
  await waiting.getByRole('link', { name: 'Emergencies to answer' }).click();
  await expect(page.getByRole('table', { name: 'Cases' })).toContainText(name);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/trt/cases/${caseId}`);
  const phone = page.getByRole('main').getByRole('link', { name: '555-0142' });
  await expect(phone).toHaveAttribute('href', 'tel:5550142');
  // Before anything else of the case, also on a phone.
  const first = page.getByRole('region', { name: 'Emergencies to answer' });
  await expect(first.getByRole('button', { name: 'Record contact' })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  const alerts = page.getByRole('tabpanel', { name: 'Alerts' });
  const read = alerts.getByRole('link', { name: 'read the message' });
  await expect(read).toHaveAttribute('href', /thread=/);
  await alerts.getByRole('button', { name: 'Record contact' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).not.toContainText('80 mg');
  await dialog.getByRole('button', { name: 'Record the call' }).click();
  await expect(dialog).toContainText('Say whether the patient was reached.');
  await expect(dialog).toContainText(name);
  await expect(dialog.getByRole('link', { name: '555-0142' })).toHaveAttribute('href', 'tel:5550142');
  await dialog.getByRole('radio', { name: 'Yes', exact: true }).check();
  await expect(dialog).not.toContainText('Say whether the patient was reached.');
  await expect(dialog).toContainText('Say how the patient is and what was agreed');
  await dialog.getByRole('radio', { name: 'No', exact: true }).check();
  await dialog.getByLabel('What was tried').fill('Voicemail');
  await dialog.getByRole('radio', { name: 'Tomorrow' }).check();
  await expectNoAxeViolations(page, 'contact in an emergency');
  await dialog.getByRole('button', { name: 'Record the call' }).click();
  await expect(dialog).toBeHidden();
  await expect(alerts.getByRole('list', { name: 'Calls so far' })).toContainText(/Not reached .+Voicemail/);

  await alerts.getByRole('button', { name: 'Record contact' }).click();
  await dialog.getByRole('radio', { name: 'Yes', exact: true }).check();
  await dialog.getByLabel('What was agreed').fill('Safe with his brother, sees the crisis team today');
  await dialog.getByRole('button', { name: 'Record and close' }).click();
  await expect(dialog).toBeHidden();
  await expect(alerts.getByRole('button', { name: 'Record contact' })).toHaveCount(0);

  await page.goto('/trt/provider/plan-review');
  await page.getByLabel('Patient: name, MRN or date of birth').fill(name);
  await page.getByRole('button', { name: `Approve ${name}` }).click();
  await expect(dialog).toContainText(/closed today: reached, agreed: Safe with his brother/);
  await dialog.getByRole('radio', { name: 'No, it does not' }).check();
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  await dialog.getByRole('button', { name: 'Confirm approval' }).click();
  await expect(dialog).toContainText('Enter your reason for going on against a rule or a flag.');
});

test('an order is not sent before what the patient wrote was reviewed, and the dialog has the text', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, email, caseId } = await patientWithPlan(info, page.request);
  await page.goto('/trt/provider/plan-review');
  await page.getByLabel('Patient: name, MRN or date of birth').fill(name);
  await page.getByRole('button', { name: `Approve ${name}` }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Confirm approval' }).click();
  await expect(dialog).toBeHidden();
  const own = await newSession(info);
  await signInByApi(own, email, NEW_PASSWORD);
  const body = 'My doctor found a blood clot';
  await json(own.post('/api/messages', { data: { subject: 'News', body } }), 201);
  await own.dispose();

  await page.goto(`/trt/cases/${caseId}/prescriptions`);
  await page.getByRole('button', { name: `Update ${name}` }).click();
  await dialog.getByLabel('New status').selectOption('sent');
  await expect(dialog).toContainText(body);
  await expect(dialog.getByRole('button', { name: 'Save status' })).toBeDisabled();
  await expect(dialog.getByLabel(/^Reason/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  await dialogOf(page).last().getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(dialogOf(page).last()).toContainText('Choose whether it speaks against treatment.');
  await dialogOf(page).last().getByRole('radio', { name: 'No, it does not' }).check();
  await dialogOf(page).last().getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(dialogOf(page)).toHaveCount(1);
  await expect(dialog.getByLabel(/^Reason/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save status' })).toBeEnabled();
});

test('on a phone, nothing covers the buttons of a critical result, and it has name and number', async ({
  page,
}, info) => {
  await signInByApi(page.request, 'provider@demo.test');
  const { name, caseId } = await patientWithPlan(info, page.request);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/trt/cases/${caseId}?tab=labs`);
  const form = page.getByRole('form', { name: 'Lab results' });
  await form.getByLabel('Collected at').fill(`${daysAgo(1)}T08:00`);
  await form.getByLabel(/^Hematocrit/).fill('57');
  await form.getByRole('button', { name: 'Save lab results' }).click();
  const dialog = dialogOf(page);
  const notice = page.getByText('Lab results saved.');
  await expect(dialog).toBeVisible();
  // The notice leaves after some seconds.
  const over = await notice.boundingBox();
  const button = await dialog.getByRole('button', { name: 'Call later' }).boundingBox();
  expect(over!.y + over!.height).toBeLessThan(button!.y);
  await expect(dialog).toContainText(name);
  await expect(dialog.getByRole('link', { name: '555-0142' })).toHaveAttribute('href', 'tel:5550142');
  await dialog.getByRole('button', { name: 'Call later' }).click();
});

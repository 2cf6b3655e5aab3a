import { expect, test } from '@playwright/test';
import type { CaseListResponse, MessageThread } from '../../common/api/index.js';
import { FIELDS, isShown } from '../../common/intake/index.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import { signUpByApi } from './api.js';
import { json, newSession } from './clinic.js';
import { daysAgo } from './clock.js';
import { signInByApi } from './people.js';

/** Each payload runs in a page that puts text into its markup, an attribute, a script, a style, a URL or a template. */
const PAYLOADS = [
  '<script>window.ran=1</script>',
  '"><script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '<svg onload=window.ran=1>',
  '<svg><script>window.ran=1</script></svg>',
  '<body onload=window.ran=1>',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<iframe src="javascript:parent.ran=1">',
  '<a href="javascript:window.ran=1">x</a>',
  'javascript:window.ran=1',
  'JaVaScRiPt:window.ran=1',
  'data:text/html,<script>window.ran=1</script>',
  '" onmouseover="window.ran=1" x="',
  "' autofocus onfocus='window.ran=1",
  '<input autofocus onfocus=window.ran=1>',
  '<details open ontoggle=window.ran=1>',
  '<video><source onerror=window.ran=1></video>',
  '<math><mtext><script>window.ran=1</script>',
  '<form><button formaction=javascript:window.ran=1>x',
  '<object data="javascript:window.ran=1">',
  '<embed src="javascript:window.ran=1">',
  '<link rel=stylesheet href="data:text/css,*{color:red}">',
  '<style>*{background:url(javascript:window.ran=1)}</style>',
  '<meta http-equiv=refresh content="0;url=javascript:window.ran=1">',
  '<base href="https://evil.example/">',
  '</title><script>window.ran=1</script>',
  '</textarea><script>window.ran=1</script>',
  '--><script>window.ran=1</script>',
  ']]><script>window.ran=1</script>',
  '${window.ran=1}',
  '{{constructor.constructor("window.ran=1")()}}',
  '#{window.ran=1}',
  '<%= window.ran=1 %>',
  '\\u003cscript\\u003ewindow.ran=1\\u003c/script\\u003e',
  '&lt;script&gt;window.ran=1&lt;/script&gt;',
  '%3Cscript%3Ewindow.ran=1%3C/script%3E',
  '<img src="https://evil.example/pixel.gif">',
  '[x](javascript:window.ran=1)',
  '![x](https://evil.example/pixel.gif)',
  '=HYPERLINK("https://evil.example","x")',
];

test("a patient's text never runs on staff screens @one-width", async ({ page }, info) => {
  test.slow();
  expect(PAYLOADS).toHaveLength(40);
  const mine = await newSession(info);
  const email = await signUpByApi(mine, info.project.name);
  const name = `${PAYLOADS[2]} ${email.split('@')[0]}`;
  // As many payloads as fit into each intake text, so that every one is stored.
  let next = 0;
  const texts = Object.fromEntries(
    FIELDS.filter(
      (field) =>
        (field.type === 'text' || field.type === 'longtext') &&
        isShown(field, completeAnswers()) &&
        !FIXED.test(field.name),
    ).map((field) => [
      field.name,
      Array.from({ length: 4 }, () => PAYLOADS[next++ % PAYLOADS.length]).join(' '),
    ]),
  );
  expect(next).toBeGreaterThanOrEqual(PAYLOADS.length);
  const data = { ...completeAnswers(), ...texts, full_name: name, signature_date: daysAgo(0) };
  await json(mine.post('/api/trt/intake', { data: { data, version: 0, submit: true } }));
  await mine.post('/api/trt/patient/generate-baseline-plan', { data: {} });
  const thread = await json<MessageThread>(
    mine.post('/api/messages', {
      data: { subject: PAYLOADS.slice(0, 4).join(''), body: PAYLOADS.join('\n') },
    }),
    201,
  );
  await json(
    mine.post('/api/appointments', {
      data: {
        kind: 'video',
        reason: PAYLOADS.slice(0, 8).join(' '),
        preferred: [new Date(Date.now() + 5 * 864e5).toISOString()],
      },
    }),
    201,
  );

  const complaints: string[] = [];
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(info.project.use.baseURL!) && /^https?:/.test(request.url()))
      complaints.push(`request: ${request.url()}`);
  });
  page.on('console', (message) => {
    if (/content security policy|requires 'Trusted/i.test(message.text())) complaints.push(message.text());
  });
  await signInByApi(page.request, 'provider');
  const cases = await json<CaseListResponse>(
    page.request.get(`/api/trt/cases?filter=${encodeURIComponent(JSON.stringify({ q: email }))}`),
  );
  const { id } = cases.items[0]!;
  const search = encodeURIComponent(JSON.stringify({ q: email }));
  for (const path of [
    `/trt/provider/cases?filter=${search}`,
    ...['alerts', 'rules', 'labs', 'plan', 'prescriptions'].map((tab) => `/trt/cases/${id}?tab=${tab}`),
    `/trt/provider/patients?filter=${search}`,
    '/trt/provider/plan-review',
    '/trt/prescriptions',
    '/trt/provider/labs',
    '/trt/provider/appointments',
    '/trt/provider/messages',
    `/trt/provider/messages?thread=${thread.id}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('h1'), path).toHaveCount(1);
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    const ran = await page.evaluate(() => (window as { ran?: number }).ran);
    expect([path, ran, complaints]).toEqual([path, undefined, []]);
    // It is shown as text.
    if (path.includes(id)) await expect(page.locator('h1')).toContainText('<img src=x');
  }
  await mine.dispose();
});

/** Texts with a fixed format, which cannot hold a payload. */
const FIXED = /email|phone|date|dob|signature|name|zip|state|timezone/;

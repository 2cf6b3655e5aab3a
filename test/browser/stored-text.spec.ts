import { expect, test, type Page, type TestInfo } from '@playwright/test';
import type {
  Appointment,
  CaseDetailResponse,
  CaseListResponse,
  MessageThread,
} from '../../common/api/index.js';
import { FIELDS, isShown } from '../../common/intake/index.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import { signUpByApi, submitByApi } from './api.js';
import { caseOf, json, labsAndFacts, newSession, sessionOf } from './clinic.js';
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

/** What must not happen while pages show these texts. */
function watched(page: Page, info: TestInfo): string[] {
  const complaints: string[] = [];
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(info.project.use.baseURL!) && /^https?:/.test(request.url()))
      complaints.push(`request: ${request.url()}`);
  });
  page.on('console', (message) => {
    if (/content security policy|requires 'Trusted/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

async function runsNothing(page: Page, paths: readonly string[], complaints: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('h1'), path).toHaveCount(1);
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    const ran = await page.evaluate(() => (window as { ran?: number }).ran);
    expect([path, ran, complaints]).toEqual([path, undefined, []]);
  }
}

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

  const complaints = watched(page, info);
  await signInByApi(page.request, 'provider');
  const cases = await json<CaseListResponse>(
    page.request.get(`/api/trt/cases?filter=${encodeURIComponent(JSON.stringify({ q: email }))}`),
  );
  const { id } = cases.items[0]!;
  const search = encodeURIComponent(JSON.stringify({ q: email }));
  const paths = [
    `/trt/provider/cases?filter=${search}`,
    ...['alerts', 'rules', 'labs', 'plan', 'prescriptions'].map((tab) => `/trt/cases/${id}?tab=${tab}`),
    `/trt/provider/patients?filter=${search}`,
    '/trt/provider/plan-review',
    '/trt/prescriptions',
    '/trt/provider/labs',
    '/trt/provider/appointments',
    '/trt/provider/messages',
    `/trt/provider/messages?thread=${thread.id}`,
  ];
  await runsNothing(page, paths, complaints);
  // It is shown as text.
  await page.goto(`/trt/cases/${id}?tab=alerts`);
  await expect(page.locator('h1')).toContainText('<img src=x');
  await mine.dispose();
});

test("a colleague's text never runs on pages of staff and administration @one-width", async ({
  page,
}, info) => {
  test.slow();
  const all = PAYLOADS.join('\n');
  const short = PAYLOADS[2]!;
  const mine = await newSession(info);
  const email = await signUpByApi(mine, info.project.name);
  await submitByApi(mine, { email });
  await json(
    mine.post('/api/lab-reports', {
      multipart: { file: { name: `${short}.pdf`, mimeType: 'application/pdf', buffer: PDF } },
    }),
    201,
  );
  const asked = {
    kind: 'video',
    reason: all.slice(0, 1000),
    preferred: [new Date(Date.now() + 5 * 864e5).toISOString()],
  };
  const visit = await json<Appointment>(mine.post('/api/appointments', { data: asked }), 201);
  const staff = await sessionOf(info, 'multi@demo.test');
  const found = await caseOf(staff, email);
  await labsAndFacts(staff, found);
  const at = `/api/trt/cases/${found.id}`;
  const { case: now, alerts } = await json<CaseDetailResponse>(staff.get(`${at}/detail`));
  await json(staff.patch(at, { data: { version: now.version, diagnosis: all.slice(0, 500) } }));
  await json(
    staff.post(`${at}/alerts/${alerts[0]!.id}/acknowledge`, { data: { action: 'handled', note: all } }),
  );
  const lab = {
    patient_id: found.patient_id,
    collected_at: `${daysAgo(1)}T08:00:00-05:00`,
    results: { tt_ng_dl: 250 },
  };
  const { id } = await json<{ id: string }>(staff.post('/api/labs', { data: lab }), 201);
  await json(staff.post(`/api/labs/${id}/review`, { data: { note: all, version: 1 } }));
  await json(mine.post(`/api/appointments/${visit.id}/cancel`, { data: { reason: all.slice(0, 500) } }));
  const message = { patient_id: found.patient_id, subject: short, body: all };
  const thread = await json<MessageThread>(staff.post('/api/provider/messages', { data: message }), 201);
  const { claims } = await json<{ claims: { org_id: string } }>(staff.get('/auth/me'));
  const invited = { email: `i-${email}`, display_name: short, roles: ['provider'], org_id: claims.org_id };
  await json(staff.post('/api/admin/users/invite', { data: invited }), 201);
  await json(staff.post('/api/admin/api-keys', { data: { name: short, scopes: ['fhir.read'] } }), 201);

  const complaints = watched(page, info);
  await signInByApi(page.request, 'multi');
  const search = encodeURIComponent(JSON.stringify({ q: email }));
  await runsNothing(
    page,
    [
      ...['alerts', 'rules', 'labs', 'plan', 'prescriptions'].map(
        (tab) => `/trt/cases/${found.id}?tab=${tab}`,
      ),
      `/trt/provider/patients?filter=${search}`,
      '/trt/provider/labs',
      '/trt/provider/lab-reports',
      '/trt/provider/refills',
      '/trt/provider/appointments',
      `/trt/provider/messages?thread=${thread.id}`,
      '/admin',
      `/admin/users?filter=${search}`,
      '/admin/audit',
      '/admin/mails',
      '/admin/organisations',
      '/admin/articles',
      '/admin/api-keys',
    ],
    complaints,
  );
  await expect(page.getByText(short).first()).toBeVisible();
  await Promise.all([mine.dispose(), staff.dispose()]);
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page >> endobj\n%%EOF\n');
/** Texts with a fixed format, which cannot hold a payload. */
const FIXED = /email|phone|date|dob|signature|name|zip|state|timezone/;

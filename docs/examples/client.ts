// A typed client: signs in, pages through the cases, makes an API key, and reads patients with it as FHIR. docs/integrations.md
// says how to run it; `portal.d.ts` is generated from docs/openapi.json.
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './portal.d.ts';

const {
  PORTAL = 'http://localhost:3000',
  FHIR = `${PORTAL}/fhir`,
  EMAIL = 'orgadmin@demo.test',
  PASSWORD = 'Trt-demo-2026!pass',
} = process.env;
const PAGE = 10;

/** The session is a cookie, and fetch keeps none. */
let cookie = '';
const session: Middleware = {
  onRequest({ request }) {
    if (cookie) request.headers.set('cookie', cookie);
  },
  onResponse({ response }) {
    const sent = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (sent.length) cookie = sent.join('; ');
  },
};

const portal = createClient<paths>({ baseUrl: PORTAL });
portal.use(session);

/** The data of an answer, or what the portal says is wrong. */
async function got<T>(call: Promise<{ data?: T; error?: { error: string; message: string } }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(`${error?.error}: ${error?.message}`);
  return data;
}
const say = (line: string) => process.stdout.write(`${line}\n`);

await got(portal.POST('/auth/login', { body: { email: EMAIL, password: PASSWORD } }));

for (let first = 0, total = 1; first < total; first += PAGE) {
  const query = {
    range: JSON.stringify([first, first + PAGE - 1]),
    sort: JSON.stringify(['updated_at', 'DESC']),
  };
  const page = await got(portal.GET('/api/trt/cases', { params: { query } }));
  total = page.total;
  say(
    `cases ${first + 1} to ${first + page.items.length} of ${total}: ${page.items.map((one) => one.patient_name).join(', ')}`,
  );
}

// A program that only reads records needs no session: its key opens everything below /fhir that its scopes name.
const { id, key } = await got(
  portal.POST('/api/admin/api-keys', { body: { name: 'The typed example', scopes: ['fhir.read'] } }),
);
const answer = await fetch(`${FHIR}/Patient?_count=3`, { headers: { authorization: `Bearer ${key}` } });
const bundle = (await answer.json()) as { entry: { resource: { name: { text: string }[] } }[] };
say(`patients: ${bundle.entry.map(({ resource }) => resource.name[0]?.text).join(', ')}`);

await got(portal.POST('/api/admin/api-keys/{id}/revoke', { params: { path: { id } } }));

// `npm run drill:sso`: staff sign in to a portal of its own at Glewlwyd, a provider by other authors than the portal's client
// library; then the same provider is made to lie. Installs nothing; without Glewlwyd it says so.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStale } from './build.mjs';
import { Browser, missingProvider, startGlewlwyd } from './glewlwyd.mjs';
import { signIn, startOwnPortal } from './own-portal.mjs';

const EXIT_MISSING = 2;
const STAFF = 'provider@demo.test';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
/** With every character that providers and clients have been seen to encode differently. */
const CLIENT = { id: 'portal', secret: 'se-cr_et.~of+the/portal=%41*' };
const OTHER = { id: 'other', secret: 'of-another-application' };
/** The clock tolerance of the client library, and a little more. */
const TOLERANCE_MS = 32_000;

const missing = missingProvider();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exit(EXIT_MISSING);
}
buildStale(['server']);
const portal = await startOwnPortal({ env: { RATE_LIMITS: 'relaxed' } });
const provider = await startGlewlwyd(portal.base, [CLIENT, OTHER]).catch(async (error) => {
  await portal.stop();
  throw error;
});
const failures = [];
let checked = 0;

function check(what, seen, wanted) {
  const held = JSON.stringify(seen) === JSON.stringify(wanted);
  checked++;
  if (!held) failures.push(what);
  process.stdout.write(`${held ? 'held  ' : 'FAILED'} ${what}: ${JSON.stringify(seen)}\n`);
}

const admin = await signIn(portal.base, 'orgadmin@demo.test');
const asAdmin = (path, options = {}) =>
  fetch(`${portal.base}${path}`, {
    ...options,
    headers: { cookie: admin, ...(options.body && { 'content-type': 'application/json' }) },
  });
const { user, claims } = await (await asAdmin('/auth/me')).json();
const settings = `/api/admin/organisations/${claims.org_id}/sso`;

async function connect(more = {}) {
  const answer = await asAdmin(settings, {
    method: 'PUT',
    body: JSON.stringify({
      issuer: provider.issuer,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      email_domains: ['demo.test'],
      required: false,
      ...more,
    }),
  });
  return answer.status;
}

/** The portal's page of a refused sign-in says little; the reason is in the audit. */
async function reason() {
  const query = new URLSearchParams({ range: '[0,0]', filter: '{"action":"session.refuse"}' });
  const { events } = await (await asAdmin(`/api/admin/audit?${query}`)).json();
  return events[0]?.detail.why ?? null;
}

async function whoIs(browser) {
  const answer = await browser.go(`${portal.base}/auth/me`);
  return answer.ok ? (await answer.json()).user.email : answer.status;
}

const pathOf = (url) => url?.replace(portal.base, '') ?? null;

/** The first half: the URL of the provider, with what the portal asks for. */
async function begin(browser = new Browser(), headers = OWN_PAGE) {
  const answer = await browser.go(`${portal.base}/auth/sso/start?email=${STAFF}`, { headers });
  const url = answer.headers.get('location');
  return { browser, url, asked: new URL(url, portal.base).searchParams };
}

const finish = async (browser, url) => pathOf((await browser.go(url)).headers.get('location'));

/** A whole sign-in. @param lie changes the callback, or what the provider will answer, in between */
async function signInAs(username, { lie, browser, headers } = {}) {
  const begun = await begin(browser, headers);
  const { to, askedAgain } = await provider.pass(begun.browser, begun.url, username, CLIENT.id);
  const answer = new URL(to);
  await lie?.(answer, begun);
  const page = await finish(begun.browser, answer.href);
  return { ...begun, to, page, askedAgain };
}

/** What the portal does with a lie: no one is signed in, and the audit has the reason. */
async function refused(what, username, wanted, lie) {
  const { page, browser } = await signInAs(username, { lie });
  check(what, [page, await whoIs(browser), await reason()], ['/login?sso=refused', 401, wanted]);
}

/** A genuine answer of the provider's token call for one of its clients, with the nonce of a sign-in at the portal. */
async function tokensFor(client, begun, username) {
  const url = new URL(begun.url);
  url.searchParams.set('client_id', client.id);
  // The drill has no verifier: only the portal knows it.
  url.searchParams.delete('code_challenge');
  url.searchParams.delete('code_challenge_method');
  const { to } = await provider.pass(new Browser(), url.href, username, client.id);
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(to).searchParams.get('code'),
      redirect_uri: `${portal.base}/auth/sso/callback`,
      client_id: client.id,
      client_secret: client.secret,
    }),
  });
  if (!answer.ok) throw new Error(`the provider gave no token: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token) =>
  token
    .split('.')
    .slice(0, 2)
    .map((one) => JSON.parse(Buffer.from(one, 'base64url')));

async function works() {
  check('the connection is stored', await connect(), 200);
  const began = performance.now();
  const browser = new Browser();
  const first = await signInAs('elena', { browser });
  const took = Math.round(performance.now() - began);
  check('a sign-in, first redirect to session', [first.page, await whoIs(browser)], ['/login', STAFF]);
  process.stdout.write(`       in ${took} ms, provider included\n`);
  const { sso } = await (await asAdmin(settings)).json();
  check('it counts as the test that "required" asks for', sso.tried_at !== null, true);
  const out = await browser.go(`${portal.base}/auth/logout`, { method: 'POST', body: {} });
  const { provider_sign_out: there } = await out.json();
  const ended = new URL((await fetch(there, { redirect: 'manual' })).headers.get('location'));
  check(
    'sign-out here, then the provider’s own page ends the session there',
    [await whoIs(browser), ended.pathname, ended.searchParams.get('prompt')],
    [401, '/login.html', 'end_session'],
  );
  const elsewhere = await signInAs('elena', { headers: { 'sec-fetch-site': 'cross-site' } });
  check(
    'a link elsewhere makes the provider ask again',
    [first.askedAgain, elsewhere.askedAgain],
    [false, true],
  );
  await provider.change({ newKey: true });
  const pages = [(await signInAs('elena')).page, (await signInAs('elena')).page];
  check('the provider has a new key: refused once at most', pages.at(-1), '/login');
}

async function addresses() {
  await refused('an address that is not verified', 'unsure', 'unverified_email');
  await refused('an address of which the provider says nothing', 'silent', 'unverified_email');
  check('the clinic trusts its provider', await connect({ trust_addresses: true }), 200);
  const trusted = await signInAs('silent');
  check(
    '… an address of which it says nothing',
    [trusted.page, await whoIs(trusted.browser)],
    ['/login', user.email],
  );
  await refused('… an address that is not verified', 'unsure', 'unverified_email');
  await connect();
  await refused('an address of another domain', 'stranger', 'other_domain');
  await refused('an address without an account', 'nobody', 'no_account');
  await refused('a patient', 'patient', 'not_staff');
  await refused('another clinic’s staff', 'north', 'other_organisation');
  await refused('a system-wide administrator', 'system', 'other_organisation');
  await refused('the address of a linked account, another subject', 'thief', 'linked_elsewhere');
}

async function codes() {
  const first = await signInAs('elena');
  check('the same callback again', await finish(first.browser, first.to), '/login?sso=expired');
  const used = new URL(first.to).searchParams.get('code');
  await refused('a used code with a new state', 'elena', 'provider', (answer) =>
    answer.searchParams.set('code', used),
  );
  const stolen = await begin();
  const { to } = await provider.pass(stolen.browser, stolen.url, 'elena', CLIENT.id);
  check('a callback in another browser', await finish(new Browser(), to), '/login?sso=expired');
  await refused('a code of someone else’s sign-in, not used yet', 'elena', 'provider', (answer) =>
    answer.searchParams.set('code', new URL(to).searchParams.get('code')),
  );
  await refused('a code that was given to another client', 'elena', 'provider', async (answer, begun) => {
    const url = new URL(begun.url);
    url.searchParams.set('client_id', OTHER.id);
    const other = await provider.pass(new Browser(), url.href, 'elena', OTHER.id);
    answer.searchParams.set('code', new URL(other.to).searchParams.get('code'));
  });
  await refused('an "iss" of another provider in the callback', 'elena', 'provider', (answer) =>
    answer.searchParams.set('iss', 'https://elsewhere.example'),
  );
  await provider.change({ 'code-duration': 1 });
  await refused('a code after its lifetime', 'elena', 'provider', () => sleep(2500));
  await provider.change({ 'code-duration': 60 });
  check('and without lies, it works again', (await signInAs('elena')).page, '/login');
}

/** Genuine tokens, signed by the provider, in the place of the portal's own. */
async function tokens() {
  const answerWith = (make) => async (_, begun) => {
    provider.relay.answerToken = await make(begun);
  };
  const own = (begun) => tokensFor(CLIENT, begun, 'elena');
  const control = await signInAs('elena', { lie: answerWith(own) });
  check('control: its own token, passed on late', control.page, '/login');
  await refused(
    'a token for another client (audience)',
    'elena',
    'provider',
    answerWith((begun) => tokensFor(OTHER, begun, 'elena')),
  );
  const before = await own(await begin());
  await refused(
    'a token of an earlier sign-in (nonce)',
    'elena',
    'provider',
    answerWith(() => before),
  );
  await refused(
    'a token with another address in it (signature)',
    'elena',
    'provider',
    answerWith(async (begun) => {
      const tokens = await own(begun);
      const [header, body] = parts(tokens.id_token);
      const signature = tokens.id_token.split('.')[2];
      const changed = `${part(header)}.${part({ ...body, email: user.email, sub: 'me' })}.${signature}`;
      return { ...tokens, id_token: changed };
    }),
  );
  await refused(
    'a token without a signature (alg none)',
    'elena',
    'provider',
    answerWith(async (begun) => {
      const tokens = await own(begun);
      const [, body] = parts(tokens.id_token);
      return { ...tokens, id_token: `${part({ alg: 'none' })}.${part(body)}.` };
    }),
  );
  await provider.change({ 'access-token-duration': 1 });
  await refused(
    'a token after its lifetime',
    'elena',
    'provider',
    answerWith(async (begun) => {
      const tokens = await own(begun);
      await sleep(TOLERANCE_MS);
      return tokens;
    }),
  );
  await provider.change({ 'access-token-duration': 300 });
}

async function settingsAndOutage() {
  check('a wrong secret is stored', await connect({ client_secret: 'wrong' }), 200);
  await refused('a sign-in with it', 'elena', 'provider');
  check(
    'single sign-on cannot be required with it',
    await connect({ client_secret: 'wrong', required: true }),
    422,
  );
  check('the right one is stored', await connect(), 200);
  check('a sign-in with it', (await signInAs('elena')).page, '/login');
  check('single sign-on is required', await connect({ required: true }), 200);
  const password = () =>
    signIn(portal.base, STAFF).then(
      () => 'in',
      (error) => error.message.slice(-3),
    );
  check('the password of staff', await password(), '401');
  check('a sign-in at the provider', (await signInAs('elena')).page, '/login');
  check('it is no longer required', await connect(), 200);
  const begun = await begin();
  const { to } = await provider.pass(begun.browser, begun.url, 'elena', CLIENT.id);
  await provider.stop();
  check('the provider is gone: the callback', await finish(begun.browser, to), '/login?sso=unavailable');
  check('… and the password', await password(), 'in');
}

try {
  await provider.addUser('elena', STAFF, true);
  await provider.addUser('unsure', 'mfa@demo.test', false);
  await provider.addUser('silent', user.email);
  await provider.addUser('stranger', 'someone@elsewhere.example', true);
  await provider.addUser('nobody', 'nobody@demo.test', true);
  await provider.addUser('patient', 'patient@demo.test', true);
  await provider.addUser('north', 'north@demo.test', true);
  await provider.addUser('system', 'admin@demo.test', true);
  await provider.addUser('thief', STAFF, true);
  await works();
  await addresses();
  await codes();
  await tokens();
  await settingsAndOutage();
} finally {
  await provider.stop();
  await portal.stop();
}
process.stdout.write(`${checked} checks, ${failures.length} failed\n`);
for (const what of failures) process.stdout.write(`  ${what}\n`);
process.exitCode = failures.length ? 1 : 0;

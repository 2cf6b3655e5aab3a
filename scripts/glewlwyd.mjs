// For the single sign-on drill: Glewlwyd, an OpenID Connect provider in C, on this machine with a database of its own. In front of it
// stands a relay, which every call passes and which can answer the token call itself, as a provider that lies would.
import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { freePort } from './own-portal.mjs';

const SCHEMA = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz';
const MODULES = '/usr/lib/glewlwyd';
const READY_MS = 10_000;
const FIRST_ADMIN = { username: 'admin', password: 'password' };

/** @returns what is missing, as a sentence, or null */
export function missingProvider() {
  const missing = ['glewlwyd', 'sqlite3'].filter((name) => spawnSync(name, ['--version']).error);
  return missing.length ? `not installed: ${missing.join(', ')} (apt-get install glewlwyd sqlite3)` : null;
}

/** One browser's cookies. */
export class Browser {
  #jar = new Map();

  async go(url, { method = 'GET', body, headers = {} } = {}) {
    const { origin } = new URL(url);
    const jar = this.#jar.get(origin) ?? new Map();
    this.#jar.set(origin, jar);
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  }
}

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: publicKey.export({ type: 'spki', format: 'pem' }),
  };
}

/** Passes everything on. `answerToken`, if set, gives the answer of the next token call instead. */
async function startRelay(to) {
  const relay = { answerToken: null, tokenCalls: 0 };
  const server = createServer((request, response) => {
    if (request.url.endsWith('/token')) {
      relay.tokenCalls++;
      const own = relay.answerToken;
      relay.answerToken = null;
      if (own) {
        request.resume();
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(own));
        return;
      }
    }
    const { method, headers, url } = request;
    const passed = send({ host: '127.0.0.1', port: to, method, headers, path: url }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  relay.url = `http://127.0.0.1:${server.address().port}`;
  relay.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return relay;
}

async function locationOf(browser, url) {
  const answer = await browser.go(url);
  const to = answer.headers.get('location');
  if (!to) throw new Error(`the provider sent the browser nowhere: ${answer.status} ${await answer.text()}`);
  return to;
}

const configuration = (port, origin, folder) => `
port=${port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="ERROR"
cookie_secure=0
cookie_same_site="empty"
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${MODULES}/user"
client_module_path="${MODULES}/client"
user_auth_scheme_module_path="${MODULES}/scheme"
plugin_module_path="${MODULES}/plugin"
hash_algorithm="SHA512"
database={ type="sqlite3"; path="${folder}/db"; };
`;

/** @param clients `{id, secret}` of confidential clients, all with the portal's own redirect URI */
export async function startGlewlwyd(portal, clients) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'trt-provider-'));
  const relay = await startRelay(port);
  const made = spawnSync('sqlite3', [join(folder, 'db')], { input: gunzipSync(readFileSync(SCHEMA)) });
  if (made.status !== 0) throw new Error(`the provider's database: ${made.stderr.toString()}`);
  const file = join(folder, 'glewlwyd.conf');
  writeFileSync(file, configuration(port, relay.url, folder));
  const child = spawn('glewlwyd', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part) => (said += part));
  const api = `${relay.url}/api`;
  const issuer = `${api}/oidc`;
  const admin = new Browser();

  async function set(method, path, body) {
    const answer = await admin.go(`${api}${path}`, { method, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()} ${said}`);
    return answer;
  }

  for (let waited = 0; ; waited += 100) {
    const answer = await fetch(`${relay.url}/config`).catch(() => null);
    if (answer?.ok) break;
    if (waited > READY_MS) throw new Error(`the provider did not start: ${said}`);
    await sleep(100);
  }
  await set('POST', '/auth', FIRST_ADMIN);
  const users = await (await set('GET', '/mod/user/database')).json();
  users.parameters['data-format']['email-verified'] = { multiple: false, read: true, write: true };
  await set('PUT', '/mod/user/database', users);
  await set('PUT', '/mod/user/database/reset');

  // Only then does it say when and how the user signed in (auth_time, amr).
  await set('PUT', '/scope/openid', {
    name: 'openid',
    display_name: 'openid',
    password_required: true,
    password_max_age: 0,
    scheme: {},
  });

  let plugin = {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    ...newKey(),
    'access-token-duration': 300,
    'refresh-token-duration': 300,
    'code-duration': 60,
    'refresh-token-rolling': false,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'auth-type-refresh-enabled': true,
    'jwks-show': true,
    'subject-type': 'public',
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'pkce-required': false,
    'email-claim': 'mandatory',
    'name-claim': 'no',
    'scope-claim': 'no',
    'session-management-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 3600,
    claims: [
      {
        name: 'email_verified',
        'user-property': 'email-verified',
        type: 'boolean',
        'boolean-value-true': '1',
        'boolean-value-false': '0',
        mandatory: true,
        'on-demand': false,
        scope: [],
      },
    ],
  };
  const asPlugin = () => ({ module: 'oidc', name: 'oidc', display_name: 'oidc', parameters: plugin });
  await set('POST', '/mod/plugin/', asPlugin());
  for (const { id, secret } of clients)
    await set('POST', '/client/', {
      client_id: id,
      name: id,
      enabled: true,
      confidential: true,
      client_secret: secret,
      redirect_uri: [`${portal}/auth/sso/callback`],
      post_logout_redirect_uri: `${portal}/login`,
      authorization_type: ['code'],
      token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
      scope: [],
    });

  return {
    issuer,
    relay,
    /** @param verified `true`, `false`, or undefined: the provider says nothing about it */
    addUser: (username, email, verified) =>
      set('POST', '/user/', {
        username,
        name: username,
        password: `${username}-password`,
        email,
        enabled: true,
        scope: ['openid', 'g_profile'],
        ...(verified !== undefined && { 'email-verified': verified ? '1' : '0' }),
      }),
    /** Other lifetimes, or with `newKey: true` another key to sign with. */
    async change({ newKey: another = false, ...more }) {
      plugin = { ...plugin, ...more, ...(another && newKey()) };
      await set('PUT', '/mod/plugin/oidc', asPlugin());
      await set('PUT', '/mod/plugin/oidc/reset');
    },
    /**
     * What a user does in front of the provider's pages: signs in if asked to, agrees, and is sent back.
     * @returns the URL the provider sends the browser to, and whether its page was told to ask for the password again
     */
    async pass(browser, start, username, client) {
      const login = await locationOf(browser, start);
      await browser.go(`${api}/auth`, {
        method: 'POST',
        body: { username, password: `${username}-password` },
      });
      await browser.go(`${api}/auth/grant/${client}`, { method: 'PUT', body: { scope: 'openid' } });
      const askedAgain = new URL(login).searchParams.get('prompt') === 'login';
      // As its page does once the user has signed in.
      const on = new URL(new URL(login).searchParams.get('callback_url'));
      on.searchParams.delete('prompt');
      on.searchParams.set('g_continue', '');
      const to = await locationOf(browser, on.href);
      if (!to.startsWith(portal)) throw new Error(`the provider sent the browser to ${to}`);
      return { to, askedAgain };
    },
    async stop() {
      relay.close();
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

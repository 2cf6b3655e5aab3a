import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  ageProof,
  clearLimits,
  codeOf,
  enrolled,
  mailsTo,
  pending,
  type Pending,
  verified,
} from '../support/accounts.js';
import { SoftwareAuthenticator } from '../support/authenticator.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const ORIGIN = 'http://localhost:4999';
const RP = { origin: ORIGIN, rpId: 'localhost' };

jest.setTimeout(30_000);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo', { PUBLIC_ORIGIN: ORIGIN });
});
beforeEach(() => clearLimits(portal));
afterAll(() => portal.close());

const optionsFor = async (person: Person) =>
  (await person.post('/auth/passkeys/options', { password: GOOD_PASSWORD })).body as { challenge: string };

async function withPasskey(person: Person): Promise<SoftwareAuthenticator> {
  const key = new SoftwareAuthenticator();
  const { challenge } = await optionsFor(person);
  const response = await person.post('/auth/passkeys', {
    name: 'My laptop',
    response: key.create({ ...RP, challenge }),
  });
  if (response.status !== 201) throw new Error(`passkey: ${response.status} ${response.text}`);
  return key;
}

async function challengeOf({ browser, body }: Pending): Promise<string> {
  const { session_id, session_token } = body;
  const response = await browser.post('/auth/mfa/passkey/options', { session_id, session_token });
  if (response.status !== 200) throw new Error(`options: ${response.status} ${response.text}`);
  return (response.body as { challenge: string }).challenge;
}
const answer = ({ browser, body }: Pending, response: Record<string, unknown>) =>
  browser.post('/auth/mfa/passkey/verify', {
    session_id: body.session_id,
    session_token: body.session_token,
    response,
  });
const told = async ({ email }: Person, about: string) =>
  (await mailsTo(portal, email)).filter(({ subject }) => subject === about).length;
const errorOf = (response: { status: number; body: { error?: string } }) => [
  response.status,
  response.body.error,
];

describe('adding a passkey', () => {
  it('asks for the password, is offered for this portal only, and requires user verification', async () => {
    const person = await verified(portal, await portal.signUp());
    const wrong = await person.post('/auth/passkeys/options', { password: 'not the password at all' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'The password is not right.' }]);
    const { status, body } = await person.post('/auth/passkeys/options', { password: GOOD_PASSWORD });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'TRT Program' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    });
  });

  it('creates a record, is listed, notifies the owner, and the next sign-in asks for it', async () => {
    const person = await verified(portal, await portal.signUp());
    const other = await portal.signIn(person.email, GOOD_PASSWORD);
    const key = new SoftwareAuthenticator();
    const { challenge } = await optionsFor(person);
    const made = await person.post('/auth/passkeys', {
      name: ' Work key ',
      response: key.create({ ...RP, challenge }),
    });
    expect([made.status, Object.keys(made.body as object).sort()]).toEqual([
      201,
      ['created_at', 'id', 'name'],
    ]);
    const list = await person.get('/auth/passkeys');
    expect(list.body.passkeys).toEqual([{ ...made.body, name: 'Work key', last_used_at: null }]);
    expect((await other.get('/auth/me')).body.error).toBe('session_revoked');
    expect((await person.get('/auth/me')).body.claims.mfa_enabled).toBe(true);
    expect((await mailsTo(portal, person.email))[0]!.subject).toBe('A passkey was added');
    expect((await pending(portal, person.email)).body.methods).toEqual(['passkey']);
    const again = (await person.post('/auth/passkeys/options', { password: GOOD_PASSWORD })).body as {
      excludeCredentials: { id: string }[];
    };
    expect(again.excludeCredentials.map((c) => c.id)).toEqual([key.id.toString('base64url')]);
  });

  it.each<[string, object, object]>([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another port', { origin: 'http://localhost:4998' }, {}],
    ['another portal', { rpId: 'evil.example' }, {}],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, {}],
    ['an unverified user', {}, { verified: false }],
  ])('rejects a response for %s', async (_, change, behaviour) => {
    const person = await verified(portal, await portal.signUp());
    const { challenge } = await optionsFor(person);
    const response = new SoftwareAuthenticator().create({ ...RP, challenge, ...change }, behaviour);
    const refused = await person.post('/auth/passkeys', { name: 'x', response });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['response']]);
    expect((await person.get('/auth/passkeys')).body.passkeys).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    [
      'odd parts',
      { id: 5, rawId: [], response: { clientDataJSON: 'AA', attestationObject: '' }, type: 'public-key' },
    ],
    ['prototype keys', JSON.parse('{"__proto__":{"id":"x"},"constructor":1}')],
    ['a text', 'x'],
  ])('rejects %s as a response without failing', async (_, response) => {
    const person = await verified(portal, await portal.signUp());
    await optionsFor(person);
    expect((await person.post('/auth/passkeys', { name: 'x', response })).status).toBe(422);
  });

  it('accepts its challenge once, for five minutes, in this session, within ten minutes of the password', async () => {
    const person = await verified(portal, await portal.signUp());
    const key = new SoftwareAuthenticator();
    const post = (who: Person, challenge: string) =>
      who.post('/auth/passkeys', { name: 'x', response: key.create({ ...RP, challenge }) });
    const { challenge } = await optionsFor(person);
    const elsewhere = await portal.signIn(person.email, GOOD_PASSWORD);
    expect((await post(elsewhere, challenge)).status).toBe(422);
    await portal.database.asSuperuser(
      `UPDATE passkey_registrations SET expires_at = now() - interval '1 second'`,
    );
    expect((await post(person, challenge)).status).toBe(422);
    const second = (await optionsFor(person)).challenge;
    await ageProof(portal, person, 11);
    expect(errorOf(await post(person, second))).toEqual([403, 'reauth_required']);
    await ageProof(portal, person, 1);
    expect((await post(person, second)).status).toBe(201);
    expect((await post(person, second)).status).toBe(422);
  });
});

describe('proving your identity again with a passkey', () => {
  const begin = async (person: Person) =>
    (await person.post('/auth/reauth/passkey/options', {})).body as { challenge: string };
  const prove = (person: Person, response: Record<string, unknown>) =>
    person.post('/auth/reauth/passkey', { response });
  const allowed = async (person: Person) =>
    (await person.post('/auth/passkeys', {})).body.error !== 'reauth_required';

  it('allows what needs fresh proof, with a new token, where the password does not', async () => {
    const person = await verified(portal, await portal.signUp());
    const key = await withPasskey(person);
    await ageProof(portal, person, 11);
    expect((await person.get('/auth/mfa')).body).toMatchObject({ totp_enabled: false, has_passkey: true });
    expect(await allowed(person)).toBe(false);
    expect((await person.post('/auth/reauth', { password: GOOD_PASSWORD })).status).toBe(422);
    const old = person.twin();
    const { challenge } = await begin(person);
    expect((await prove(person, key.get({ ...RP, challenge }))).status).toBe(204);
    expect(await allowed(person)).toBe(true);
    expect((await old.get('/auth/me')).status).toBe(401);
  });

  it('takes each challenge once, for five minutes, in its session, by a passkey of the account', async () => {
    const person = await verified(portal, await portal.signUp());
    const key = await withPasskey(person);
    const signIn = await pending(portal, person.email);
    await answer(signIn, key.get({ ...RP, challenge: await challengeOf(signIn) }));
    const twin = signIn.browser;
    const refused = async (by: Person, response: Record<string, unknown>) => {
      const answer = await prove(by, response);
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['response']]);
    };
    const first = key.get({ ...RP, challenge: (await begin(person)).challenge });
    expect((await prove(person, first)).status).toBe(204);
    await refused(person, first);
    await refused(twin, key.get({ ...RP, challenge: (await begin(person)).challenge }));
    await refused(
      person,
      new SoftwareAuthenticator().get({ ...RP, challenge: (await begin(person)).challenge }),
    );
    const late = key.get({ ...RP, challenge: (await begin(person)).challenge });
    await portal.database.asSuperuser(
      `UPDATE sessions SET passkey_challenge_until = now() - interval '1 second' WHERE user_id = $1`,
      [person.me!.user.id],
    );
    await refused(person, late);
  });

  it('takes ten wrong ones in 15 minutes, and then still the right one; the owner is told once', async () => {
    const { person, secret } = await enrolled(portal);
    const key = await withPasskey(person);
    const wrong = async () =>
      prove(person, key.get({ ...RP, origin: 'https://evil.example', ...(await begin(person)) }));
    for (let i = 0; i < 10; i++) expect((await wrong()).status).toBe(422);
    for (let i = 0; i < 2; i++) expect((await wrong()).status).toBe(429);
    expect((await person.post('/auth/reauth', { code: codeOf(secret) })).status).toBe(429);
    expect(await told(person, 'Wrong codes were entered in your account')).toBe(1);
    const owner = await pending(portal, person.email);
    expect((await answer(owner, key.get({ ...RP, challenge: await challengeOf(owner) }))).status).toBe(200);
    expect((await prove(person, key.get({ ...RP, ...(await begin(person)) }))).status).toBe(204);
  });
});

describe('signing in with a passkey', () => {
  it('opens a session, alongside the authenticator app', async () => {
    const { person, secret } = await enrolled(portal);
    const key = await withPasskey(person);
    const signIn = await pending(portal, person.email);
    expect(signIn.body.methods).toEqual(['totp', 'passkey']);
    const response = await answer(signIn, key.get({ ...RP, challenge: await challengeOf(signIn) }));
    expect([response.status, response.body.user.email]).toEqual([200, person.email]);
    expect((await signIn.browser.get('/auth/me')).status).toBe(200);
    expect((await (await pending(portal, person.email)).verify(codeOf(secret))).status).toBe(200);
    expect((await person.get('/auth/passkeys')).body.passkeys[0].last_used_at).toMatch(/Z$/);
  });

  it('rejects a replayed response, in the same sign-in and in the next', async () => {
    const person = await verified(portal, await portal.signUp());
    const key = await withPasskey(person);
    const first = await pending(portal, person.email);
    const response = key.get({ ...RP, challenge: await challengeOf(first) });
    expect((await answer(first, response)).status).toBe(200);
    expect(errorOf(await answer(first, response))).toEqual([401, 'mfa_expired']);
    const second = await pending(portal, person.email);
    await challengeOf(second);
    expect(errorOf(await answer(second, response))).toEqual([401, 'mfa_invalid']);
  });

  it.each<[string, object, object]>([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another portal', { rpId: 'evil.example' }, {}],
    ['an unverified user', {}, { verified: false }],
    ['a counter that did not increase', {}, { counter: 1 }],
  ])('rejects a response for %s', async (_, change, behaviour) => {
    const person = await verified(portal, await portal.signUp());
    const key = await withPasskey(person);
    const signIn = await pending(portal, person.email);
    const challenge = await challengeOf(signIn);
    expect(errorOf(await answer(signIn, key.get({ ...RP, challenge, ...change }, behaviour)))).toEqual([
      401,
      'mfa_invalid',
    ]);
    expect((await signIn.browser.get('/auth/me')).status).toBe(401);
  });

  it("rejects someone else's passkey, an unknown one, and an unsolicited response", async () => {
    const [person, stranger] = [
      await verified(portal, await portal.signUp()),
      await verified(portal, await portal.signUp()),
    ];
    const [own, foreign] = [await withPasskey(person), await withPasskey(stranger)];
    const signIn = await pending(portal, person.email);
    for (const key of [foreign, new SoftwareAuthenticator()]) {
      const response = key.get({ ...RP, challenge: await challengeOf(signIn) });
      expect(errorOf(await answer(signIn, response))).toEqual([401, 'mfa_invalid']);
    }
    const unasked = await pending(portal, person.email);
    expect(errorOf(await answer(unasked, own.get({ ...RP, challenge: 'AAAA' })))).toEqual([
      401,
      'mfa_invalid',
    ]);
    const made = { session_id: randomUUID(), session_token: 'z'.repeat(43) };
    expect(errorOf(await portal.anonymous().post('/auth/mfa/passkey/options', made))).toEqual([
      401,
      'mfa_expired',
    ]);
  });

  it('counts wrong responses like wrong codes: five end the sign-in', async () => {
    const person = await verified(portal, await portal.signUp());
    const key = await withPasskey(person);
    const signIn = await pending(portal, person.email);
    for (let i = 0; i < 5; i++) {
      const response = key.get({
        ...RP,
        origin: 'https://evil.example',
        challenge: await challengeOf(signIn),
      });
      expect(errorOf(await answer(signIn, response))).toEqual([401, 'mfa_invalid']);
    }
    expect(errorOf(await answer(signIn, key.get({ ...RP, challenge: 'AAAA' })))).toEqual([
      401,
      'mfa_expired',
    ]);
  });
});

describe('guessing passkeys at sign-in', () => {
  it('ends after ten over all sign-ins; the right one still works, and the owner is told once', async () => {
    const { person, secret } = await enrolled(portal);
    const key = await withPasskey(person);
    const guess = async (signIn: Pending) => {
      const challenge = await challengeOf(signIn);
      return answer(signIn, new SoftwareAuthenticator().get({ ...RP, challenge }));
    };
    for (let i = 0; i < 2; i++) {
      const signIn = await pending(portal, person.email);
      for (let k = 0; k < 5; k++) expect(errorOf(await guess(signIn))).toEqual([401, 'mfa_invalid']);
    }
    const more = await pending(portal, person.email);
    expect(errorOf(await guess(more))).toEqual([429, 'too_many_requests']);
    expect(errorOf(await more.verify(codeOf(secret)))).toEqual([429, 'too_many_requests']);
    expect(await told(person, 'Someone knows your password')).toBe(1);
    const owner = await pending(portal, person.email);
    expect((await answer(owner, key.get({ ...RP, challenge: await challengeOf(owner) }))).status).toBe(200);
    expect((await guess(await pending(portal, person.email))).status).toBe(429);
    expect(await told(person, 'Someone knows your password')).toBe(1);
    expect((await person.post('/auth/reauth', { code: codeOf(secret) })).status).toBe(204);
  });
});

describe('removing a passkey', () => {
  it('needs the password; a foreign one is 404; afterwards only the password is needed', async () => {
    const [person, stranger] = [
      await verified(portal, await portal.signUp()),
      await verified(portal, await portal.signUp()),
    ];
    await withPasskey(person);
    const { id } = (await person.get('/auth/passkeys')).body.passkeys[0] as { id: string };
    const remove = (who: Person, password = GOOD_PASSWORD) =>
      who.request('DELETE', `/auth/passkeys/${id}`, { password });
    expect((await remove(person, 'not the password at all')).status).toBe(422);
    expect(errorOf(await remove(stranger))).toEqual([404, 'not_found']);
    expect((await remove(person)).status).toBe(204);
    expect((await mailsTo(portal, person.email))[0]!.subject).toBe('A passkey was removed');
    expect(
      (await portal.anonymous().post('/auth/login', { email: person.email, password: GOOD_PASSWORD })).body
        .user,
    ).toBeTruthy();
  });
});

describe('removing a passkey long after the second step', () => {
  const ageFactor = (person: Person) =>
    portal.database.asSuperuser(
      `UPDATE sessions SET mfa_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [person.me!.user.id],
    );
  const idOf = async (person: Person): Promise<string> =>
    (await person.get('/auth/passkeys')).body.passkeys[0].id as string;

  it('needs a code with the password, which alone could have been guessed', async () => {
    const { person, secret } = await enrolled(portal);
    await withPasskey(person);
    await ageFactor(person);
    const path = `/auth/passkeys/${await idOf(person)}`;
    const refused = await person.request('DELETE', path, { password: GOOD_PASSWORD });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['code']]);
    const body = { password: GOOD_PASSWORD, code: codeOf(secret) };
    expect((await person.request('DELETE', path, body)).status).toBe(204);
  });

  it('needs a new sign-in if there is no app', async () => {
    const person = await verified(portal, await portal.signUp());
    const key = await withPasskey(person);
    await ageFactor(person);
    const path = `/auth/passkeys/${await idOf(person)}`;
    const password = { password: GOOD_PASSWORD };
    expect(errorOf(await person.request('DELETE', path, password))).toEqual([409, 'invalid_state']);
    const signIn = await pending(portal, person.email);
    await answer(signIn, key.get({ ...RP, challenge: await challengeOf(signIn) }));
    expect((await signIn.browser.request('DELETE', path, password)).status).toBe(204);
  });
});

describe('a portal reached by IP address', () => {
  it('has no passkeys: their calls are 404', async () => {
    const numbered = await startPortal('demo');
    const person = await verified(numbered, await numbered.signUp());
    const pendingBody = { session_id: randomUUID(), session_token: 'x' };
    const answers = [
      await person.get('/auth/passkeys'),
      await person.post('/auth/passkeys/options', { password: GOOD_PASSWORD }),
      await person.post('/auth/passkeys', { name: 'x', response: {} }),
      await person.request('DELETE', `/auth/passkeys/${randomUUID()}`, { password: GOOD_PASSWORD }),
      await person.post('/auth/mfa/passkey/options', pendingBody),
      await person.post('/auth/mfa/passkey/verify', { ...pendingBody, response: {} }),
    ];
    for (const response of answers) expect(errorOf(response)).toEqual([404, 'not_found']);
    await numbered.close();
  });
});

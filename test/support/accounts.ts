import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import type { MfaRequiredResponse, MfaSetupResponse, RecoveryCodesResponse } from '../../common/api/index.js';
import { GOOD_PASSWORD, type Person } from './person.js';
import type { TestPortal } from './portal.js';

export const OTHER_PASSWORD = 'tepid wombat ledger canyon 28';

export interface TestMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

/** The emails to an address, newest first. */
export async function mailsTo(portal: TestPortal, email: string): Promise<TestMail[]> {
  return (await portal.anonymous().get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`))
    .body as TestMail[];
}

/** The tokens of the emailed links to a page, newest first; waits for the expected number. */
export async function tokensTo(
  portal: TestPortal,
  email: string,
  page: string,
  count = 1,
): Promise<string[]> {
  for (let waited = 0; ; waited += 50) {
    const links = (await mailsTo(portal, email))
      .flatMap((m) => m.links.slice(0, 1))
      .filter((l) => l.includes(`${page}?token=`));
    if (links.length >= count) return links.map((l) => new URL(l).searchParams.get('token')!);
    if (waited > 10_000)
      throw new Error(`${links.length} of ${count} emails with a ${page} link for ${email}`);
    await sleep(50);
  }
}

export async function resetToken(portal: TestPortal, email: string, count = 1): Promise<string> {
  await portal.anonymous().post('/auth/request-password-reset', { email });
  return (await tokensTo(portal, email, '/reset-password', count))[0]!;
}

export const reset = (portal: TestPortal, token: string, password = OTHER_PASSWORD) =>
  portal.anonymous().post('/auth/reset-password', { token, password });

export const signInWith = (portal: TestPortal, email: string, password: string) =>
  portal.anonymous().post('/auth/login', { email, password });

/** The code of an authenticator app, some 30 s steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

export function wrongCodeOf(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((s) => codeOf(secret, s));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((c) => !near.includes(c))!;
}

/** As if the last code had been used long ago, so that the next one does not have to wait half a minute. */
export const forgetCounter = (portal: TestPortal, person: Person) =>
  portal.database.asSuperuser('UPDATE totp_credentials SET last_counter = 0 WHERE user_id = $1', [
    person.me!.user.id,
  ]);

export const clearLimits = (portal: TestPortal) => portal.database.asSuperuser('DELETE FROM rate_limits');

export interface Enrolled {
  person: Person;
  secret: string;
  codes: string[];
}

/** As if the link in the email had been opened. */
export async function verified(portal: TestPortal, person: Person): Promise<Person> {
  await portal.database.asSuperuser(
    'UPDATE users SET email_verified_at = COALESCE(email_verified_at, now()) WHERE id = $1',
    [person.me!.user.id],
  );
  return person;
}

/** A patient with an authenticator app and ten recovery codes, with the counter reset. */
export async function enrolled(
  portal: TestPortal,
  known?: Person,
  password = GOOD_PASSWORD,
): Promise<Enrolled> {
  const person = await verified(portal, known ?? (await portal.signUp()));
  const setup = await person.post('/auth/mfa/setup', { password });
  const { secret } = setup.body as MfaSetupResponse;
  const enabled = await person.post('/auth/mfa/enable', { code: codeOf(secret) });
  if (enabled.status !== 200) throw new Error(`mfa/enable: ${enabled.status} ${enabled.text}`);
  await forgetCounter(portal, person);
  return { person, secret, codes: (enabled.body as RecoveryCodesResponse).recovery_codes };
}

export interface Pending {
  browser: Person;
  body: MfaRequiredResponse;
  verify(code: unknown): ReturnType<Person['post']>;
}

/** The password step of an account with a second factor. */
export async function pending(portal: TestPortal, email: string, password = GOOD_PASSWORD): Promise<Pending> {
  const browser = portal.anonymous();
  const response = await browser.post('/auth/login', { email, password });
  const body = response.body as MfaRequiredResponse;
  if (!body.mfa_required) throw new Error(`no second step for ${email}: ${response.status} ${response.text}`);
  const { session_id, session_token } = body;
  return {
    browser,
    body,
    verify: (code) => browser.post('/auth/mfa/verify', { session_id, session_token, code }),
  };
}

/** Moves the proof of identity of a user's sessions into the past. */
export const ageProof = (portal: TestPortal, person: Person, minutes: number) =>
  portal.database.asSuperuser(
    `UPDATE sessions SET auth_at = now() - make_interval(mins => $1), mfa_at = CASE WHEN mfa_at IS NOT NULL THEN now() - make_interval(mins => $1) END
      WHERE user_id = $2`,
    [minutes, person.me!.user.id],
  );

export async function auditActions(portal: TestPortal, userId: string): Promise<string[]> {
  const rows = await portal.database.asSuperuser<{ action: string }>(
    `SELECT action FROM audit_events WHERE actor_id = $1::uuid OR target_id = $1::text ORDER BY seq`,
    [userId],
  );
  return rows.map((r) => r.action);
}

export const setPolicy = (
  portal: TestPortal,
  policy: string,
  on: boolean,
  organisation = 'Founders Clinic',
) =>
  portal.database.asSuperuser(
    `UPDATE organisations SET policies = policies || jsonb_build_object($1::text, $2::boolean) WHERE name = $3`,
    [policy, on, organisation],
  );

/** Returns once this many calls wait for a lock, with this in their statement. */
export async function blocked(portal: TestPortal, calls: number, statement = ''): Promise<void> {
  for (let waiting = 0; waiting < calls;) {
    const [row] = await portal.database.asSuperuser<{ n: number }>(
      `SELECT count(DISTINCT l.pid)::int AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE NOT l.granted AND position($1 IN a.query) > 0`,
      [statement],
    );
    waiting = row!.n;
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export interface Window {
  most: number;
  seconds: number;
  per: 'address' | 'network' | 'account';
}

/** Every counted limit (security checks, M-01, C-02): at most so many in a fixed window. */
export const LIMITS = {
  'auth.address': { most: 60, seconds: MINUTE, per: 'address' },
  /** Keys that open nothing, from one address. */
  'api-key-refused.address': { most: 60, seconds: MINUTE, per: 'address' },
  'sign-in.address': { most: 10, seconds: MINUTE, per: 'address' },
  'sign-in-failure.network': { most: 20, seconds: 15 * MINUTE, per: 'network' },
  /** An IPv6 /48 has 65,536 networks. */
  'sign-in-failure.site': { most: 100, seconds: 15 * MINUTE, per: 'network' },
  'sso.address': { most: 30, seconds: MINUTE, per: 'address' },
  'sign-up.address': { most: 5, seconds: HOUR, per: 'address' },
  'reset.address': { most: 10, seconds: HOUR, per: 'address' },
  /** Of one account, asked for from one network. */
  'reset.account.network': { most: 3, seconds: HOUR, per: 'account' },
  'reset.account': { most: 10, seconds: HOUR, per: 'account' },
  'resend.address': { most: 10, seconds: HOUR, per: 'address' },
  'resend.account.minute': { most: 1, seconds: MINUTE, per: 'account' },
  'resend.account.hour': { most: 3, seconds: HOUR, per: 'account' },
  'change-email.account': { most: 5, seconds: HOUR, per: 'account' },
  /** Of strangers together, and of each device that the owner signed in on. */
  'second-factor.account': { most: 10, seconds: 15 * MINUTE, per: 'account' },
  /** Codes and passkeys in sessions, apart: a stolen session must not keep its owner from signing in. */
  'second-factor.session': { most: 10, seconds: 15 * MINUTE, per: 'account' },
  'second-factor-told.account': { most: 1, seconds: 15 * MINUTE, per: 'account' },
  /** Of wrong ones at sign-in; when it is full, the owner hears of it: a few in every quarter of an hour are many in a year. */
  'second-factor.account.day': { most: 15, seconds: 24 * HOUR, per: 'account' },
  'second-factor-told.account.day': { most: 1, seconds: 24 * HOUR, per: 'account' },
  'password-told.account': { most: 1, seconds: 15 * MINUTE, per: 'account' },
  'message.account.minute': { most: 20, seconds: MINUTE, per: 'account' },
  'message.account.day': { most: 200, seconds: 24 * HOUR, per: 'account' },
  'check-in.account.day': { most: 20, seconds: 24 * HOUR, per: 'account' },
  'safety-check.account.day': { most: 20, seconds: 24 * HOUR, per: 'account' },
  'safety-check-emergency.account.minute': { most: 20, seconds: MINUTE, per: 'account' },
  'assistant.account.minute': { most: 20, seconds: MINUTE, per: 'account' },
  'assistant-emergency.account.minute': { most: 60, seconds: MINUTE, per: 'account' },
  'assistant.account.day': { most: 200, seconds: 24 * HOUR, per: 'account' },
} as const satisfies Record<string, Window>;
export type LimitName = keyof typeof LIMITS;

/**
 * What RATE_LIMITS=relaxed multiplies the limits by. Failures of a whole network stay near what they are: a demo on
 * the open internet is guessed at like anything else.
 */
export const RELAXED: Readonly<Record<Window['per'], number>> = { address: 100, network: 3, account: 1 };

/** Wrong passwords in a row: five are free, then a wait that doubles from 30 s to an hour. */
export const FREE_FAILURES = 5;
export const FIRST_WAIT_S = 30;
export const LONGEST_WAIT_S = HOUR;
/** A row of failures is forgotten when nothing was added for so long. */
export const FAILURES_KEPT_S = 30 * 24 * HOUR;

/** @returns seconds to wait after this many failures in a row */
export function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_WAIT_S * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_S);
}

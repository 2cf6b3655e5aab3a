import { isStateCode, placeName } from '#common/vocabulary/states.js';
import { TEXT } from './text/en.js';

const MOST_DAYS = 365;
const isDays = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_DAYS;

/** The valid values for each part of a state's policy, and the message for anything else. */
const PARTS: Readonly<Record<string, readonly [valid: (value: unknown) => boolean, wrong: string]>> = {
  required: [(v) => typeof v === 'boolean', 'choose whether a query is required.'],
  max_age_days: [isDays, `enter whole days from 1 to ${MOST_DAYS}.`],
  when: [(v) => v === 'each' || v === 'first_and_every_90_d', 'choose each or first_and_every_90_d.'],
  max_days_supply: [(v) => v === null || isDays(v), `enter whole days from 1 to ${MOST_DAYS}, or nothing.`],
  in_person_rule: [
    (v) => v === null || (typeof v === 'string' && v.length <= 300),
    'use at most 300 characters.',
  ],
  nurse_practitioner_may: [(v) => typeof v === 'boolean', 'choose yes or no.'],
};

/** What is wrong with policies by state, or null; a state set to null uses the default again. */
export function stateError(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return TEXT.enterPoliciesByState;
  for (const [code, policy] of Object.entries(value as Record<string, unknown>)) {
    if (!isStateCode(code)) return TEXT.notCodeOfState(code);
    const wrong = policy === null ? null : policyError(policy);
    if (wrong) return `${placeName(code)}: ${wrong}`;
  }
  return null;
}

function policyError(policy: unknown): string | null {
  if (typeof policy !== 'object') return 'enter the policy of the state.';
  const parts = policy as Record<string, unknown>;
  const unknown = Object.keys(parts).find((name) => !Object.hasOwn(PARTS, name));
  if (unknown) return TEXT.notKnown(unknown);
  for (const [name, [valid, wrong]] of Object.entries(PARTS))
    if (!valid(parts[name])) return `${name}: ${wrong}`;
  return null;
}

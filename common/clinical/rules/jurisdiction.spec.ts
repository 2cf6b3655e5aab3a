import { describe, expect, it } from '@jest/globals';
import { addDays } from '../dates.js';
import { MONTHLY_FILL, TODAY, WEEKLY_100, ago, factsWith } from '../fixtures/facts.js';
import { IN_NEW_YORK, LICENSED } from '../fixtures/safety-rule-examples.js';
import type { ClinicalFacts, PrescriberFacts, StatePdmpPolicy } from '../facts.js';
import { judgePrescription } from '../decisions.js';
import { licenseCountsUntil, pdmpCountsUntil } from './jurisdiction.js';

const POLICY: StatePdmpPolicy = { state: 'NY', required: true, max_age_days: 7, when: 'each' };
const QUERY = { state: 'NY', queried_on: TODAY, finding: 'none' } as const;
type Place = Partial<NonNullable<ClinicalFacts['jurisdiction']>>;

/** An order on a day, judged with who signs and where the patient is. */
const on = (today: string, place: Place = {}, prescriber: PrescriberFacts = LICENSED): ClinicalFacts => ({
  ...factsWith({
    education_acknowledged: true,
    plan: WEEKLY_100,
    prescription: { ...MONTHLY_FILL, issued_on: today },
  }),
  today,
  prescriber,
  jurisdiction: {
    ...IN_NEW_YORK,
    attested_on: today,
    pdmp_policies: [POLICY],
    pdmp_checks: [QUERY],
    ...place,
  },
});
const blocks = (facts: ClinicalFacts, rule: string): boolean =>
  judgePrescription(facts).blocked_by.includes(rule);

describe('the last day of the queries', () => {
  it.each<[string, Place, string | null]>([
    ['with each order', {}, addDays(TODAY, 7)],
    ['in 90 days', { pdmp_policies: [{ ...POLICY, when: 'first_and_every_90_d' }] }, addDays(TODAY, 90)],
    [
      'in more than 90 days',
      { pdmp_policies: [{ ...POLICY, when: 'first_and_every_90_d', max_age_days: 120 }] },
      addDays(TODAY, 120),
    ],
    ['by the newest of them', { pdmp_checks: [QUERY, { ...QUERY, queried_on: ago(3) }] }, addDays(TODAY, 7)],
    [
      'by the state that ends first',
      {
        pdmp_policies: [POLICY, { ...POLICY, state: 'NJ' }],
        pdmp_checks: [QUERY, { ...QUERY, state: 'NJ', queried_on: ago(2) }],
      },
      addDays(TODAY, 5),
    ],
  ])('%s is the last on which the rule lets an order pass', (_, place, until) => {
    expect(pdmpCountsUntil(on(TODAY, place))).toBe(until);
    expect(blocks(on(until!, place), 'pdmp_not_checked')).toBe(false);
    expect(blocks(on(addDays(until!, 1), place), 'pdmp_not_checked')).toBe(true);
  });

  it('is none where no state asks for one, and where one was never made', () => {
    const optional = { pdmp_policies: [{ ...POLICY, required: false }] };
    expect(pdmpCountsUntil(on(TODAY, optional))).toBeNull();
    expect(blocks(on(addDays(TODAY, 30), optional), 'pdmp_not_checked')).toBe(false);
    const elsewhere = { pdmp_checks: [{ ...QUERY, state: 'NJ' }] };
    expect(pdmpCountsUntil(on(TODAY, elsewhere))).toBeNull();
    expect(blocks(on(TODAY, elsewhere), 'pdmp_not_checked')).toBe(true);
  });
});

describe('the last day of the license and the registration', () => {
  const valid = { state: 'NY', verified: true };
  const signedBy = (license: string, registration: string): PrescriberFacts => ({
    licenses: [{ ...valid, type: 'MD', expires_on: license }],
    dea_registrations: [{ ...valid, expires_on: registration, schedules: ['III'] }],
  });
  const current = (today: string): Place => ({ pdmp_checks: [{ ...QUERY, queried_on: today }] });
  const [soon, later] = [addDays(TODAY, 40), addDays(TODAY, 400)];

  it.each([
    ['license', signedBy(soon, later), 'license_expired'],
    ['registration', signedBy(later, soon), 'dea_missing'],
  ] as const)(
    'is that of the %s which ends first, and the rule blocks from the next',
    (_, prescriber, rule) => {
      expect(licenseCountsUntil(on(TODAY, {}, prescriber))).toBe(soon);
      expect(blocks(on(soon, current(soon), prescriber), rule)).toBe(false);
      const after = addDays(soon, 1);
      expect(blocks(on(after, current(after), prescriber), rule)).toBe(true);
    },
  );

  it('is none without one of them, or while no administrator has verified it', () => {
    expect(licenseCountsUntil(on(TODAY, {}, { ...signedBy(soon, later), dea_registrations: [] }))).toBeNull();
    const typed = signedBy(soon, later);
    const unverified = { ...typed, licenses: typed.licenses.map((one) => ({ ...one, verified: false })) };
    expect(licenseCountsUntil(on(TODAY, {}, unverified))).toBeNull();
    expect(blocks(on(TODAY, {}, unverified), 'license_unverified')).toBe(true);
  });
});

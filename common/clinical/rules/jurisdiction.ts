/** Law and place: licenses, registration, prescription monitoring, telemedicine. */
import type { ClinicalCase } from '../case.js';
import { addDays, daysBetween, isCalendarDate } from '../dates.js';
import type {
  ClinicalFacts,
  JurisdictionFacts,
  LocationFacts,
  PdmpCheck,
  PrescriberFacts,
  StatePdmpPolicy,
  StateRxPolicy,
} from '../facts.js';
import { extra, input } from './inputs.js';
import { above } from './logic.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

const ATTESTED_DAYS = 90;
const REPEAT_DAYS = 90;
const SCHEDULE_THREE = /^(iii|3)n?$/i;

/** Approving issues a prescription, so that without a date it is issued today. */
export const issuedOn = (c: ClinicalCase): string => c.facts.prescription?.issued_on ?? c.today;
const issueDate = input('issued_on', issuedOn);

/** Facts with the prescriber and the place. */
type PlacedFacts = Pick<ClinicalFacts, 'prescriber' | 'jurisdiction'>;
/** Enough of a case for what only the prescriber and the place decide. */
interface Placed {
  readonly facts: PlacedFacts;
}
const place = (c: Placed): JurisdictionFacts | undefined => c.facts.jurisdiction;
const patientState = (c: Placed): string | null => place(c)?.patient_state ?? null;
const stateInput = input('patient_state', patientState);
/** Known before there is anything to sign, too. */
const located = (c: ClinicalCase): LocationFacts | undefined => place(c) ?? c.facts.location;

/** Both the prescriber and the place are kept by the server. */
const known = (c: ClinicalCase): boolean => Boolean(c.facts.prescriber && place(c));
const placeKnown = (c: ClinicalCase): boolean => Boolean(place(c));

const licensesHere = (c: Placed): PrescriberFacts['licenses'] =>
  c.facts.prescriber?.licenses.filter(({ state }) => state === patientState(c)) ?? [];
/** What a prescriber only typed in counts for nothing until an administrator has verified it. */
const isVerified = ({ verified }: { readonly verified?: boolean }): boolean => verified !== false;
const verifiedHere = (c: Placed): PrescriberFacts['licenses'] => licensesHere(c).filter(isVerified);
const lastsUntil = (dates: readonly { readonly expires_on: string }[]): string | null =>
  dates
    .map(({ expires_on: until }) => until)
    .toSorted()
    .at(-1) ?? null;

const registrationHere = (c: Placed): string | null =>
  lastsUntil(
    c.facts.prescriber?.dea_registrations.filter(
      (one) =>
        one.state === patientState(c) &&
        isVerified(one) &&
        (!one.schedules || one.schedules.some((schedule) => SCHEDULE_THREE.test(schedule.trim()))),
    ) ?? [],
  );

const attestedDaysAgo = (c: ClinicalCase): number | null => {
  const on = place(c)?.attested_on;
  return isCalendarDate(on) ? daysBetween(on, c.today) : null;
};

const newestCheck = (c: Placed, state: string): PdmpCheck | null =>
  place(c)
    ?.pdmp_checks.filter((check) => check.state === state)
    .toSorted((a, b) => b.queried_on.localeCompare(a.queried_on))[0] ?? null;

/** Known before there is anything to sign, too. */
const discrepancyChecks = (c: ClinicalCase): readonly PdmpCheck[] | undefined =>
  place(c)?.pdmp_checks ?? c.facts.open_discrepancies;

const required = (c: Placed): readonly StatePdmpPolicy[] =>
  place(c)?.pdmp_policies.filter((policy) => policy.required) ?? [];

/** The last day on which a state's newest query still counts. */
function queryCountsUntil(c: Placed, { state, max_age_days: days, when }: StatePdmpPolicy): string | null {
  const check = newestCheck(c, state);
  return check && addDays(check.queried_on, when === 'each' ? days : Math.max(days, REPEAT_DAYS));
}

/** Required states without a query that is recent enough. */
function uncheckedStates(c: ClinicalCase): string[] {
  return required(c)
    .filter((policy) => {
      const until = queryCountsUntil(c, policy);
      return until === null || until < c.today || newestCheck(c, policy.state)!.queried_on > c.today;
    })
    .map(({ state }) => state);
}

/** The first of the days; null where one of them is unknown. */
function earliest(days: readonly (string | null)[]): string | null {
  const known = days.filter((day) => day !== null);
  return known.length < days.length ? null : (known.toSorted((a, b) => a.localeCompare(b))[0] ?? null);
}

/** The last day on which no new query is needed; null where none is required, or one was never made. */
export const pdmpCountsUntil = (facts: PlacedFacts): string | null =>
  earliest(required({ facts }).map((policy) => queryCountsUntil({ facts }, policy)));

/** The last day on which both the license and the registration in the patient's state are valid; null where one is missing. */
export const licenseCountsUntil = (facts: PlacedFacts): string | null =>
  facts.prescriber && facts.jurisdiction
    ? earliest([lastsUntil(verifiedHere({ facts })), registrationHere({ facts })])
    : null;

const daysSince = (c: ClinicalCase, date: string | null | undefined): number | null =>
  isCalendarDate(date) ? daysBetween(date, c.today) : null;

/** A visit in person counts when the prescriber made it; the other records stand for themselves. */
const hasBasis = (c: ClinicalCase): boolean => {
  const { jurisdiction } = c.facts;
  if (jurisdiction)
    return jurisdiction.telemed_bases.some(
      ({ kind, on, until, by_prescriber: own }) =>
        on <= issuedOn(c) && (!until || issuedOn(c) <= until) && (kind !== 'in_person' || own),
    );
  const seen = daysSince(c, c.facts.extras.in_person_eval_on);
  return seen !== null && seen >= 0;
};
const flexibilityUntil = (c: ClinicalCase): string =>
  place(c)?.flexibility_until ?? c.policy.telemedicine_flexibility_ends_on;

const statePolicy = (c: ClinicalCase): StateRxPolicy | null => place(c)?.state_policy ?? null;
/** NP, FNP-C, APRN, CRNP, DNP and the words themselves. */
const NURSE_PRACTITIONER = /nurse|\b(?:[a-z]{0,4}np|aprn)\b/i;

const LEGAL = {
  phases: ['RX'],
  severity: 'critical',
  effect: 'RXBLOCK',
  overridable: false,
  source: 'state law K',
  sources: ['STATE'],
} as const;

/** Of the patient, and so of the plan too; the patient is not told of it by the portal. */
export const PDMP_DISCREPANCY = 'pdmp_discrepancy' as const;

/** The law reads these on the day of issue; the others count until the pharmacy has filled the order. */
const ON_ISSUE: ReadonlySet<string> = new Set(['telemed_in_person_required', 'state_in_person_required']);

/** Whether a rule of law and place is judged again when an approved order is sent and filled. */
export const countsUntilFilled = (ruleKey: string): boolean =>
  !ON_ISSUE.has(ruleKey) && jurisdictionRules.some(({ key }) => key === ruleKey);

/** Dated by its policy, so that it is judged again as of the day of issue: that day may come to lie after the end. */
export const countsAsIssued = (ruleKey: string): boolean => ruleKey === 'telemed_in_person_required';

/** Rules about the acting clinician and the patient's location, regardless of who signed the order. */
const ABOUT_CLINICIAN: ReadonlySet<string> = new Set([
  'license_missing_in_state',
  'license_unverified',
  'license_expired',
  'dea_missing',
  'state_unknown_or_old',
  'nurse_practitioner_not_allowed',
]);
export const isAboutClinician = (ruleKey: string): boolean => ABOUT_CLINICIAN.has(ruleKey);

export const jurisdictionRules = [
  rule({
    ...LEGAL,
    key: 'license_missing_in_state',
    threshold: 'the prescriber has no license in the state the patient is in',
    recommendation: 'No license in the patient’s state: a colleague licensed there must prescribe.',
    inputs: [
      stateInput,
      input('licensed_states', (c) => c.facts.prescriber?.licenses.map(({ state }) => state).join(', ')),
    ],
    applies: known,
    test: (c) => (patientState(c) === null ? null : licensesHere(c).length === 0),
  }),
  rule({
    ...LEGAL,
    key: 'license_unverified',
    threshold: 'no license of the prescriber in the patient’s state was verified by an administrator',
    recommendation:
      'The license in the patient’s state is not verified: an administrator verifies it with the board, or a colleague prescribes.',
    inputs: [
      stateInput,
      input(
        'licenses_not_verified',
        (c) =>
          licensesHere(c)
            .filter((one) => !isVerified(one))
            .map(({ state }) => state)
            .join(', ') || 'none',
      ),
    ],
    applies: known,
    test: (c) =>
      patientState(c) === null ? null : licensesHere(c).length > 0 && verifiedHere(c).length === 0,
  }),
  rule({
    ...LEGAL,
    key: 'license_expired',
    threshold: 'the prescriber’s license in the patient’s state ended before the date of issue',
    recommendation:
      'The license in the patient’s state has expired: renew and record it, or have a colleague prescribe.',
    inputs: [stateInput, input('license_expires_on', (c) => lastsUntil(verifiedHere(c))), issueDate],
    applies: known,
    test: (c) => {
      if (patientState(c) === null) return null;
      const until = lastsUntil(verifiedHere(c));
      return until !== null && until < issuedOn(c);
    },
  }),
  rule({
    ...LEGAL,
    key: 'dea_missing',
    threshold: 'no verified DEA registration for Schedule III in the patient’s state on the date of issue',
    recommendation:
      'No valid, verified DEA registration for Schedule III in the patient’s state: testosterone cannot be prescribed there.',
    source: '21 CFR 1301 K',
    inputs: [stateInput, input('dea_expires_on', registrationHere), issueDate],
    applies: known,
    test: (c) => {
      if (patientState(c) === null) return null;
      const until = registrationHere(c);
      return until === null || until < issuedOn(c);
    },
  }),
  rule({
    ...LEGAL,
    key: 'state_unknown_or_old',
    threshold: 'the patient’s state was never told, or more than 90 d ago',
    recommendation: 'Ask the patient where they are now: the state is unknown or was given over 90 days ago.',
    inputs: [
      stateInput,
      input('state_attested_days_ago', attestedDaysAgo, '<= 90 d', {
        unit: 'd',
        max_age_days: ATTESTED_DAYS,
      }),
    ],
    applies: placeKnown,
    test: (c) => {
      const days = attestedDaysAgo(c);
      return patientState(c) === null || days === null || days > ATTESTED_DAYS;
    },
  }),
  rule({
    key: 'patient_outside_service_states',
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'the patient’s state is not one the clinic serves',
    recommendation: 'The patient is outside the states this clinic serves: refer to a clinic there.',
    source: 'clinic policy',
    sources: ['STATE', 'PRODUCT'],
    version: 2,
    inputs: [
      input('patient_state', (c) => located(c)?.patient_state),
      input('service_states', (c) => located(c)?.service_states?.join(', ')),
    ],
    applies: (c) => Boolean(located(c)?.service_states),
    test: (c) => {
      const state = located(c)?.patient_state ?? null;
      return state === null ? null : !located(c)?.service_states?.includes(state);
    },
  }),
  rule({
    key: 'pdmp_not_checked',
    version: 2,
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    threshold:
      'a required state’s program has no query recent enough by its policy (default: 7 d, each time)',
    recommendation: 'Query the state monitoring program and record it before signing.',
    source: 'state PDMP law K; window P',
    sources: ['STATE', 'PRODUCT'],
    inputs: [
      extra('pdmp_checked_on', 'at most 7 d old', { max_age_days: 7 }),
      input('states_not_checked', (c) => (place(c) ? uncheckedStates(c).join(', ') || 'none' : undefined)),
    ],
    test: (c) => {
      if (place(c)) return uncheckedStates(c).length > 0;
      const age = daysSince(c, c.facts.extras.pdmp_checked_on);
      return age === null || age < 0 || age > c.policy.pdmp_max_age_days;
    },
  }),
  rule({
    key: PDMP_DISCREPANCY,
    version: 3,
    phases: ['BE', 'MO', 'RX'],
    severity: 'critical',
    effect: 'FLAG+CONFIRM',
    threshold: 'a query of a state’s program found a discrepancy that no one has resolved',
    recommendation:
      'The monitoring program shows a discrepancy: clarify other prescribers and fills, then resolve it with the reason.',
    source: 'state PDMP law K',
    sources: ['STATE'],
    inputs: [
      input('pdmp_findings', (c) =>
        discrepancyChecks(c)
          ?.map(({ state, finding, resolved }) => `${state} ${finding}${resolved ? ' (resolved)' : ''}`)
          .join(', '),
      ),
    ],
    applies: (c) => discrepancyChecks(c) !== undefined,
    // A later query does not explain an earlier one.
    test: (c) =>
      Boolean(discrepancyChecks(c)?.some(({ finding, resolved }) => finding === 'discrepancy' && !resolved)),
  }),
  rule({
    key: 'telemed_in_person_required',
    version: 3,
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold:
      'issue date after the end of the federal flexibility AND no record of an in-person evaluation by the prescriber or of another legal basis that has not ended',
    recommendation:
      'The federal tele-prescribing flexibility has ended: record an in-person evaluation by the prescriber or another legal basis.',
    source: '90 FR 61301 V',
    sources: ['DEA-TM26'],
    inputs: [
      issueDate,
      extra('in_person_eval_on', 'present'),
      input('flexibility_ends_on', flexibilityUntil),
    ],
    test: (c) => issuedOn(c) > flexibilityUntil(c) && !hasBasis(c),
  }),
  rule({
    ...LEGAL,
    key: 'rx_over_state_days',
    threshold: 'days of one fill above the most that the patient’s state allows',
    recommendation: 'The patient’s state allows fewer days a fill: lower quantity and days.',
    inputs: [
      stateInput,
      input('days_supply', (c) => c.facts.prescription?.days_supply, undefined, { unit: 'd' }),
      input('max_days_supply', (c) => statePolicy(c)?.max_days_supply, undefined, { unit: 'd' }),
    ],
    applies: (c) => Boolean(c.facts.prescription && statePolicy(c)?.max_days_supply),
    test: (c) => {
      const most = statePolicy(c)?.max_days_supply ?? null;
      return most === null ? null : above(c.facts.prescription?.days_supply, most);
    },
  }),
  rule({
    ...LEGAL,
    key: 'state_in_person_required',
    threshold:
      'the patient’s state asks for an examination in person AND there is no record of a legal basis',
    recommendation:
      'The patient’s state asks for an examination in person: record one by the prescriber or another legal basis.',
    inputs: [stateInput, input('in_person_rule', (c) => statePolicy(c)?.in_person_rule), issueDate],
    applies: (c) => Boolean(statePolicy(c)?.in_person_rule),
    test: (c) => !hasBasis(c),
  }),
  rule({
    ...LEGAL,
    key: 'nurse_practitioner_not_allowed',
    threshold:
      'the prescriber’s licenses in the patient’s state are those of a nurse practitioner AND the policy of the state does not allow it',
    recommendation:
      'The policy of the patient’s state does not let nurse practitioners prescribe testosterone: a physician licensed there must prescribe.',
    inputs: [
      stateInput,
      input('license_types', (c) =>
        verifiedHere(c)
          .flatMap(({ type }) => type ?? [])
          .join(', '),
      ),
      input('nurse_practitioner_may', (c) => statePolicy(c)?.nurse_practitioner_may),
    ],
    applies: (c) => known(c) && Boolean(statePolicy(c)),
    test: (c) => {
      const here = verifiedHere(c);
      if (here.length === 0 || statePolicy(c)?.nurse_practitioner_may) return false;
      return here.every(({ type }) => Boolean(type && NURSE_PRACTITIONER.test(type)));
    },
  }),
] satisfies readonly Rule[];

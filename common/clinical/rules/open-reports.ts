/** What the patient reported and no one has answered: it concerns today's decision, not the draft. */
import { EMERGENCIES, isEmergencyAlert, type EmergencyKind } from '../../emergency/emergency-kinds.js';
import { fieldByName } from '../../intake/index.js';
import type { ClinicalCase } from '../case.js';
import { LAB_REPORT_WAITING, SEVERE_REPORTS, WITHDRAWALS, isTooMuch } from '../contact-alerts.js';
import { daysBetween } from '../dates.js';
import type { ClinicalFacts, OpenAlert, RecentEmergency } from '../facts.js';
import { input } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

/** Emergencies whose patient was not reached yet. */
export const openEmergencies = (facts: ClinicalFacts): OpenAlert[] =>
  (facts.open_alerts ?? []).filter(({ rule_key: key }) => isEmergencyAlert(key));

/** Logged doses that the patient was not reached about. */
export const openDoseReports = (facts: ClinicalFacts): OpenAlert[] =>
  (facts.open_alerts ?? []).filter(({ rule_key: key }) => isTooMuch(key) || key === 'dose_without_plan');

const openWithdrawals = (facts: ClinicalFacts): OpenAlert[] =>
  (facts.open_alerts ?? []).filter(({ rule_key: key }) => WITHDRAWALS.includes(key));

const openSevereReports = (facts: ClinicalFacts): OpenAlert[] =>
  (facts.open_alerts ?? []).filter(({ rule_key: key }) => SEVERE_REPORTS.includes(key));

const waitingReports = (facts: ClinicalFacts): OpenAlert[] =>
  (facts.open_alerts ?? []).filter(({ rule_key: key }) => key === LAB_REPORT_WAITING);

/** Closed by its words alone, and not told of again in these days: a clinician has decided that it was none. */
const wasNone = (one: RecentEmergency, all: readonly RecentEmergency[]): boolean =>
  one.misread === true && all.filter(({ rule_key: key }) => key === one.rule_key).length === 1;
/** Emergencies of the last days that a decision on treatment explains. */
function recentEmergencies({ facts }: ClinicalCase): RecentEmergency[] {
  const all = facts.recent_emergencies ?? [];
  return all.filter((one) => !wasNone(one, all));
}

/** No dose and no rule against treatment depends on them alone. */
const MEASURES: readonly string[] = ['weight', 'height'];

const isKind = (key: string): key is EmergencyKind => Object.hasOwn(EMERGENCIES, key);
function emergencyLabel({ rule_key: key }: Pick<OpenAlert, 'rule_key'>): string {
  const kind = key.replace('emergency_', '');
  if (isKind(kind)) return EMERGENCIES[kind].label;
  return kind === 'low_mood' ? 'severe low mood' : 'an emergency';
}

const ago = (days: number): string => (days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`);
const closedInWords =
  (today: string) =>
  (one: RecentEmergency): string =>
    `${emergencyLabel(one)}: closed ${ago(daysBetween(one.closed_on, today))}${
      one.agreed
        ? `: ${one.misread ? 'closed as misread, without a call' : 'reached, agreed'}: ${one.agreed}`
        : ''
    }`;

/** A plan or an order waits for a decision. */
const isDecided = (c: ClinicalCase): boolean => Boolean(c.facts.candidate_plan ?? c.facts.prescription);

export const openReportsRules = [
  rule({
    key: 'emergency_open',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'HOLD+RXBLOCK+CALL',
    told: true,
    threshold:
      'the patient reported an emergency, and no one has closed its alert after reaching the patient',
    recommendation: 'The patient reported an emergency: contact the patient before deciding on treatment.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('emergencies_reported', (c) =>
        openEmergencies(c.facts)
          .map((alert) => `${emergencyLabel(alert)} (${alert.since})`)
          .join('; '),
      ),
    ],
    applies: isDecided,
    test: (c) => openEmergencies(c.facts).length > 0,
  }),
  rule({
    key: 'dose_report_open',
    version: 3,
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'HOLD+RXBLOCK+CALL',
    told: true,
    threshold:
      'the patient logged a dose without an approved plan, of more than twice the plan or two within half the interval, and no one has closed its alert after reaching the patient',
    recommendation:
      'The patient logged more than the plan says, or before there was one: contact the patient and check what was taken before deciding.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('doses_reported', (c) =>
        openDoseReports(c.facts)
          .map(({ message, since }) => `${message} (${since})`)
          .join('; '),
      ),
    ],
    applies: isDecided,
    test: (c) => openDoseReports(c.facts).length > 0,
  }),
  rule({
    key: 'emergency_recent',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    told: true,
    version: 2,
    threshold:
      'an emergency that the patient reported was closed in the last 7 days, but for one that a clinician closed as misread and that was not told again',
    recommendation: 'The patient reported an emergency this week: say why treatment can go on.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [input('emergencies_closed', (c) => recentEmergencies(c).map(closedInWords(c.today)).join('; '))],
    applies: isDecided,
    test: (c) => recentEmergencies(c).length > 0,
  }),
  rule({
    key: 'fact_withdrawn',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    told: true,
    threshold:
      'a corrected or voided result, or a changed treatment date, took away what kept treatment back, and its alert is open',
    recommendation:
      'A result or date that kept treatment back was changed or voided: check the laboratory’s report or the dates before deciding.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('facts_withdrawn', (c) =>
        openWithdrawals(c.facts)
          .map(({ message, since }) => `${message} (${since})`)
          .join('; '),
      ),
    ],
    applies: isDecided,
    test: (c) => openWithdrawals(c.facts).length > 0,
  }),
  rule({
    key: 'severe_report_open',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    told: true,
    threshold:
      'the patient reported a severe side effect, or PHQ-2 of 3 or more, and its alert is not acknowledged',
    recommendation:
      'The patient reported something severe: call the patient and acknowledge the alert before deciding.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('severe_reports', (c) =>
        openSevereReports(c.facts)
          .map(({ message, since }) => `${message} (${since})`)
          .join('; '),
      ),
    ],
    applies: isDecided,
    test: (c) => openSevereReports(c.facts).length > 0,
  }),
  rule({
    key: 'unread_from_patient',
    version: 3,
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'HOLD+RXBLOCK',
    told: true,
    threshold:
      'a message of the patient was not opened by a provider (it cannot be overridden), or says more than everyday things and no clinician has reviewed it, or a lab report that the patient sent was not transcribed',
    recommendation:
      'The patient sent something that no clinician has reviewed: review the messages, transcribe the lab report, then decide.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('messages_to_review', (c) => {
        const unread = c.facts.unread_messages;
        return unread ? `${unread.count}, the oldest of ${unread.since}` : null;
      }),
      input('lab_reports_waiting_since', (c) => waitingReports(c.facts)[0]?.since),
    ],
    applies: isDecided,
    test: (c) => Boolean(c.facts.unread_messages) || waitingReports(c.facts).length > 0,
  }),
  rule({
    key: 'treated_under_other_record',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'HOLD+RXBLOCK',
    threshold:
      'another record of the clinic with the same name and date of birth has an approved plan, or an order that was approved and has not ended',
    recommendation:
      'Testosterone is prescribed under another record of the same name and date of birth: make sure that it is not the same person before prescribing twice.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [input('other_mrn', (c) => (c.facts.treated_as ?? []).join(', '))],
    applies: isDecided,
    test: (c) => (c.facts.treated_as ?? []).length > 0,
  }),
  rule({
    key: 'unsent_changes',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'HOLD+RXBLOCK',
    told: true,
    version: 2,
    threshold: 'a safety answer other than weight and height was changed after submitting and not sent',
    recommendation:
      'The patient has changed safety answers and not sent them: ask about them before deciding.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('changed_not_sent_since', (c) => c.facts.unsent_answers?.since),
      input('changed_answers', (c) =>
        c.facts.unsent_answers?.fields.map((field) => fieldByName(field).label).join(', '),
      ),
    ],
    applies: isDecided,
    test: (c) => (c.facts.unsent_answers?.fields ?? []).some((field) => !MEASURES.includes(field)),
  }),
] satisfies readonly Rule[];

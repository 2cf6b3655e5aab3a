import { Injectable } from '@nestjs/common';
import type { RefillGate, RefillGateKey } from '../../common/api/supply.js';
import { addDays, checkInGate } from '../../common/clinical/index.js';
import { effectiveAnswers } from '../../common/intake/index.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import type { SupplyOrder } from './supply.repository.js';

/** The rules behind each gate. */
const RULES: Readonly<Partial<Record<RefillGateKey, readonly string[]>>> = {
  consent: ['consent_rx_missing'],
  education: ['education_not_acknowledged'],
  pdmp: ['pdmp_not_checked', 'pdmp_discrepancy'],
  license: ['license_missing_in_state', 'license_expired', 'dea_missing'],
};

/** What must be in order before a refill, shown long before it is requested. */
@Injectable()
export class RefillGates {
  constructor(
    private readonly prescriptions: Prescriptions,
    private readonly evaluations: Evaluations,
  ) {}

  /** @param lastCheckIn the day of the newest check-in, if there was one */
  async of(known: CaseFacts, order: SupplyOrder, lastCheckIn: string | undefined): Promise<RefillGate[]> {
    const signed = order.approved_by
      ? await this.prescriptions.signedBy({ userId: order.approved_by }, known)
      : known;
    const blocked = new Set(this.prescriptions.keepingRenewal(signed, order));
    const open = (key: RefillGateKey): boolean => (RULES[key] ?? []).some((rule) => blocked.has(rule));
    const labs = this.evaluations.nextLabs(known);
    return [
      { key: 'labs', met: labs?.status !== 'overdue', due_on: labs?.due_on ?? null },
      { key: 'consent', met: !open('consent'), due_on: null },
      { key: 'education', met: !open('education'), due_on: null },
      { key: 'pdmp', met: !open('pdmp'), due_on: pdmpUntil(signed) },
      { key: 'license', met: !open('license'), due_on: licensedUntil(signed) },
      checkIn(known, lastCheckIn),
    ];
  }
}

const checkIn = ({ facts }: CaseFacts, last: string | undefined): RefillGate => ({
  key: 'check_in',
  ...checkInGate(facts.today, facts.extras.therapy_started_on, last),
});

function pdmpUntil({ facts }: CaseFacts): string | null {
  const [policy] = facts.jurisdiction?.pdmp_policies ?? [];
  const checked = [
    ...(facts.jurisdiction?.pdmp_checks ?? []).map(({ queried_on }) => queried_on),
    ...(facts.extras.pdmp_checked_on ? [facts.extras.pdmp_checked_on] : []),
  ].toSorted();
  const last = checked.at(-1);
  return policy && last ? addDays(last, policy.max_age_days) : null;
}

function licensedUntil({ facts }: CaseFacts): string | null {
  const state = facts.jurisdiction?.patient_state ?? effectiveAnswers(facts.intake).location_state;
  const held = (facts.prescriber?.licenses ?? []).filter((one) => one.state === state);
  return (
    held
      .map(({ expires_on }) => expires_on)
      .toSorted()
      .at(-1) ?? null
  );
}

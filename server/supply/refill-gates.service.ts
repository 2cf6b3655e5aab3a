import { Injectable } from '@nestjs/common';
import type { RefillGate, RefillGateKey } from '#common/api/supply.js';
import { checkInGate, licenseCountsUntil, pdmpCountsUntil } from '#common/clinical/index.js';
import { REFILL_LABEL } from '#common/clinical/lab-labels.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { countedFrom } from '../rules/counted-from.js';
import type { SupplyOrder } from './supply.repository.js';

/** The rules behind each gate. */
const RULES: Readonly<Partial<Record<RefillGateKey, readonly string[]>>> = {
  consent: ['consent_rx_missing'],
  education: ['education_not_acknowledged'],
  pdmp: ['pdmp_not_checked', 'pdmp_discrepancy'],
  license: [
    'license_missing_in_state',
    'license_unverified',
    'license_expired',
    'dea_missing',
    'nurse_practitioner_not_allowed',
  ],
};

/** What must be in order before a refill, shown long before it is requested. */
@Injectable()
export class RefillGates {
  constructor(
    private readonly prescriptions: Prescriptions,
    private readonly evaluations: Evaluations,
  ) {}

  /** @param lastCheckIn the day of the newest check-in, if there was one */
  async of(
    known: CaseFacts,
    order: SupplyOrder,
    { lastCheckIn, today }: { lastCheckIn: string | undefined; today: string },
  ): Promise<RefillGate[]> {
    const signed = order.approved_by
      ? await this.prescriptions.signedBy({ userId: order.approved_by }, known)
      : known;
    const blocked = new Set(this.prescriptions.keepingRenewal(signed, order));
    const open = (key: RefillGateKey): boolean => (RULES[key] ?? []).some((rule) => blocked.has(rule));
    const next = this.evaluations.nextLabs(known);
    const labs = next && countedFrom(today, next);
    return [
      {
        key: 'labs',
        met: labs?.status !== 'overdue' && labs?.label !== REFILL_LABEL,
        due_on: labs?.due_on ?? null,
      },
      { key: 'consent', met: !open('consent'), due_on: null },
      { key: 'education', met: !open('education'), due_on: null },
      { key: 'pdmp', met: !open('pdmp'), due_on: pdmpCountsUntil(signed.facts) },
      { key: 'license', met: !open('license'), due_on: licenseCountsUntil(signed.facts) },
      checkIn(known, lastCheckIn, today),
    ];
  }
}

const checkIn = ({ facts }: CaseFacts, last: string | undefined, today: string): RefillGate => ({
  key: 'check_in',
  ...checkInGate(today, facts.extras.therapy_started_on, last),
});

import { Injectable } from '@nestjs/common';
import { DEFAULT_STATE_POLICY, DEFAULT_TELEMEDICINE } from '#common/api/regulation.js';
import type { JurisdictionFacts, PrescriberFacts as Prescriber } from '#common/clinical/index.js';
import { isStateCode } from '#common/vocabulary/states.js';
import { notFound } from '../platform/errors/errors.js';
import { CredentialsRepository } from './credentials.repository.js';
import { RegulatedRecordsRepository, type RegulatedFacts } from './regulated-records.repository.js';

export interface SignedFacts {
  prescriber: Prescriber;
  jurisdiction: JurisdictionFacts;
}

/** Who signs, or signed. */
export interface Signer {
  readonly userId: string;
}

const withVerified = <Kept extends { counts: boolean }>(kept: Kept) => ({ ...kept, verified: kept.counts });

/** The prescriber and location facts for rules of phase RX. */
@Injectable()
export class PrescriberFacts {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly records: RegulatedRecordsRepository,
  ) {}

  /** The caller has checked access to this patient. */
  async of(signer: Signer, patient: { id: string }): Promise<SignedFacts> {
    const facts = (await this.ofMany(signer, [patient.id])).get(patient.id);
    if (!facts) throw notFound();
    return facts;
  }

  /** The caller has checked access to these patients. */
  async ofMany({ userId }: Signer, patientIds: readonly string[]): Promise<Map<string, SignedFacts>> {
    const rows = await this.records.ofMany(patientIds);
    const prescriber: Prescriber = {
      licenses: (await this.credentials.licenses(userId)).map(withVerified),
      dea_registrations: (await this.credentials.registrations(userId)).map(withVerified),
    };
    return new Map(
      rows.map((row) => [row.patient_id, { prescriber, jurisdiction: jurisdictionOf(row, userId) }]),
    );
  }
}

function jurisdictionOf(row: RegulatedFacts, signer: string): JurisdictionFacts {
  const { location_state: state, policies, checks, bases } = row;
  const policy = isStateCode(state) ? { ...DEFAULT_STATE_POLICY, ...policies.states?.[state] } : null;
  return {
    patient_state: state,
    attested_on: row.location_attested_on,
    service_states: policies.service_states ?? null,
    pdmp_policies: policy && state ? [{ state, ...policy }] : [],
    state_policy: policy,
    pdmp_checks: checks.flatMap(({ state: asked, queried_on, finding, resolved }) =>
      asked ? [{ state: asked, queried_on, finding, resolved }] : [],
    ),
    telemed_bases: bases.map(({ kind, on, until, by_provider_id: by }) => ({
      kind,
      on,
      ...(until && { until }),
      by_prescriber: by === signer,
    })),
    flexibility_until: (policies.telemedicine ?? DEFAULT_TELEMEDICINE).flexibility_until,
  };
}

import { Injectable } from '@nestjs/common';
import { DEFAULT_STATE_POLICY, DEFAULT_TELEMEDICINE } from '../../common/api/regulation.js';
import type { JurisdictionFacts, PrescriberFacts as Prescriber } from '../../common/clinical/index.js';
import { isStateCode } from '../../common/vocabulary/states.js';
import type { Actor } from '../platform/access/actor.js';
import { notFound } from '../platform/errors/errors.js';
import { CredentialsRepository } from './credentials.repository.js';
import { RegulatedRecordsRepository } from './regulated-records.repository.js';

/** What the rules of phase RX ask about who would sign and where the patient is. */
@Injectable()
export class PrescriberFacts {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly records: RegulatedRecordsRepository,
  ) {}

  /** The caller was allowed to reach this patient. */
  async of(
    actor: Actor,
    patient: { id: string },
  ): Promise<{ prescriber: Prescriber; jurisdiction: JurisdictionFacts }> {
    const place = await this.records.place(patient.id);
    if (!place) throw notFound();
    const { location_state: state, policies } = place;
    const checks = await this.records.checks(patient.id);
    const bases = await this.records.bases(patient.id);
    return {
      prescriber: {
        licenses: await this.credentials.licenses(actor.userId),
        dea_registrations: await this.credentials.registrations(actor.userId),
      },
      jurisdiction: {
        patient_state: state,
        attested_on: place.location_attested_on,
        service_states: policies.service_states ?? null,
        pdmp_policies: isStateCode(state)
          ? [{ state, ...DEFAULT_STATE_POLICY, ...policies.states?.[state] }]
          : [],
        pdmp_checks: checks.flatMap(({ state: asked, queried_on, finding }) =>
          asked ? [{ state: asked, queried_on, finding }] : [],
        ),
        telemed_bases: bases.map(({ kind, on, by_provider_id: by }) => ({
          kind,
          on,
          by_prescriber: by === actor.userId,
        })),
        flexibility_until: (policies.telemedicine ?? DEFAULT_TELEMEDICINE).flexibility_until,
      },
    };
  }
}

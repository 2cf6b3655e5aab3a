import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type { OrganisationPolicies, PdmpCheck, TelemedBasis } from '#common/api/index.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bothOf, openTexts, sealText, type Sealed } from '../platform/crypto/texts.js';
import { PdmpCheckRow, TelemedBasisRow } from './regulation.entities.js';

const checkNote = (id: string): string => `pdmp_checks.note:${id}`;
const checkResolved = (id: string): string => `pdmp_checks.resolved_reason:${id}`;
const basisNote = (id: string): string => `telemed_bases.note:${id}`;
const basisPractitioner = (id: string): string => `telemed_bases.practitioner:${id}`;
const basisPlace = (id: string): string => `telemed_bases.place:${id}`;

type CheckRow = Pick<
  PdmpCheckRow,
  | 'id'
  | 'state'
  | 'queried_on'
  | 'finding'
  | 'note_enc'
  | 'created_at'
  | 'resolved_at'
  | 'resolved_reason_enc'
> &
  Pick<PdmpCheck, 'queried_by' | 'delegate_of' | 'report_ref'> &
  Sealed<'delegate_of' | 'report_ref'> & { resolved_by: string | null };
type BasisRow = Pick<
  TelemedBasisRow,
  'id' | 'kind' | 'by_provider_id' | 'practitioner_enc' | 'place_enc' | 'note_enc' | 'created_at'
> &
  Pick<TelemedBasis, 'on' | 'until' | 'by_provider' | 'recorded_by'>;
export interface Recorded {
  patientId: string;
  orgId: string;
  by: string;
}
export type NewCheck = Pick<
  PdmpCheck,
  'state' | 'queried_on' | 'finding' | 'report_ref' | 'delegate_of' | 'note'
>;
export type NewBasis = Pick<
  TelemedBasis,
  'kind' | 'on' | 'until' | 'by_provider_id' | 'practitioner' | 'where' | 'note'
>;

/** PDMP queries and telemedicine bases. Callers have checked access to the patient. */
@Injectable()
export class RegulatedRecordsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(PdmpCheckRow) private readonly checkRows: Rows<PdmpCheckRow>,
    @InjectRepository(TelemedBasisRow) private readonly basisRows: Rows<TelemedBasisRow>,
  ) {}

  async checks(patientId: string): Promise<PdmpCheck[]> {
    const rows = await this.db.rows<CheckRow>(
      {
        name: 'pdmp-checks',
        text: `SELECT k.id, k.state, k.queried_on::text AS queried_on, COALESCE(u.display_name, u.email) AS queried_by, ${bothOf('k', 'delegate_of', 'report_ref')},
            k.finding, k.note_enc, k.created_at, k.resolved_at, k.resolved_reason_enc, COALESCE(r.display_name, r.email) AS resolved_by
          FROM pdmp_checks k JOIN users u ON u.id = k.queried_by LEFT JOIN users r ON r.id = k.resolved_by WHERE k.patient_id = $1 ORDER BY k.queried_on DESC, k.created_at DESC, k.id`,
      },
      [patientId],
    );
    return rows.map(({ note_enc, resolved_at, resolved_by, resolved_reason_enc, ...row }) => ({
      ...openTexts(this.cipher, 'pdmp_checks', row, ['delegate_of', 'report_ref']),
      note: note_enc && this.cipher.decrypt(note_enc, checkNote(row.id)),
      resolved:
        resolved_at && resolved_by && resolved_reason_enc
          ? {
              by: resolved_by,
              at: resolved_at.toISOString(),
              reason: this.cipher.decrypt(resolved_reason_enc, checkResolved(row.id)),
            }
          : null,
      created_at: row.created_at.toISOString(),
    }));
  }

  /** false: this patient has no such open discrepancy. */
  async resolveCheck(patientId: string, id: string, by: string, reason: string): Promise<boolean> {
    const { affected } = await this.checkRows.update(
      { id, patient_id: patientId, finding: 'discrepancy', resolved_at: IsNull() },
      {
        resolved_at: () => 'now()',
        resolved_by: by,
        resolved_reason_enc: this.cipher.encrypt(reason, checkResolved(id)),
      },
    );
    return affected === 1;
  }

  async insertCheck({ patientId, orgId, by }: Recorded, check: NewCheck): Promise<string> {
    const id = randomUUID();
    await this.checkRows.insert({
      id,
      org_id: orgId,
      patient_id: patientId,
      state: check.state,
      queried_on: check.queried_on,
      queried_by: by,
      delegate_of_enc: sealText(this.cipher, 'pdmp_checks', 'delegate_of', { id, text: check.delegate_of }),
      report_ref_enc: sealText(this.cipher, 'pdmp_checks', 'report_ref', { id, text: check.report_ref }),
      finding: check.finding,
      note_enc: check.note && this.cipher.encrypt(check.note, checkNote(id)),
      created_at: () => 'clock_timestamp()',
    });
    return id;
  }

  /** The record behind the case fact with the date of the last query. Prepared: the case keeps its time of change. */
  async keepCheckDate(caseId: string, queriedOn: string): Promise<void> {
    await this.db.rows(
      {
        name: 'pdmp-check-date',
        text: `UPDATE cases SET extras = extras || jsonb_build_object('pdmp_checked_on', GREATEST(extras->>'pdmp_checked_on', $2::text)),
            version = version + 1 WHERE id = $1`,
      },
      [caseId, queriedOn],
    );
  }

  async bases(patientId: string): Promise<TelemedBasis[]> {
    const rows = await this.db.rows<BasisRow>(
      {
        name: 'telemed-bases',
        text: `SELECT b.id, b.kind, b.on_day::text AS "on", b.until_day::text AS until, b.by_provider_id, COALESCE(p.display_name, p.email) AS by_provider, b.practitioner_enc, b.place_enc, b.note_enc,
            COALESCE(u.display_name, u.email) AS recorded_by, b.created_at
          FROM telemed_bases b JOIN users u ON u.id = b.recorded_by LEFT JOIN users p ON p.id = b.by_provider_id
          WHERE b.patient_id = $1 ORDER BY b.on_day DESC, b.created_at DESC, b.id`,
      },
      [patientId],
    );
    return rows.map(({ note_enc, place_enc, practitioner_enc, ...row }) => ({
      ...row,
      practitioner: practitioner_enc && this.cipher.decrypt(practitioner_enc, basisPractitioner(row.id)),
      where: place_enc && this.cipher.decrypt(place_enc, basisPlace(row.id)),
      note: note_enc && this.cipher.decrypt(note_enc, basisNote(row.id)),
      created_at: row.created_at.toISOString(),
    }));
  }

  async insertBasis({ patientId, orgId, by }: Recorded, basis: NewBasis): Promise<string> {
    const id = randomUUID();
    await this.basisRows.insert({
      id,
      org_id: orgId,
      patient_id: patientId,
      kind: basis.kind,
      on_day: basis.on,
      until_day: basis.until,
      by_provider_id: basis.by_provider_id,
      practitioner_enc: basis.practitioner && this.cipher.encrypt(basis.practitioner, basisPractitioner(id)),
      place_enc: basis.where && this.cipher.encrypt(basis.where, basisPlace(id)),
      note_enc: basis.note && this.cipher.encrypt(basis.note, basisNote(id)),
      recorded_by: by,
      created_at: () => 'clock_timestamp()',
    });
    return id;
  }

  /** The rules' input for several patients at once. */
  async ofMany(patientIds: readonly string[]): Promise<RegulatedFacts[]> {
    return this.db.rows<RegulatedFacts>(
      {
        name: 'regulated-facts',
        text: `SELECT p.id AS patient_id, p.location_state, p.location_attested_on::text AS location_attested_on, o.policies,
            COALESCE((SELECT jsonb_agg(jsonb_build_object('state', k.state, 'queried_on', k.queried_on, 'finding', k.finding, 'resolved', k.resolved_at IS NOT NULL)
              ORDER BY k.queried_on DESC, k.created_at DESC, k.id) FROM pdmp_checks k WHERE k.patient_id = p.id), '[]') AS checks,
            COALESCE((SELECT jsonb_agg(jsonb_build_object('kind', b.kind, 'on', b.on_day, 'until', b.until_day, 'by_provider_id', b.by_provider_id))
              FROM (SELECT DISTINCT ON (kind, on_day, by_provider_id) kind, on_day, until_day, by_provider_id FROM telemed_bases
                WHERE patient_id = p.id ORDER BY kind, on_day, by_provider_id, created_at DESC, id) b), '[]') AS bases
          FROM patients p JOIN organisations o ON o.id = p.org_id WHERE p.id = ANY($1)`,
      },
      [patientIds],
    );
  }

  /** The patient's last stated location, and the clinic's policy. */
  async place(patientId: string): Promise<PlaceRow | null> {
    return this.db.one<PlaceRow>(
      {
        name: 'patient-place',
        text: `SELECT p.location_state, p.location_attested_on::text AS location_attested_on, o.policies
          FROM patients p JOIN organisations o ON o.id = p.org_id WHERE p.id = $1`,
      },
      [patientId],
    );
  }
}

export interface RegulatedFacts extends PlaceRow {
  patient_id: string;
  checks: (Pick<PdmpCheck, 'state' | 'queried_on' | 'finding'> & { resolved: boolean })[];
  bases: Pick<TelemedBasis, 'kind' | 'on' | 'until' | 'by_provider_id'>[];
}
export interface PlaceRow {
  location_state: string | null;
  location_attested_on: string | null;
  policies: OrganisationPolicies;
}

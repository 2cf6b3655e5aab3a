import { Injectable } from '@nestjs/common';
import type { PatientRow, VisitStatus } from '#common/api/patient.js';
import { VISIT_STATUSES } from '#common/api/patient.js';
import { ageOn } from '#common/intake/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { weightPlace } from '../patients/contact.js';
import { PATIENT_FOUND, searchedDob } from '../patients/patient-search.js';

export const PATIENT_LIST: ListDialect = {
  unit: 'patients',
  sorts: {
    name: 'lower(p.full_name)',
    last_name: 'by_last_name(p.full_name)',
    dob: 'p.dob',
    last_visit_at: 'p.last_visit_at',
  },
  defaultSort: ['name', 'ASC'],
  filters: { q: 'text', last_status: VISIT_STATUSES },
};

interface Row {
  id: string;
  mrn: string;
  name: string | null;
  dob: string | null;
  weight_enc: string | null;
  last_visit_at: Date | null;
  last_status: VisitStatus | null;
}

@Injectable()
export class PatientDirectoryRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** @param byPhone patients found by the phone number searched for */
  async list(
    actor: Actor,
    query: ListQuery,
    today: string,
    byPhone: readonly string[],
  ): Promise<Page<PatientRow>> {
    const page = await listPage<Row>(
      this.db,
      {
        name: 'patient-list',
        // Whose visit a filter reads, is more than who they are.
        records: { actor, table: 'p', patient: 'p.id', named: query.filter.last_status === undefined },
        search: query.filter.q !== undefined,
        details: 'JOIN patients p ON p.id = page.id',
        columns: `p.id, p.mrn, p.full_name AS name, p.dob::text AS dob, p.weight_enc, p.last_visit_at, p.last_visit_status AS last_status`,
        body: `FROM listed_patients p WHERE p.erased_at IS NULL AND ($1::uuid IS NULL OR p.org_id = $1) AND ($2::uuid[] IS NULL OR p.id = ANY($2))
          AND ($3::text IS NULL OR p.last_visit_status = $3)
          AND ($4::text IS NULL OR ${PATIENT_FOUND('$4', '$5')} OR p.id = ANY($6::uuid[]))`,
        values: [
          actor.orgId,
          query.ids,
          query.filter.last_status ?? null,
          searched(query.filter.q),
          searchedDob(query.filter.q),
          byPhone,
        ],
      },
      query,
      'p.id',
    );
    return { ...page, rows: page.rows.map((row) => this.wire(row, today)) };
  }

  private wire({ weight_enc, ...row }: Row, today: string): PatientRow {
    return {
      ...row,
      patient_id: row.id,
      age: row.dob ? ageOn(row.dob, today) : null,
      weight: weight_enc ? Number(this.cipher.decrypt(weight_enc, weightPlace(row.id))) : null,
      last_visit_at: row.last_visit_at?.toISOString() ?? null,
    };
  }
}

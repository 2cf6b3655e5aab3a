import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type {
  CliniciansResponse,
  CaseDetailResponse,
  CaseExtras,
  CaseRow,
  SamePerson,
} from '#common/api/index.js';
import { isSameName } from '#common/text/person-name.js';
import type { Pressure } from '#common/clinical/index.js';
import type { CaseStatus } from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { searchedDob } from '../patients/patient-search.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bothOf, openTexts, sealText, type Sealed } from '../platform/crypto/texts.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { Case } from './case.entity.js';
import { wireRow, type ListRow } from './case-list-row.js';
import { Discontinuation } from './discontinuation.entity.js';
import { PressureReading } from './pressure-reading.entity.js';

/** How a treatment ended. */
export interface Ending {
  on: string;
  /** Whether the patient has submitted an intake since. */
  submitted_since: boolean;
}
export type StoredCase = Pick<
  Case,
  | 'id'
  | 'org_id'
  | 'patient_id'
  | 'case_number'
  | 'status'
  | 'diagnosis'
  | 'primary_clinician_id'
  | 'extras'
  | 'therapy_start_assumed'
  | 'tell_in_person'
  | 'awaits_intake'
  | 'version'
  | 'created_at'
  | 'updated_at'
> & {
  patient_user_id: string;
  /** The record is held: its owner is not confirmed. */
  held: boolean;
  patient_name: string | null;
  mrn: string;
  /** Date of birth, 'YYYY-MM-DD'. */
  patient_dob: string | null;
  patient_email: string;
  primary_clinician: string | null;
  /** Its organization limits clinical acts and records to its providers. */
  needs_provider: boolean;
};

export type StoredDiscontinuation = Pick<
  Discontinuation,
  'id' | 'reason_code' | 'follow_up_labs' | 'note_enc' | 'decided_by' | 'created_at'
> & { effective_date: string };

const SELECT = `SELECT c.id, c.org_id, c.patient_id, p.user_id AS patient_user_id, p.held_at IS NOT NULL AS held, p.full_name AS patient_name, p.mrn, p.dob::text AS patient_dob, u.email AS patient_email, c.case_number,
    c.status, ${bothOf('c', 'diagnosis')}, c.primary_clinician_id, COALESCE(k.display_name, k.email) AS primary_clinician, c.extras, c.therapy_start_assumed, c.tell_in_person, c.awaits_intake, c.version, c.created_at, c.updated_at,
    ${NEEDS_PROVIDER} AS needs_provider
  FROM cases c JOIN organisations o ON o.id = c.org_id JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id LEFT JOIN users k ON k.id = c.primary_clinician_id`;

const OF_ACTOR = 'c.id = $1 AND ($2::uuid IS NULL OR c.org_id = $2)';

/** More records of one person than this are not listed. */
const MOST_SAME = 5;

export const wireCase = (known: StoredCase): CaseDetailResponse['case'] => ({
  id: known.id,
  case_number: known.case_number,
  status: known.status,
  patient_id: known.patient_id,
  patient_name: known.patient_name ?? known.patient_email,
  mrn: known.mrn,
  patient_email: known.patient_email,
  created_at: known.created_at.toISOString(),
  updated_at: known.updated_at.toISOString(),
  diagnosis: known.diagnosis,
  primary_clinician: known.primary_clinician,
  primary_clinician_id: known.primary_clinician_id,
  awaits_intake: known.awaits_intake,
  extras: known.extras,
  version: known.version,
});

export const CASE_LIST: ListDialect = {
  unit: 'cases',
  sorts: {
    patient_name: 'lower(c.list_name)',
    last_name: 'by_last_name(c.list_name)',
    status: 'c.status',
    created_at: 'c.created_at',
    updated_at: 'c.updated_at',
    next_review_at: 'c.next_review_on',
    urgency: 'COALESCE(c.urgent_since,c.waiting_since)',
  },
  defaultSort: ['created_at', 'DESC'],
  filters: {
    q: 'text',
    status: ['open', 'monitoring', 'closed'],
    flagged: 'boolean',
    overdue: 'boolean',
    emergency: 'boolean',
  },
};

@Injectable()
export class CasesRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(Case) private readonly cases: Rows<Case>,
    @InjectRepository(Discontinuation) private readonly endingRows: Rows<Discontinuation>,
    @InjectRepository(PressureReading) private readonly pressures: Rows<PressureReading>,
  ) {}

  find(actor: Actor, id: string): Promise<StoredCase | null> {
    return this.one('case-find', OF_ACTOR, [id, actor.orgId]);
  }

  /** Locks the case until the transaction ends; actions on one case wait for each other. */
  lock(actor: Actor, id: string): Promise<StoredCase | null> {
    return this.one('case-lock', `${OF_ACTOR} FOR UPDATE OF c`, [id, actor.orgId]);
  }

  /** The patient's own case. */
  ofPatient(patientId: string, lock: boolean): Promise<StoredCase | null> {
    const name = `case-of-patient${lock ? '-lock' : ''}`;
    return this.one(name, `c.patient_id = $1${lock ? ' FOR UPDATE OF c' : ''}`, [patientId]);
  }

  /** Whether the pharmacy ever got an order of the case. */
  async hasSent(id: string): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'case-has-sent',
        text: 'SELECT 1 FROM prescriptions WHERE case_id = $1 AND sent_at IS NOT NULL LIMIT 1',
      },
      [id],
    );
    return row !== null;
  }

  async open(patient: PatientRow): Promise<string | null> {
    const row = await this.db.one<{ id: string }>(
      {
        name: 'case-open',
        text: `INSERT INTO cases (id, org_id, patient_id, case_number) VALUES ($1, $2, $3, 'TRT-' || lpad(nextval('case_numbers')::text, 5, '0'))
          ON CONFLICT (patient_id) DO NOTHING RETURNING id`,
      },
      [randomUUID(), patient.org_id, patient.id],
    );
    return row?.id ?? null;
  }

  /** For an emergency before the intake. */
  async openAwaiting(patientId: string): Promise<string | null> {
    const row = await this.db.one<{ id: string }>(
      {
        name: 'case-open-awaiting',
        text: `INSERT INTO cases (id, org_id, patient_id, case_number, awaits_intake)
          SELECT $1, p.org_id, p.id, 'TRT-' || lpad(nextval('case_numbers')::text, 5, '0'), true FROM patients p WHERE p.id = $2
          ON CONFLICT (patient_id) DO NOTHING RETURNING id`,
      },
      [randomUUID(), patientId],
    );
    return row?.id ?? null;
  }

  /** The intake that an emergency did not wait for was submitted. */
  async awaited(id: string): Promise<void> {
    await this.cases.update({ id }, { awaits_intake: false, version: NEXT_VERSION });
  }

  async setStatus(id: string, status: CaseStatus): Promise<void> {
    const closed_at = status === 'closed' ? () => 'now()' : null;
    await this.cases.update({ id }, { status, closed_at, version: NEXT_VERSION });
  }

  async raiseVersion(id: string): Promise<void> {
    await this.cases.update({ id }, { version: NEXT_VERSION });
  }

  async tellInPerson(id: string, keys: readonly string[]): Promise<void> {
    await this.cases.update({ id }, { tell_in_person: [...keys], version: NEXT_VERSION });
  }

  async mergeExtras(id: string, extras: CaseExtras): Promise<void> {
    await this.db.rows(
      {
        name: 'case-extras',
        text: 'UPDATE cases SET extras = jsonb_strip_nulls(extras || $2::jsonb), version = version + 1, updated_at = now() WHERE id = $1',
      },
      [id, JSON.stringify(extras)],
    );
  }

  /** @param assumed dated by the plan's approval; the patient has not reported the first dose yet */
  async startTherapy(id: string, extras: CaseExtras, assumed: boolean): Promise<void> {
    await this.db.rows(
      {
        name: 'case-start-therapy',
        text: `UPDATE cases SET extras = jsonb_strip_nulls(extras || $2::jsonb), therapy_start_assumed = $3,
            version = version + 1, updated_at = now() WHERE id = $1`,
      },
      [id, JSON.stringify(extras), assumed],
    );
  }

  async insertDiscontinuation(row: Omit<Discontinuation, 'created_at'>): Promise<void> {
    await this.endingRows.insert({ ...row });
  }

  /** When the last treatment ended, or null. */
  async endedOn(caseId: string): Promise<string | null> {
    const row = await this.db.one<{ on: string | null }>(
      {
        name: 'case-ended-on',
        text: 'SELECT max(effective_on)::text AS on FROM discontinuations WHERE case_id = $1',
      },
      [caseId],
    );
    return row?.on ?? null;
  }

  /** The last discontinuation. */
  lastEnding(caseId: string): Promise<Ending | null> {
    return this.db.one<Ending>(
      {
        name: 'case-last-ending',
        text: `SELECT e.effective_on::text AS on, EXISTS (SELECT 1 FROM documents d JOIN cases c ON c.patient_id = d.patient_id
            WHERE c.id = e.case_id AND d.slug = 'intake' AND d.finalized_at > e.created_at) AS submitted_since
          FROM discontinuations e WHERE e.case_id = $1 ORDER BY e.created_at DESC LIMIT 1`,
      },
      [caseId],
    );
  }

  /** The end of the last treatment as decided; closing the case afterwards is not another end. */
  discontinuation(caseId: string): Promise<StoredDiscontinuation | null> {
    return this.db.one<StoredDiscontinuation>(
      {
        name: 'case-discontinuation',
        text: `SELECT e.id, e.reason_code, e.effective_on::text AS effective_date, e.follow_up_labs, e.note_enc,
            COALESCE(u.display_name, u.email) AS decided_by, e.created_at
          FROM discontinuations e JOIN users u ON u.id = e.decided_by
          WHERE e.case_id = $1 ORDER BY e.effective_on DESC, e.created_at LIMIT 1`,
      },
      [caseId],
    );
  }

  /** The day each stop counts from, and when it was decided. */
  endings(caseId: string): Promise<{ on: string; at: string }[]> {
    return this.db.rows(
      {
        name: 'case-endings',
        text: `SELECT effective_on::text AS on, to_json(created_at) #>> '{}' AS at FROM discontinuations
          WHERE case_id = $1 ORDER BY effective_on, created_at`,
      },
      [caseId],
    );
  }

  /**
   * false: someone else saved first, and nothing changed.
   * @param next.bp_recorded_on null: no blood pressure was entered now
   * @param next.bp_entered_at null: it did not change
   */
  async update(
    id: string,
    version: number,
    {
      diagnosis: text,
      bp_recorded_on,
      bp_entered_at,
      ...next
    }: Pick<
      Case,
      | 'status'
      | 'diagnosis'
      | 'primary_clinician_id'
      | 'extras'
      | 'bp_recorded_on'
      | 'bp_entered_at'
      | 'therapy_start_assumed'
    >,
  ): Promise<boolean> {
    const { affected } = await this.cases.update(
      { id, version },
      {
        ...next,
        ...(bp_recorded_on !== null && { bp_recorded_on }),
        ...(bp_entered_at !== null && { bp_entered_at }),
        diagnosis: null,
        diagnosis_enc: sealText(this.cipher, 'cases', 'diagnosis', { id, text }),
        version: NEXT_VERSION,
      },
    );
    return affected === 1;
  }

  /** A reading older than the one on file; it has a day. */
  async keepPressure(case_id: string, { systolic, diastolic, on }: Pressure): Promise<void> {
    await this.pressures.insert({ id: randomUUID(), case_id, measured_on: on!, systolic, diastolic });
  }

  /** Other patients of the clinic with the same name and date of birth. */
  async samePerson(known: StoredCase): Promise<SamePerson[]> {
    const rows = await this.db.rows<SamePerson & { own: string; name: string }>(
      {
        name: 'case-same-person',
        text: `SELECT t.mrn, c.id AS case_id, p.full_name AS own, t.full_name AS name FROM patients p JOIN patients t ON t.dob = p.dob
            AND t.org_id = p.org_id AND t.id <> p.id LEFT JOIN cases c ON c.patient_id = t.id
          WHERE p.id = $1 AND p.org_id = $2 AND p.full_name IS NOT NULL AND t.full_name IS NOT NULL ORDER BY t.mrn`,
      },
      [known.patient_id, known.org_id],
    );
    return rows
      .filter(({ own, name }) => isSameName(own, name))
      .slice(0, MOST_SAME)
      .map(({ mrn, case_id }) => ({ mrn, case_id }));
  }

  /** Every active provider of a clinic, by name. */
  clinicians(orgId: string): Promise<CliniciansResponse['clinicians']> {
    return this.db.rows(
      {
        name: 'case-clinicians',
        text: `SELECT id AS user_id, COALESCE(display_name, email) AS name FROM users
          WHERE org_id = $1 AND status = 'active' AND 'provider' = ANY(roles) ORDER BY lower(COALESCE(display_name, email)), id`,
      },
      [orgId],
    );
  }

  async isClinician(userId: string, orgId: string): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'case-clinician',
        text: `SELECT 1 FROM users WHERE id = $1 AND org_id = $2 AND status = 'active' AND 'provider' = ANY(roles)`,
      },
      [userId, orgId],
    );
    return row !== null;
  }

  /** The first day, since treatment last ended, with a logged dose or with a draw timed after a dose. */
  async treatedOn({ id, patient_id }: StoredCase): Promise<string | null> {
    const row = await this.db.one<{ on: string | null }>(
      {
        name: 'case-treated-on',
        text: `SELECT min(t.on)::text AS on FROM (
            SELECT (p.collected_at AT TIME ZONE o.timezone)::date AS on FROM lab_panels p JOIN organisations o ON o.id = p.org_id
              WHERE p.patient_id = $2 AND p.since_last_dose_h IS NOT NULL AND p.status <> 'voided'
            UNION ALL
            SELECT (d.taken_at AT TIME ZONE o.timezone)::date FROM doses d JOIN organisations o ON o.id = d.org_id
              WHERE d.patient_id = $2 AND NOT d.missed) t
          WHERE t.on > COALESCE((SELECT max(effective_on) FROM discontinuations WHERE case_id = $1), '-infinity')`,
      },
      [id, patient_id],
    );
    return row?.on ?? null;
  }

  /** The clinic's last reading before a day. */
  pressureBefore(caseId: string, on: string): Promise<{ systolic: number; diastolic: number } | null> {
    return this.db.one(
      {
        name: 'case-pressure-before',
        text: `SELECT systolic, diastolic FROM pressure_readings
          WHERE case_id = $1 AND measured_on < $2 AND systolic IS NOT NULL AND diastolic IS NOT NULL ORDER BY measured_on DESC, id LIMIT 1`,
      },
      [caseId, on],
    );
  }

  /** @param byPhone patients found by the phone number searched for */
  list(actor: Actor, query: ListQuery, today: string, byPhone: readonly string[]): Promise<Page<CaseRow>> {
    const { q, status, flagged, overdue, emergency } = query.filter;
    return listPage<ListRow, CaseRow>(
      this.db,
      {
        name: 'case-list',
        records: { actor, table: 'c', named: true },
        search: q !== undefined,
        columns: `c.id, c.case_number, c.patient_id, c.list_name AS patient_name, p.mrn, u.email AS patient_email, c.status,
          c.pending_flagged AS flagged, COALESCE(c.next_review_on < $7::date, false) AS overdue,
          (SELECT count(*)::int FROM case_alerts x WHERE x.case_id = c.id AND x.closed_at IS NULL) AS open_alerts,
          (SELECT count(*)::int FROM case_alerts x WHERE x.case_id = c.id AND x.closed_at IS NULL AND x.severity = 'critical') AS critical_alerts,
          (SELECT jsonb_build_object('rule_key', x.rule_key, 'severity', x.severity, 'id', x.id, 'message', x.message, 'evidence', x.evidence, 'evidence_enc', x.evidence_enc, 'created_at', x.created_at)
            FROM case_alerts x WHERE x.case_id = c.id AND x.closed_at IS NULL AND x.acknowledged_at IS NULL
            ORDER BY array_position(ARRAY['critical', 'warning', 'info'], x.severity), x.urgency DESC, x.created_at, x.id LIMIT 1) AS top_alert,
          ARRAY(SELECT DISTINCT r FROM prescriptions x CROSS JOIN LATERAL unnest(x.override_rules) r
            WHERE x.case_id = c.id AND x.status IN ('accepted', 'filled') AND x.ended_reason IS NULL ORDER BY r) AS approved_against,
          c.plan_waits, c.taking AS on_treatment, c.next_review_on::text AS next_review_at, c.waiting_since, c.created_at, c.updated_at, c.version`,
        details:
          'JOIN cases c ON c.id = page.id JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id',
        body: `FROM listed_cases c
          WHERE ($1::uuid IS NULL OR c.org_id = $1)
            AND ($2::uuid[] IS NULL OR c.id = ANY($2))
            AND ($3::text IS NULL OR c.status = $3)
            AND ($4::boolean IS NULL OR c.pending_flagged = $4)
            AND ($5::boolean IS NULL OR (CASE WHEN $5 THEN c.next_review_on < $7::date
              ELSE c.next_review_on >= $7::date OR c.next_review_on IS NULL END))
            AND ($6::text IS NULL OR c.list_search LIKE lower($6) OR c.patient_id = ANY($9::uuid[])
              OR c.patient_id = ANY(ARRAY(SELECT p.id FROM patients p WHERE p.dob = $8::date)))
            AND $7::date IS NOT NULL
            AND ($10::boolean IS NULL OR (c.id = ANY(ARRAY(SELECT x.id FROM cases x WHERE x.worst_urgency = 3))) = $10)`,
        values: [
          actor.orgId,
          query.ids,
          status ?? null,
          flagged ?? null,
          overdue ?? null,
          searched(q),
          today,
          searchedDob(q),
          byPhone,
          emergency ?? null,
        ],
      },
      query,
      'c.id',
      (rows) => rows.map((row) => wireRow(row, this.cipher)),
    );
  }

  private async one(name: string, where: string, values: unknown[]): Promise<StoredCase | null> {
    const row = await this.db.one<StoredCase & Sealed<'diagnosis'>>(
      { name, text: `${SELECT} WHERE ${where}` },
      values,
    );
    return row && openTexts(this.cipher, 'cases', row, ['diagnosis']);
  }
}

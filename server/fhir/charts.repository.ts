import { Injectable } from '@nestjs/common';
import { effectiveAnswers, type IntakeData } from '#common/intake/index.js';
import { appointmentPlace } from '../appointments/records/sealed-places.js';
import { Db } from '../database/db.js';
import { documentPlace } from '../documents/documents.repository.js';
import { RESULTS_IN } from '../lab-orders/records/lab-order-links.repository.js';
import { labOrderPlace } from '../lab-orders/records/sealed-places.js';
import { notesOf } from '../labs/laboratory-notes.js';
import { bodyPlace, subjectPlace } from '../messages/records/sealed-places.js';
import { contactPlace, type Contact } from '../patients/contact.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bothOf, openTexts, type Sealed } from '../platform/crypto/texts.js';
import { endedReason, type OrderEnding } from '../prescriptions/prescription-rows.js';
import type { CheckInData } from '../progress/records/progress.repository.js';
import { checkInPlace } from '../progress/records/progress.repository.js';
import type { Chart, ChartOrganisation, ChartPatient, Person, Section } from './model/chart.js';

type Row = Record<string, unknown> & { id: string; patient_id: string };
type Open = (row: Row, cipher: FieldCipher) => unknown;

const text = (row: Row, column: string, place: string, cipher: FieldCipher): string | null => {
  const stored = row[column] as string | null;
  return stored && cipher.decrypt(stored, place);
};
const asStored: Open = ({ patient_id: _, ...row }) => row;
/** Its texts decrypted. */
const withTexts =
  <Column extends string>(table: string, ...columns: Column[]): Open =>
  ({ patient_id: _, ...row }, cipher) =>
    openTexts(cipher, table, row as typeof row & Record<Column, unknown> & Sealed<Column>, columns);

/** One statement per section, for any number of patients ($1), and how its rows are decrypted. */
const STATEMENTS: Readonly<Record<Section, { text: string; open: Open }>> = {
  cases: {
    text: `SELECT patient_id, id, status, ${bothOf('c', 'diagnosis')}, primary_clinician_id, created_at, updated_at FROM cases c
      WHERE patient_id = ANY($1) ORDER BY created_at DESC, id`,
    open: withTexts('cases', 'diagnosis'),
  },
  documents: {
    text: `SELECT patient_id, id, slug, title, revision, text_version, finalized_at, data_enc,
        revision = max(revision) OVER (PARTITION BY patient_id, slug) AS latest FROM documents
      WHERE patient_id = ANY($1) ORDER BY finalized_at DESC, revision DESC, id`,
    open: ({ patient_id: _, data_enc, ...row }, cipher) => ({
      ...row,
      answers:
        row['slug'] === 'intake'
          ? effectiveAnswers(cipher.decryptJson<IntakeData>(String(data_enc), documentPlace(row.id)))
          : {},
    }),
  },
  plans: {
    text: `SELECT patient_id, id, lifecycle, formulation, dose, frequency, route, ${bothOf('l', 'blood_draw_timing')}, target_range_low, target_range_high,
        next_review_on::text AS next_review_on, approved_at, approved_by, created_at, updated_at FROM plans l
      WHERE patient_id = ANY($1) ORDER BY created_at DESC, id`,
    open: withTexts('plans', 'blood_draw_timing'),
  },
  prescriptions: {
    text: `SELECT patient_id, id, case_id, plan_id, formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills, status,
        replaces_id, approved_by, on_hold_since, ended_reason, ended_note_enc, created_at, updated_at,
        (COALESCE(approved_at, created_at) AT TIME ZONE (SELECT timezone FROM organisations o WHERE o.id = org_id))::date::text AS issued_on,
        COALESCE((SELECT jsonb_agg(jsonb_build_array(h.since, (h.ended_at AT TIME ZONE o.timezone)::date)) FROM therapy_holds h JOIN organisations o ON o.id = h.org_id
          WHERE h.case_id = prescriptions.case_id), '[]') AS holds
      FROM prescriptions WHERE patient_id = ANY($1) ORDER BY created_at DESC, id`,
    open: ({ patient_id: _, ended_note_enc, ...row }, cipher) => ({
      ...row,
      ended_reason: endedReason({ ...row, ended_note_enc } as unknown as OrderEnding, cipher),
    }),
  },
  dispenses: {
    text: `SELECT patient_id, id, prescription_id, n, filled_on::text AS filled_on, quantity, days, completes, created_at FROM dispenses
      WHERE patient_id = ANY($1) ORDER BY filled_on DESC, n DESC, id`,
    open: asStored,
  },
  panels: {
    text: `SELECT p.patient_id, p.id, p.status, p.collected_at, ${bothOf('p', 'specimen', 'note')}, p.laboratory_notes_enc, p.reviewed_at, p.reviewed_by, p.entered_by, p.created_at,
        EXISTS (SELECT 1 FROM lab_revisions v WHERE v.panel_id = p.id) AS corrected,
        COALESCE((SELECT jsonb_agg(jsonb_build_object('analyte', r.analyte, 'value', r.value, 'comparator', r.comparator, 'unit', r.unit, 'flag', r.flag,
          'reference_low', r.reference_low, 'reference_high', r.reference_high) ORDER BY r.analyte)
          FROM lab_results r WHERE r.panel_id = p.id), '[]') AS results
      FROM lab_panels p WHERE p.patient_id = ANY($1) AND p.collected_at IS NOT NULL ORDER BY p.collected_at DESC, p.id`,
    open: ({ laboratory_notes_enc, ...row }, cipher) => ({
      ...(withTexts('lab_panels', 'specimen', 'note')(row, cipher) as object),
      laboratory_notes: notesOf(cipher, String(row['id']), laboratory_notes_enc as string | null),
    }),
  },
  labOrders: {
    text: `SELECT q.patient_id, q.id, q.number, q.status, q.analytes, q.fasting, q.window_from::text AS window_from, q.due_on::text AS due_on,
        q.ordered_by, q.ordered_at, q.updated_at, q.diagnosis_enc, q.note_enc, c.name AS laboratory, ${RESULTS_IN} AS results_in,
        ARRAY(SELECT k.panel_id::text FROM lab_order_panels k WHERE k.order_id = q.id ORDER BY 1) AS panel_ids
      FROM lab_orders q JOIN lab_connections c ON c.id = q.connection_id
      WHERE q.patient_id = ANY($1) ORDER BY q.ordered_at DESC, q.id`,
    open: ({ patient_id: _, diagnosis_enc, note_enc, ...row }, cipher) => {
      const sealed = { ...row, patient_id: '', diagnosis_enc, note_enc };
      const codes = text(sealed, 'diagnosis_enc', labOrderPlace('diagnosis', row.id), cipher);
      return {
        ...row,
        diagnosis_codes: codes?.split(' ') ?? [],
        note: text(sealed, 'note_enc', labOrderPlace('note', row.id), cipher),
      };
    },
  },
  appointments: {
    text: `SELECT patient_id, id, provider_id, kind, status, preferred, starts_at, ends_at, started_at, ended_at, reason_enc,
        created_at, updated_at FROM appointments
      WHERE patient_id = ANY($1) ORDER BY COALESCE(starts_at, created_at) DESC, id`,
    open: ({ patient_id: _, reason_enc, ...row }, cipher) => ({
      ...row,
      reason: text(
        { ...row, patient_id: '', reason_enc },
        'reason_enc',
        appointmentPlace('reason', row.id),
        cipher,
      ),
    }),
  },
  messages: {
    text: `SELECT t.patient_id, m.id, m.thread_id, m.sender, m.author_id, m.sent_at, m.read_at, m.body_enc, t.subject_enc
      FROM message_threads t JOIN messages m ON m.thread_id = t.id
      WHERE t.patient_id = ANY($1) ORDER BY m.sent_at DESC, m.id`,
    open: ({ patient_id: _, body_enc, subject_enc, ...row }, cipher) => ({
      ...row,
      body: cipher.decrypt(String(body_enc), bodyPlace(row.id)),
      subject: cipher.decrypt(String(subject_enc), subjectPlace(String(row['thread_id']))),
    }),
  },
  checkIns: {
    text: `SELECT patient_id, id, at, data_enc FROM check_ins WHERE patient_id = ANY($1) ORDER BY at DESC, id`,
    open: ({ id, at, data_enc }, cipher) => ({
      id,
      at,
      data: cipher.decryptJson<CheckInData>(String(data_enc), checkInPlace(id)),
    }),
  },
  pressures: {
    text: `SELECT c.patient_id, r.id, r.case_id, r.measured_on::text AS measured_on, r.systolic, r.diastolic
      FROM cases c JOIN pressure_readings r ON r.case_id = c.id
      WHERE c.patient_id = ANY($1) ORDER BY r.measured_on DESC, r.id`,
    open: asStored,
  },
  alerts: {
    text: `SELECT c.patient_id, a.id, a.rule_key, a.severity, a.message, a.acknowledged_at, a.acknowledged_by, a.created_at, a.closed_at
      FROM cases c JOIN case_alerts a ON a.case_id = c.id
      WHERE c.patient_id = ANY($1) ORDER BY a.created_at DESC, a.id`,
    open: asStored,
  },
};

const PATIENTS = {
  name: 'fhir-patients',
  text: `SELECT p.id, p.org_id, p.user_id, p.mrn, p.full_name, p.dob::text AS dob, p.contact_enc, p.updated_at, u.email
    FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = ANY($1) ORDER BY p.id`,
};
const ORGANISATIONS = {
  name: 'fhir-organisations',
  text: `SELECT id, name, timezone, phone, address, updated_at FROM organisations WHERE $1::uuid IS NULL OR id = $1 ORDER BY id`,
};
const TEAM = {
  name: 'fhir-team',
  text: `SELECT id, org_id, email, roles, display_name, npi, status = 'active' AS active, updated_at FROM users
    WHERE ($1::uuid IS NULL OR org_id = $1) AND org_id IS NOT NULL AND roles && ARRAY['provider', 'system_admin'] ORDER BY id`,
};

/** The rows that resources are made from. Callers have checked access to the patients. */
@Injectable()
export class ChartsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  organisations(orgId: string | null): Promise<ChartOrganisation[]> {
    return this.db.rows<ChartOrganisation>(ORGANISATIONS, [orgId]);
  }

  team(orgId: string | null): Promise<Person[]> {
    return this.db.rows<Person>(TEAM, [orgId]);
  }

  async patients(ids: readonly string[]): Promise<ChartPatient[]> {
    const rows = await this.db.rows<Omit<ChartPatient, 'contact'> & { contact_enc: string | null }>(
      PATIENTS,
      [ids],
    );
    return rows.map(({ contact_enc, ...row }) => ({
      ...row,
      contact: contact_enc ? this.cipher.decryptJson<Contact>(contact_enc, contactPlace(row.id)) : null,
    }));
  }

  /** The rows of one section, by patient. */
  async section<Name extends Section>(
    name: Name,
    patientIds: readonly string[],
  ): Promise<ReadonlyMap<string, Chart[Name]>> {
    const { text: statement, open } = STATEMENTS[name];
    const rows = await this.db.rows<Row>({ name: `fhir-${name}`, text: statement }, [patientIds]);
    const found = new Map<string, unknown[]>();
    for (const row of rows) {
      const list = found.get(row.patient_id) ?? [];
      list.push(open(row, this.cipher));
      found.set(row.patient_id, list);
    }
    return found as unknown as ReadonlyMap<string, Chart[Name]>;
  }
}

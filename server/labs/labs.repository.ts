import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull } from 'typeorm';
import type { Lab, LabNote } from '#common/api/index.js';
import { isCalendarDate, type AnalyteKey, type Comparator } from '#common/clinical/index.js';
import { Db } from '../database/db.js';
import { loggedHours } from '../doses/records/logged-hours.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { sealText } from '../platform/crypto/texts.js';
import { validationFailed } from '../platform/errors/errors.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { PATIENT_FOUND, searchedDob } from '../patients/patient-search.js';
import { LabCallBackRow, LabPanel } from './lab.entities.js';
import { criticalOf, type Results } from './lab-results.js';
import { notesOf, sealedNotes, withNotes } from './laboratory-notes.js';
import { COLUMNS, JOINS, labWire, type LabRow } from './lab-wire.js';
import { TEXT } from './text/en.js';

export const LAB_LIST: ListDialect = {
  unit: 'labs',
  sorts: {
    collected_at: 'l.collected_at',
    due_on: 'l.due_on',
    created_at: 'l.created_at',
    // Critical values first, then what lies outside its range, then by age.
    urgency: 'CASE WHEN l.critical THEN 0 WHEN l.abnormal THEN 1 ELSE 2 END, l.collected_at',
    patient_name:
      '(SELECT lower(COALESCE(p.full_name, u.email)) FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = l.patient_id)',
  },
  defaultSort: ['collected_at', 'DESC'],
  filters: {
    patient_id: 'uuid',
    status: ['scheduled', 'overdue', 'completed', 'corrected', 'voided'],
    abnormal: 'boolean',
    unreviewed: 'boolean',
    critical: 'boolean',
    call_due: 'boolean',
    q: 'text',
    collected_from: 'text',
    collected_to: 'text',
  },
};

export interface NewPanel {
  patientId: string;
  orgId: string;
  collectedAt: Date;
  collectedAsSent: string;
  sinceLastDoseH: number | null;
  hoursConfirmed?: boolean;
  specimen: string | null;
  source: 'entry' | 'import' | 'laboratory' | 'demo';
  enteredBy: string | null;
  results: Results;
}

interface PanelResults {
  panelId: string;
  results: NewPanel['results'];
}

export interface StoredDraw {
  id: string;
  since_last_dose_h: number | null;
  results: Record<string, number>;
  /** Of results that are a limit. */
  limits: Partial<Record<AnalyteKey, Comparator>> | null;
}

/** A day of the clinic; a list asked for another kind of date is refused. */
function day(query: ListQuery, name: 'collected_from' | 'collected_to'): string | null {
  const { [name]: value } = query.filter;
  if (value === undefined) return null;
  if (isCalendarDate(value)) return value;
  throw validationFailed({ [`filter.${name}`]: TEXT.enterDayAsYyyyMmDd });
}

@Injectable()
export class LabsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(LabPanel) private readonly panels: Rows<LabPanel>,
    @InjectRepository(LabCallBackRow) private readonly calls: Rows<LabCallBackRow>,
  ) {}

  list(actor: Actor, query: ListQuery, today: string): Promise<Page<Lab>> {
    const { patient_id, status, abnormal, unreviewed, critical, call_due, q } = query.filter;
    return listPage<LabRow, Lab>(
      this.db,
      {
        name: 'lab-list',
        records: { actor, table: 'l' },
        columns: COLUMNS,
        details: `JOIN lab_panels l ON l.id = page.id ${JOINS}`,
        body: `FROM listed_lab_panels l WHERE ($1::uuid IS NULL OR l.org_id = $1) AND ($2::uuid[] IS NULL OR l.id = ANY($2))
          AND ($3::uuid IS NULL OR l.patient_id = $3)
          AND ($4::text IS NULL OR CASE $4 WHEN 'overdue' THEN l.status = 'scheduled' AND l.due_on < $7::date
            WHEN 'scheduled' THEN l.status = 'scheduled' AND l.due_on >= $7::date
            WHEN 'corrected' THEN l.status = 'completed' AND EXISTS (SELECT 1 FROM lab_revisions v WHERE v.panel_id = l.id)
            ELSE l.status = $4 END)
          AND ($5::boolean IS NULL OR l.abnormal = $5)
          AND ($6::boolean IS NULL OR CASE WHEN $6 THEN l.status = 'completed' AND l.reviewed_at IS NULL
            ELSE l.status <> 'completed' OR l.reviewed_at IS NOT NULL END)
          AND $7::date IS NOT NULL
          AND ($8::boolean IS NULL OR (l.critical AND l.status = 'completed') = $8)
          AND ($9::boolean IS NULL OR (l.critical AND NOT l.called AND l.status = 'completed') = $9)
          AND ($10::text IS NULL AND $11::date IS NULL
            OR l.patient_id IN (SELECT p.id FROM listed_patients p WHERE ($1::uuid IS NULL OR p.org_id = $1) AND ${PATIENT_FOUND('$10', '$11')}))
          AND ($12::date IS NULL OR l.collected_at >= $12::date::timestamp AT TIME ZONE $14)
          AND ($13::date IS NULL OR l.collected_at < ($13::date + 1)::timestamp AT TIME ZONE $14)
          AND $14::text IS NOT NULL`,
        values: [
          actor.orgId,
          query.ids,
          patient_id ?? null,
          status ?? null,
          abnormal ?? null,
          unreviewed ?? null,
          today,
          critical ?? null,
          call_due ?? null,
          searched(q),
          searchedDob(q),
          day(query, 'collected_from'),
          day(query, 'collected_to'),
          actor.orgTimezone ?? 'UTC',
        ],
      },
      query,
      'l.id',
      (rows) => rows.map((row) => labWire(row, this.cipher)),
    );
  }

  /** Draws with results, newest first. The caller was allowed to reach this patient. */
  async ofPatient(patientId: string): Promise<Lab[]> {
    const rows = await this.db.rows<LabRow>(
      {
        name: 'labs-of-patient',
        text: `SELECT ${COLUMNS} FROM lab_panels l ${JOINS} WHERE l.patient_id = $1 AND l.status = 'completed' ORDER BY l.collected_at DESC, l.id`,
      },
      [patientId],
    );
    return rows.map((row) => labWire(row, this.cipher));
  }

  /** The caller was allowed to reach their patients. */
  async byIds(ids: readonly string[]): Promise<Lab[]> {
    const rows = await this.db.rows<LabRow>(
      {
        name: 'labs-by-id',
        text: `SELECT ${COLUMNS} FROM lab_panels l ${JOINS} WHERE l.id = ANY($1::uuid[]) ORDER BY l.collected_at, l.id`,
      },
      [ids],
    );
    return rows.map((row) => labWire(row, this.cipher));
  }

  async find(actor: Pick<Actor, 'orgId'>, id: string): Promise<Lab | null> {
    const row = await this.db.one<LabRow>(
      {
        name: 'lab-find',
        text: `SELECT ${COLUMNS} FROM lab_panels l ${JOINS} WHERE l.id = $1 AND ($2::uuid IS NULL OR l.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && labWire(row, this.cipher);
  }

  /** By the patient's dose log. The caller was allowed to reach this patient. */
  async hoursSinceDose(patientId: string, at: Date): Promise<number | null> {
    const row = await this.db.one<{ hours: number | null }>(
      {
        name: 'lab-hours-since-dose',
        text: `SELECT ${loggedHours('$1::uuid', '$2::timestamptz')} AS hours`,
      },
      [patientId, at],
    );
    return row?.hours ?? null;
  }

  async insert(panel: NewPanel): Promise<string> {
    const [id] = await this.insertAll([panel]);
    return id!;
  }

  /** Panels with their results, however many, in two statements; the ids in the order of the panels. */
  async insertAll(panels: readonly NewPanel[]): Promise<string[]> {
    const ids = panels.map(() => randomUUID());
    const column = <T>(read: (panel: NewPanel) => T): T[] => panels.map(read);
    await this.db.rows(
      {
        name: 'lab-insert',
        text: `INSERT INTO lab_panels (id, org_id, patient_id, status, collected_at, collected_as_sent, since_last_dose_h, specimen_enc, source, entered_by, critical, hours_confirmed)
          SELECT a.id, a.org_id, a.patient_id, 'completed', a.at, a.as_sent, a.since, a.specimen, a.source, a.entered_by, a.critical, a.confirmed
          FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::float8[], $7::text[], $8::text[], $9::uuid[], $10::boolean[], $11::boolean[])
            AS a(id, org_id, patient_id, at, as_sent, since, specimen, source, entered_by, critical, confirmed)`,
      },
      [
        ids,
        column((p) => p.orgId),
        column((p) => p.patientId),
        column((p) => p.collectedAt),
        column((p) => p.collectedAsSent),
        column((p) => p.sinceLastDoseH),
        panels.map(({ specimen }, i) =>
          sealText(this.cipher, 'lab_panels', 'specimen', { id: ids[i]!, text: specimen }),
        ),
        column((p) => p.source),
        column((p) => p.enteredBy),
        column((p) => criticalOf(p.results).length > 0),
        column((p) => p.hoursConfirmed ?? false),
      ],
    );
    await this.insertResults(panels.map(({ results }, i) => ({ panelId: ids[i]!, results })));
    return ids;
  }

  /** More results for panels on file. These have not been reviewed, so a reviewed panel waits for a review again. */
  async addResults(panels: readonly PanelResults[]): Promise<void> {
    await this.insertResults(panels);
    await this.panels.update(
      { id: In(panels.map(({ panelId }) => panelId)) },
      { reviewed_at: null, reviewed_by: null, version: NEXT_VERSION },
    );
    const critical = panels.filter(({ results }) => criticalOf(results).length > 0).map((p) => p.panelId);
    if (!critical.length) return;
    await this.panels.update({ id: In(critical) }, { critical: true, called: false });
    await this.outdateCalls(critical);
  }

  /** Calls about other critical values than those on file now. */
  async outdateCalls(panelIds: readonly string[]): Promise<void> {
    await this.calls.update({ panel_id: In(panelIds), outdated: false }, { outdated: true });
  }

  /** The laboratory's comments, beside those on file. The caller holds the patient's case. */
  async addNotes(id: string, notes: readonly LabNote[]): Promise<void> {
    const row = await this.panels.findOne({ where: { id }, select: { laboratory_notes_enc: true } });
    const all = withNotes(notesOf(this.cipher, id, row?.laboratory_notes_enc ?? null), notes);
    await this.panels.update({ id }, { laboratory_notes_enc: sealedNotes(this.cipher, id, all) });
  }

  /** The hours since the last dose, of a draw that came without them. */
  async addInterval(id: string, hours: number): Promise<void> {
    await this.panels.update(
      { id, since_last_dose_h: IsNull() },
      { since_last_dose_h: hours, version: NEXT_VERSION },
    );
  }

  async insertResults(panels: readonly PanelResults[]): Promise<void> {
    const rows = panels.flatMap(({ panelId, results }) =>
      [...results].map(([analyte, result]) => ({ panelId, analyte, ...result })),
    );
    await this.db.rows(
      {
        name: 'lab-results-insert',
        text: `INSERT INTO lab_results (panel_id, analyte, value, unit, flag, reference_low, reference_high, entered_value, entered_unit, comparator, marked)
          SELECT * FROM unnest($1::uuid[], $2::text[], $3::float8[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::float8[], $9::text[], $10::text[], $11::boolean[])`,
      },
      [
        rows.map((r) => r.panelId),
        rows.map((r) => r.analyte),
        rows.map((r) => r.value),
        rows.map((r) => r.unit),
        rows.map((r) => r.flag),
        rows.map((r) => r.reference_low),
        rows.map((r) => r.reference_high),
        rows.map((r) => r.entered?.value ?? null),
        rows.map((r) => r.entered?.unit ?? null),
        rows.map((r) => r.comparator ?? null),
        rows.map((r) => r.marked ?? false),
      ],
    );
  }

  /** The draws of that patient at those moments, with their values, by the moment in ms. */
  async drawsAt(patientId: string, moments: readonly Date[]): Promise<Map<number, StoredDraw>> {
    const rows = await this.db.rows<StoredDraw & { collected_at: Date }>(
      {
        name: 'lab-draws-at',
        text: `SELECT DISTINCT ON (l.collected_at) l.id, l.collected_at, l.since_last_dose_h, jsonb_object_agg(r.analyte, r.value) AS results,
            jsonb_object_agg(r.analyte, r.comparator) FILTER (WHERE r.comparator IS NOT NULL) AS limits
          FROM lab_panels l JOIN lab_results r ON r.panel_id = l.id
          WHERE l.patient_id = $1 AND l.collected_at = ANY($2::timestamptz[]) AND l.status = 'completed'
          GROUP BY l.id ORDER BY l.collected_at, l.id`,
      },
      [patientId, moments],
    );
    return new Map(rows.map((row) => [row.collected_at.getTime(), row]));
  }

  /** The draws of that patient within a day of that moment, with their values. */
  drawsNear(
    patientId: string,
    at: Date,
  ): Promise<
    ({ collected_at: Date; collected_as_sent: string } & Pick<StoredDraw, 'id' | 'results' | 'limits'>)[]
  > {
    return this.db.rows(
      {
        name: 'lab-draws-near',
        text: `SELECT l.id, l.collected_at, l.collected_as_sent, jsonb_object_agg(r.analyte, r.value) AS results,
            jsonb_object_agg(r.analyte, r.comparator) FILTER (WHERE r.comparator IS NOT NULL) AS limits
          FROM lab_panels l JOIN lab_results r ON r.panel_id = l.id
          WHERE l.patient_id = $1 AND l.collected_at BETWEEN $2::timestamptz - interval '1 day' AND $2::timestamptz + interval '1 day'
            AND l.status = 'completed' GROUP BY l.id`,
      },
      [patientId, at],
    );
  }

  /** Whoever reviews this panel waits here until the transaction ends. */
  async lock(id: string): Promise<void> {
    await this.db.rows({ name: 'lab-lock', text: 'SELECT 1 FROM lab_panels WHERE id = $1 FOR UPDATE' }, [id]);
  }

  /** false: the panel is no longer at that version, and nothing changed. */
  async review(id: string, reviewer: string, note: string | null, version: number): Promise<boolean> {
    const note_enc = sealText(this.cipher, 'lab_panels', 'note', { id, text: note });
    const { affected } = await this.panels.update(
      { id, version },
      {
        reviewed_at: () => 'now()',
        reviewed_by: reviewer,
        ...(note_enc && { note_enc, note: null }),
        version: NEXT_VERSION,
      },
    );
    return affected === 1;
  }
}

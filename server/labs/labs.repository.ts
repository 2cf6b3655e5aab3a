import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Lab, LabResult } from '../../common/api/index.js';
import type { AnalyteKey } from '../../common/clinical/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Actor } from '../platform/access/actor.js';
import { type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';

export const LAB_LIST: ListDialect = {
  unit: 'labs',
  sorts: {
    collected_at: 'l.collected_at',
    due_on: 'l.due_on',
    created_at: 'l.created_at',
    // What lies outside its range first, then by age.
    urgency: 'l.abnormal DESC, l.collected_at',
    patient_name:
      '(SELECT lower(COALESCE(p.full_name, u.email)) FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = l.patient_id)',
  },
  defaultSort: ['collected_at', 'DESC'],
  filters: {
    patient_id: 'uuid',
    status: ['scheduled', 'overdue', 'completed'],
    abnormal: 'boolean',
    unreviewed: 'boolean',
  },
};

const COLUMNS = `l.id, l.id AS lab_id, l.patient_id, COALESCE(p.full_name, u.email) AS patient_name,
  CASE WHEN l.status = 'scheduled' AND l.due_on < (now() AT TIME ZONE o.timezone)::date THEN 'overdue' ELSE l.status END AS status,
  l.due_on::text AS due_on, l.collected_at, l.since_last_dose_h, l.specimen, l.reviewed_at, COALESCE(r.display_name, r.email) AS reviewed_by, l.note, l.version,
  COALESCE((SELECT jsonb_object_agg(x.analyte, jsonb_build_object('value', x.value, 'unit', x.unit, 'flag', x.flag,
    'reference_low', x.reference_low, 'reference_high', x.reference_high)) FROM lab_results x WHERE x.panel_id = l.id), '{}') AS results`;
const JOINS = `JOIN patients p ON p.id = l.patient_id JOIN users u ON u.id = p.user_id
  JOIN organisations o ON o.id = l.org_id LEFT JOIN users r ON r.id = l.reviewed_by`;

type Row = Omit<Lab, 'collected_at' | 'reviewed_at'> & {
  collected_at: Date | null;
  reviewed_at: Date | null;
};

const wire = (row: Row): Lab => ({
  ...row,
  collected_at: row.collected_at?.toISOString() ?? null,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
});

export interface NewPanel {
  patientId: string;
  orgId: string;
  collectedAt: Date;
  collectedAsSent: string;
  sinceLastDoseH: number | null;
  specimen: string | null;
  source: 'entry' | 'import' | 'demo';
  enteredBy: string | null;
  results: Map<AnalyteKey, LabResult>;
}

interface PanelResults {
  panelId: string;
  results: NewPanel['results'];
}

export interface StoredDraw {
  id: string;
  since_last_dose_h: number | null;
  results: Record<string, number>;
}

@Injectable()
export class LabsRepository {
  constructor(private readonly db: Db) {}

  list(actor: Actor, query: ListQuery, today: string): Promise<Page<Lab>> {
    const { patient_id, status, abnormal, unreviewed } = query.filter;
    return listPage<Row>(
      this.db,
      {
        name: 'lab-list',
        columns: COLUMNS,
        details: `JOIN lab_panels l ON l.id = page.id ${JOINS}`,
        body: `FROM lab_panels l WHERE ($1::uuid IS NULL OR l.org_id = $1) AND ($2::uuid[] IS NULL OR l.id = ANY($2))
          AND ($3::uuid IS NULL OR l.patient_id = $3)
          AND ($4::text IS NULL OR CASE $4 WHEN 'overdue' THEN l.status = 'scheduled' AND l.due_on < $7::date
            WHEN 'scheduled' THEN l.status = 'scheduled' AND l.due_on >= $7::date ELSE l.status = $4 END)
          AND ($5::boolean IS NULL OR l.abnormal = $5)
          AND ($6::boolean IS NULL OR CASE WHEN $6 THEN l.status = 'completed' AND l.reviewed_at IS NULL
            ELSE l.status <> 'completed' OR l.reviewed_at IS NOT NULL END)
          AND $7::date IS NOT NULL`,
        values: [
          actor.orgId,
          query.ids,
          patient_id ?? null,
          status ?? null,
          abnormal ?? null,
          unreviewed ?? null,
          today,
        ],
      },
      query,
      'l.id',
    ).then((page) => ({ ...page, rows: page.rows.map(wire) }));
  }

  /** Draws with results, newest first. The caller was allowed to reach this patient. */
  async ofPatient(patientId: string): Promise<Lab[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'labs-of-patient',
        text: `SELECT ${COLUMNS} FROM lab_panels l ${JOINS} WHERE l.patient_id = $1 AND l.status = 'completed' ORDER BY l.collected_at DESC, l.id`,
      },
      [patientId],
    );
    return rows.map(wire);
  }

  async find(actor: Actor, id: string): Promise<Lab | null> {
    const row = await this.db.one<Row>(
      {
        name: 'lab-find',
        text: `SELECT ${COLUMNS} FROM lab_panels l ${JOINS} WHERE l.id = $1 AND ($2::uuid IS NULL OR l.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && wire(row);
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
        text: `INSERT INTO lab_panels (id, org_id, patient_id, status, collected_at, collected_as_sent, since_last_dose_h, specimen, source, entered_by)
          SELECT a.id, a.org_id, a.patient_id, 'completed', a.at, a.as_sent, a.since, a.specimen, a.source, a.entered_by
          FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::float8[], $7::text[], $8::text[], $9::uuid[])
            AS a(id, org_id, patient_id, at, as_sent, since, specimen, source, entered_by)`,
      },
      [
        ids,
        column((p) => p.orgId),
        column((p) => p.patientId),
        column((p) => p.collectedAt),
        column((p) => p.collectedAsSent),
        column((p) => p.sinceLastDoseH),
        column((p) => p.specimen),
        column((p) => p.source),
        column((p) => p.enteredBy),
      ],
    );
    await this.insertResults(panels.map(({ results }, i) => ({ panelId: ids[i]!, results })));
    return ids;
  }

  /** More results for panels on file. Nobody has reviewed these, so a reviewed panel waits for a review again. */
  async addResults(panels: readonly PanelResults[]): Promise<void> {
    await this.insertResults(panels);
    await this.db.rows(
      {
        name: 'lab-unreview',
        text: `UPDATE lab_panels SET reviewed_at = NULL, reviewed_by = NULL, version = version + 1 WHERE id = ANY($1::uuid[])`,
      },
      [panels.map(({ panelId }) => panelId)],
    );
  }

  /** The hours since the last dose, of a draw that came without them. */
  async addInterval(panelId: string, hours: number): Promise<void> {
    await this.db.rows(
      {
        name: 'lab-interval',
        text: 'UPDATE lab_panels SET since_last_dose_h = $2, version = version + 1 WHERE id = $1 AND since_last_dose_h IS NULL',
      },
      [panelId, hours],
    );
  }

  private async insertResults(panels: readonly PanelResults[]): Promise<void> {
    const rows = panels.flatMap(({ panelId, results }) =>
      [...results].map(([analyte, result]) => ({ panelId, analyte, ...result })),
    );
    await this.db.rows(
      {
        name: 'lab-results-insert',
        text: `INSERT INTO lab_results (panel_id, analyte, value, unit, flag, reference_low, reference_high)
          SELECT * FROM unnest($1::uuid[], $2::text[], $3::float8[], $4::text[], $5::text[], $6::float8[], $7::float8[])`,
      },
      [
        rows.map((r) => r.panelId),
        rows.map((r) => r.analyte),
        rows.map((r) => r.value),
        rows.map((r) => r.unit),
        rows.map((r) => r.flag),
        rows.map((r) => r.reference_low),
        rows.map((r) => r.reference_high),
      ],
    );
  }

  /** The draws of that patient at those moments, with their values, by the moment in ms. */
  async drawsAt(patientId: string, moments: readonly Date[]): Promise<Map<number, StoredDraw>> {
    const rows = await this.db.rows<StoredDraw & { collected_at: Date }>(
      {
        name: 'lab-draws-at',
        text: `SELECT DISTINCT ON (l.collected_at) l.id, l.collected_at, l.since_last_dose_h, jsonb_object_agg(r.analyte, r.value) AS results
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
  ): Promise<{ collected_at: Date; collected_as_sent: string; results: Record<string, number> }[]> {
    return this.db.rows(
      {
        name: 'lab-draws-near',
        text: `SELECT l.collected_at, l.collected_as_sent, jsonb_object_agg(r.analyte, r.value) AS results
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
    const rows = await this.db.rows(
      {
        name: 'lab-review',
        text: `UPDATE lab_panels SET reviewed_at = now(), reviewed_by = $2, note = COALESCE($3, note), version = version + 1
          WHERE id = $1 AND version = $4 RETURNING id`,
      },
      [id, reviewer, note, version],
    );
    return rows.length === 1;
  }
}

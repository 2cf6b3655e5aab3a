import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Lab } from '#common/api/index.js';
import { Db } from '../database/db.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { LabCallBackRow, LabPanel, LabResultRow, LabRevisionRow } from './lab.entities.js';
import { criticalOf, type Results } from './lab-results.js';
import { LabsRepository } from './labs.repository.js';
import { notePlace, reasonPlace } from './lab-wire.js';

interface Decision {
  reason: string;
  /** null: the laboratory. */
  by: string | null;
}

/** Versions of panels and calls about them. Callers hold a locked panel they were allowed to reach. */
@Injectable()
export class LabCorrectionsRepository {
  constructor(
    private readonly db: Db,
    private readonly labs: LabsRepository,
    private readonly cipher: FieldCipher,
    @InjectRepository(LabPanel) private readonly panels: Rows<LabPanel>,
    @InjectRepository(LabResultRow) private readonly results: Rows<LabResultRow>,
    @InjectRepository(LabRevisionRow) private readonly revisions: Rows<LabRevisionRow>,
    @InjectRepository(LabCallBackRow) private readonly calls: Rows<LabCallBackRow>,
  ) {}

  /** The results of a panel become these; what it said before stays as a version. The reviewer saw other values. */
  async correct(lab: Lab, results: Results, decision: Decision): Promise<void> {
    const critical = criticalOf(results);
    const sameDanger = JSON.stringify(critical) === JSON.stringify(lab.critical);
    await this.keepVersions(lab, Object.fromEntries(results), decision);
    await this.results.delete({ panel_id: lab.id });
    await this.labs.insertResults([{ panelId: lab.id, results }]);
    await this.db.rows(
      {
        name: 'lab-correct',
        text: `UPDATE lab_panels SET reviewed_at = NULL, reviewed_by = NULL, version = version + 1, critical = $2, called = called AND $3,
            abnormal = EXISTS (SELECT 1 FROM lab_results r WHERE r.panel_id = $1 AND r.flag <> 'normal') WHERE id = $1`,
      },
      [lab.id, critical.length > 0, sameDanger],
    );
    if (!sameDanger) await this.labs.outdateCalls([lab.id]);
  }

  async void(lab: Lab, decision: Decision): Promise<void> {
    await this.keepVersions(lab, lab.results, decision);
    await this.panels.update({ id: lab.id }, { status: 'voided', version: NEXT_VERSION });
  }

  async call(
    labId: string,
    { called_on, reached, note }: { called_on: string; reached: boolean; note: string },
    by: string,
  ): Promise<void> {
    const id = randomUUID();
    await this.calls.insert({
      id,
      panel_id: labId,
      called_on,
      reached,
      note_enc: note ? this.cipher.encrypt(note, notePlace(id)) : null,
      by_id: by,
      at: () => 'clock_timestamp()',
    });
    await this.panels.update({ id: labId }, { ...(reached && { called: true }), version: NEXT_VERSION });
  }

  /** What is on file now, as the version it is, and the one that follows. */
  private async keepVersions(lab: Lab, next: Lab['results'], { reason, by }: Decision): Promise<void> {
    const current = lab.revision?.n ?? 1;
    await this.db.rows(
      {
        name: 'lab-version-current',
        text: `INSERT INTO lab_revisions (id, panel_id, n, results, by_id, at)
          SELECT gen_random_uuid(), l.id, $2, $3, l.entered_by, l.created_at FROM lab_panels l WHERE l.id = $1
          ON CONFLICT (panel_id, n) DO UPDATE SET results = EXCLUDED.results`,
      },
      [lab.id, current, JSON.stringify(lab.results)],
    );
    const id = randomUUID();
    await this.revisions.insert({
      id,
      panel_id: lab.id,
      n: current + 1,
      results: next,
      reason_enc: this.cipher.encrypt(reason, reasonPlace(id)),
      by_id: by,
    });
  }
}

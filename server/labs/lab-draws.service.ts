import { Injectable } from '@nestjs/common';
import type { LabNote } from '#common/api/index.js';
import { dateIn, type AnalyteKey } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { LabOrderProgress, type DrawOnFile } from '../lab-orders/records/lab-order-progress.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { Actor } from '../platform/access/actor.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { WithdrawnFacts } from '../rules/withdrawn-facts.service.js';
import { RefillProgress } from '../supply/records/refill-progress.js';
import { LabCorrectionsRepository } from './lab-corrections.repository.js';
import { bringsNews, intervalOf, workOf, type Share, type Work } from './lab-import-draws.js';
import type { Results } from './lab-results.js';
import { LabsRepository, type NewPanel } from './labs.repository.js';

/** Who brings results, and how. */
export interface Bringer {
  /** null: a laboratory, by a message. */
  actor: Actor | null;
  source: Extract<NewPanel['source'], 'import' | 'laboratory'>;
  specimen: string | null;
  /** Why a value on file is replaced or taken away. */
  reason: string;
  /** What the audit says besides the tests. */
  detail: Record<string, string>;
  /** The orders that the laboratory names for a draw, by its moment in ms. */
  orders?: ReadonlyMap<number, readonly string[]>;
  /** What the laboratory says of a draw, by its moment in ms. */
  notes?: ReadonlyMap<number, readonly LabNote[]>;
  /** What was drawn, where that differs by draw. */
  specimens?: ReadonlyMap<number, string>;
}

/** Results of a patient from outside, in one transaction: half a panel is never stored. */
@Injectable()
export class LabDraws {
  constructor(
    private readonly repository: LabsRepository,
    private readonly corrections: LabCorrectionsRepository,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly withdrawn: WithdrawnFacts,
    private readonly orders: LabOrderProgress,
    private readonly refills: RefillProgress,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  /** Each draw beside what is on file for it. */
  async plan({ patient, draws }: Pick<Share, 'patient' | 'draws'>): Promise<Work[]> {
    const stored = await this.repository.drawsAt(
      patient.id,
      [...draws.keys()].map((at) => new Date(at)),
    );
    return [...draws].map(([at, values]) => workOf(values, at, stored.get(at)));
  }

  /** Whoever else changes results of this patient waits until the transaction ends. */
  async hold(patientId: string): Promise<void> {
    await this.cases.ofPatient(patientId, { lock: true });
  }

  /** The tests on file for a draw. */
  async onFile(patientId: string, at: Date): Promise<ReadonlySet<string>> {
    const draw = (await this.repository.drawsAt(patientId, [at])).get(at.getTime());
    return new Set(Object.keys(draw?.results ?? {}));
  }

  async store(by: Bringer, share: Pick<Share, 'patient' | 'draws'>): Promise<Work[]> {
    const { patient } = share;
    return this.uow.run(async () => {
      const known = await this.cases.ofPatient(patient.id, { lock: true });
      const work = await this.plan(share);
      const added = work.filter(bringsNews);
      const corrects = added.some(({ corrections }) => corrections.size > 0);
      const before = corrects ? await this.withdrawn.standing(known, 'lab_result_withdrawn') : [];
      await this.insertPanels(by, patient, added);
      const more = added.filter(({ existing, fresh }) => existing && fresh.size > 0);
      if (more.length)
        await this.repository.addResults(more.map((w) => ({ panelId: w.labId!, results: w.fresh })));
      for (const { labId, interval } of added)
        if (interval !== null) await this.repository.addInterval(labId!, interval);
      for (const one of added) if (one.corrections.size) await this.correct(by, patient, one);
      for (const { at, labId } of added) {
        const notes = by.notes?.get(at);
        if (notes?.length) await this.repository.addNotes(labId!, notes);
      }
      for (const one of added) await this.record(by, patient, one);
      await this.orders.came(by.actor, patient.id, drawsOnFile(by, patient, work));
      await this.refills.resultsCame(
        by.actor,
        patient,
        added.map(({ at }) => new Date(at)),
      );
      if (known && added.length) await this.evaluations.run(known.id, 'labs');
      await this.withdrawn.tell(known, before, 'lab_result_withdrawn');
      return work;
    });
  }

  /** Takes results of a draw away; the last one takes the panel with it. The caller saw that they are on file. */
  async takeBack(
    by: Bringer,
    patient: PatientRow,
    at: Date,
    analytes: ReadonlySet<AnalyteKey>,
  ): Promise<void> {
    await this.uow.run(async () => {
      const known = await this.cases.ofPatient(patient.id, { lock: true });
      const panel = (await this.repository.drawsAt(patient.id, [at])).get(at.getTime());
      if (!panel) return;
      const before = await this.withdrawn.standing(known, 'lab_result_withdrawn');
      await this.repository.lock(panel.id);
      const lab = (await this.repository.find({ orgId: patient.org_id }, panel.id))!;
      const left = Object.entries(lab.results).filter(([key]) => !analytes.has(key as AnalyteKey));
      const decision = { reason: by.reason, by: by.actor?.userId ?? null };
      if (left.length) await this.corrections.correct(lab, new Map(left) as Results, decision);
      else await this.corrections.void(lab, decision);
      await this.audit.record(by.actor, {
        action: left.length ? 'lab.correct' : 'lab.void',
        target: { type: 'lab', id: lab.id },
        patientId: patient.id,
        orgId: patient.org_id,
        detail: { ...by.detail, analytes: [...analytes], version: lab.version + 1 },
        as: STAFF_ROLES,
      });
      await this.orders.changed(by.actor, lab.id);
      await this.refills.resultsGone(patient.id);
      if (known) await this.evaluations.run(known.id, 'labs');
      await this.withdrawn.tell(known, before, 'lab_result_withdrawn');
    });
  }

  private async insertPanels(by: Bringer, patient: PatientRow, added: readonly Work[]): Promise<void> {
    const panels = added.filter(({ existing }) => !existing);
    if (!panels.length) return;
    const ids = await this.repository.insertAll(panels.map((w) => panelOf(by, patient, w)));
    panels.forEach((w, i) => {
      w.labId = ids[i]!;
    });
  }

  private async correct(by: Bringer, patient: PatientRow, { labId, corrections }: Work): Promise<void> {
    await this.repository.lock(labId!);
    const lab = (await this.repository.find({ orgId: patient.org_id }, labId!))!;
    const results = new Map([...Object.entries(lab.results), ...corrections]) as Results;
    await this.corrections.correct(lab, results, { reason: by.reason, by: by.actor?.userId ?? null });
  }

  private async record(by: Bringer, patient: PatientRow, { labId, fresh, corrections }: Work): Promise<void> {
    await this.audit.record(by.actor, {
      action: 'lab.import',
      target: { type: 'lab', id: labId! },
      patientId: patient.id,
      orgId: patient.org_id,
      detail: {
        ...by.detail,
        analytes: [...fresh.keys()],
        ...(corrections.size > 0 && { corrected: [...corrections.keys()] }),
      },
      as: STAFF_ROLES,
    });
  }
}

/** Those with news; and those on file already that are named for an order by now. */
const drawsOnFile = ({ orders }: Bringer, patient: PatientRow, work: readonly Work[]): DrawOnFile[] =>
  work.flatMap((one) => {
    const named = orders?.get(one.at) ?? [];
    if (!one.labId || (!named.length && !bringsNews(one))) return [];
    const day = dateIn(new Date(one.at), patient.timezone);
    return [{ panelId: one.labId, day, analytes: one.values.map(({ analyte }) => analyte), named }];
  });

function panelOf(by: Bringer, patient: PatientRow, { at, values, fresh }: Work): NewPanel {
  return {
    patientId: patient.id,
    orgId: patient.org_id,
    collectedAt: new Date(at),
    collectedAsSent: values[0].collectedAsSent,
    sinceLastDoseH: intervalOf(values),
    specimen: by.specimens?.get(at) ?? by.specimen,
    source: by.source,
    enteredBy: by.actor?.userId ?? null,
    results: fresh,
  };
}

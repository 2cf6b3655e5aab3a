import { Injectable } from '@nestjs/common';
import { noteMistake } from '#common/typed-reason.js';
import type { Lab } from '#common/api/index.js';
import { dateIn, isAnalyteKey } from '#common/clinical/index.js';
import { hasLabResults, STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { LabOrderProgress } from '../lab-orders/records/lab-order-progress.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients, notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, recordConflict, validationFailed } from '../platform/errors/errors.js';
import { Clock, latestToday } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { RefillProgress } from '../supply/records/refill-progress.js';
import { LabCorrectionsRepository } from './lab-corrections.repository.js';
import { readResults, type Results } from './lab-results.js';
import type { LabCallBackDto, LabCorrectDto, LabVoidDto } from './labs.dto.js';
import { LabsRepository } from './labs.repository.js';
import { WithdrawnFacts } from '../rules/withdrawn-facts.service.js';
import { TEXT } from './text/en.js';

/** A value that lies within an import: read already, in the table's unit. */
export type Correction = Pick<LabCorrectDto, 'results' | 'units' | 'confirmed' | 'reason'>;

/** Errors in results on file are put right in the open: nothing is overwritten, and the rules judge again. */
@Injectable()
export class LabCorrections {
  constructor(
    private readonly labs: LabsRepository,
    private readonly corrections: LabCorrectionsRepository,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly told: ToldHistory,
    private readonly withdrawn: WithdrawnFacts,
    private readonly orders: LabOrderProgress,
    private readonly refills: RefillProgress,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  correct(actor: Actor, id: string, body: LabCorrectDto): Promise<Lab> {
    return this.change(actor, id, 'lab.correct', body.version, async (lab) => {
      const results = corrected(lab, body);
      await this.corrections.correct(lab, results, { reason: body.reason.trim(), by: actor.userId });
      return { analytes: changedAnalytes(lab, results) };
    });
  }

  void(actor: Actor, id: string, body: LabVoidDto): Promise<Lab> {
    return this.change(actor, id, 'lab.void', body.version, async (lab) => {
      await this.corrections.void(lab, { reason: body.reason.trim(), by: actor.userId });
      return { analytes: Object.keys(lab.results) };
    });
  }

  async callBack(actor: Actor, id: string, body: LabCallBackDto): Promise<Lab> {
    return this.uow.run(async () => {
      // The case comes before its labs.
      const { patient_id } = await this.found(actor, id);
      const known = await this.cases.ofPatient(patient_id, { lock: true });
      const { org_id } = await this.patients.forStaff(actor, patient_id);
      await this.told.noted(actor, { patient_id, org_id }, { place: 'call', text: body.note });
      const { lab, patient } = await this.locked(actor, id);
      if (!lab.critical.length) throw invalidState(TEXT.panelNoCriticalValue);
      const today = this.clock.today(patient.timezone);
      if (
        body.called_on > latestToday(today, this.clock.now()) ||
        body.called_on < dateIn(new Date(lab.collected_at!), patient.timezone)
      )
        throw validationFailed({ called_on: TEXT.enterDayBetweenDrawAndToday });
      const wrong = noteMistake(body);
      if (wrong) throw validationFailed({ note: wrong });
      await this.corrections.call(id, { ...body, note: body.note.trim() }, actor.userId);
      await this.audit.record(actor, {
        action: 'lab.call_back',
        target: { type: 'lab', id },
        patientId: patient.id,
        orgId: patient.org_id,
        detail: { called_on: body.called_on, reached: body.reached },
        as: STAFF_ROLES,
      });
      if (known) await this.evaluations.run(known.id, 'labs');
      return this.found(actor, id);
    });
  }

  private async change(
    actor: Actor,
    id: string,
    action: RecordAction,
    version: number,
    act: (lab: Lab) => Promise<Record<string, unknown>>,
  ): Promise<Lab> {
    return this.uow.run(async () => {
      // The case first, as everywhere: two acts on one patient wait for each other there.
      const { patient_id } = await this.found(actor, id);
      const known = await this.cases.ofPatient(patient_id, { lock: true });
      const { lab, patient } = await this.locked(actor, id);
      if (lab.version !== version)
        throw recordConflict(
          lab,
          { kind: 'lab', id, patientId: patient.id, orgId: patient.org_id },
          await this.audit.lastChange(patient.id, ['lab.%'], id),
        );
      const before = await this.withdrawn.standing(known, 'lab_result_withdrawn');
      const detail = await act(lab);
      await this.audit.record(actor, {
        action,
        target: { type: 'lab', id },
        patientId: patient.id,
        orgId: patient.org_id,
        detail: { ...detail, version: lab.version + 1 },
        as: STAFF_ROLES,
      });
      await this.orders.changed(actor, id);
      await this.refills.resultsGone(patient.id);
      if (known) await this.evaluations.run(known.id, 'labs');
      await this.withdrawn.tell(known, before, 'lab_result_withdrawn');
      return this.found(actor, id);
    });
  }

  private async locked(actor: Actor, id: string): Promise<{ lab: Lab; patient: PatientRow }> {
    await this.labs.lock(id);
    const lab = await this.found(actor, id);
    const patient = await this.patients.forStaff(actor, lab.patient_id);
    notForOneself(actor, patient.user_id);
    if (!hasLabResults(lab.status)) throw invalidState(TEXT.panelNoResultsCount);
    return { lab, patient };
  }

  private async found(actor: Actor, id: string): Promise<Lab> {
    const lab = await this.labs.find(actor, id);
    if (!lab) throw notFound();
    return lab;
  }
}

/** The results of a panel after a correction: named values replace those on file, null takes one away. */
function corrected(lab: Lab, { results, units, confirmed }: Correction): Results {
  const typed = Object.entries(results);
  const removed = new Set(typed.filter(([, value]) => value === null).map(([key]) => key));
  const unknown = [...removed].filter((key) => !Object.hasOwn(lab.results, key));
  if (unknown.length)
    throw validationFailed(Object.fromEntries(unknown.map((key) => [`results.${key}`, TEXT.testNotInPanel])));
  const named = Object.fromEntries(typed.filter(([key]) => !removed.has(key)));
  const read: Results =
    Object.keys(named).length || !removed.size ? readResults(named, { units, confirmed }) : new Map();
  const next: Results = new Map();
  for (const [key, result] of Object.entries(lab.results))
    if (isAnalyteKey(key) && !removed.has(key)) next.set(key, result);
  for (const [key, result] of read) next.set(key, result);
  if (!next.size) throw validationFailed({ results: TEXT.voidPanelInsteadOfTakingLast });
  if (!changedAnalytes(lab, next).length) throw validationFailed({ results: TEXT.valuesOnFile });
  return next;
}

const changedAnalytes = (lab: Lab, next: Results): string[] =>
  [...new Set([...Object.keys(lab.results), ...next.keys()])].filter(
    (key) =>
      !isAnalyteKey(key) ||
      lab.results[key]?.value !== next.get(key)?.value ||
      lab.results[key]?.comparator !== next.get(key)?.comparator,
  );

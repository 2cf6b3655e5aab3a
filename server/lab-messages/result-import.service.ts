import { Injectable } from '@nestjs/common';
import type { LabNote } from '#common/api/index.js';
import type { LabProblem } from '#common/api/lab-messages.js';
import { dateIn, type AnalyteKey, type ReadValue } from '#common/clinical/index.js';
import type { LinkedOrder } from '../lab-orders/records/lab-order-links.repository.js';
import { LabOrderProgress } from '../lab-orders/records/lab-order-progress.js';
import { LabDraws, type Bringer } from '../labs/lab-draws.service.js';
import { group, tell, type Report, type Share } from '../labs/lab-import-draws.js';
import type { ImportValue } from '../labs/lab-import.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { Reading, Understood } from './reading.js';
import { TEXT } from './text/en.js';

type Withdrawals = Map<number, Set<AnalyteKey>>;
type NamedOrder = Pick<LinkedOrder, 'id' | 'number' | 'patient_id'>;

const valueOf = (one: Understood & { value: ReadValue }, { patient }: Reading): ImportValue => ({
  row: one.index,
  line: one.index + 1,
  named: { patient: patient.name, analyte: one.test, value: '' },
  patient: { id: null, mrn: null, name: null, dob: null },
  collectedAsSent: one.collectedAt,
  sinceLastDoseH: null,
  analyte: one.analyte,
  value: one.value.value,
  ...(one.value.entered && { entered: one.value.entered }),
  ...(one.comparator && { comparator: one.comparator }),
  ...(one.marked && { marked: one.marked }),
  corrects: one.fate === 'correct',
});

/** Puts what a message says into the patient's results: all of it, or nothing and what speaks against it. */
@Injectable()
export class ResultImport {
  constructor(
    private readonly draws: LabDraws,
    private readonly progress: LabOrderProgress,
  ) {}

  /**
   * In the caller's transaction.
   * @param orders those that the message names; of another patient, staff said that the number is wrong
   */
  async bring(
    patient: PatientRow,
    reading: Reading,
    laboratory: { name: string; detail: Record<string, string> },
    orders: readonly NamedOrder[],
  ): Promise<LabProblem[]> {
    await this.draws.hold(patient.id);
    const report: Report = new Map();
    const shares = new Map<string, Share>();
    for (const one of reading.understood)
      if (one.value) group(shares, patient, valueOf({ ...one, value: one.value }, reading), report);
    const problems = this.refused(report, 'twice', reading);
    const share = shares.get(patient.id) ?? { patient, draws: new Map() };
    const told: Report = new Map();
    for (const work of await this.draws.plan(share)) tell(work, told);
    problems.push(...this.refused(told, 'other_value', reading));
    const withdrawn = withdrawals(reading.understood);
    problems.push(...(await this.notOnFile(patient, withdrawn, reading)));
    if (problems.length) return problems;
    const own = orders.filter(({ patient_id }) => patient_id === patient.id);
    const by = (what: string): Bringer => ({
      orders: answered(reading.understood, own),
      notes: said(reading),
      actor: null,
      source: 'laboratory',
      specimen: reading.specimen?.slice(0, 100) ?? null,
      reason: TEXT.byLaboratory(what, laboratory.name),
      detail: laboratory.detail,
    });
    if (share.draws.size) await this.draws.store(by('Corrected'), share);
    for (const [at, analytes] of withdrawn)
      await this.draws.takeBack(by('Withdrawn'), patient, new Date(at), analytes);
    const waits = reading.understood.find(({ fate, order }) => fate === 'wait' && order);
    if (waits && own.length) {
      const inLab = own.filter(({ number }) =>
        reading.understood.some(({ fate, order }) => fate === 'wait' && order === number),
      );
      await this.progress.specimenIn(inLab, dateIn(new Date(waits.collectedAt), patient.timezone));
    }
    return [];
  }

  /** Whether every result that was not final in this message is on file by now. */
  async areOnFile(patientId: string, { understood }: Reading): Promise<boolean> {
    for (const one of understood) {
      if (one.fate !== 'wait') continue;
      if (!(await this.isOnFile(patientId, one))) return false;
    }
    return true;
  }

  /** Corrections of a test that is not on file for their draw. */
  async ofNothing(patientId: string, { understood }: Reading): Promise<Understood[]> {
    const found: Understood[] = [];
    for (const one of understood)
      if (one.fate === 'correct' && !(await this.isOnFile(patientId, one))) found.push(one);
    return found;
  }

  /** Those whose test an earlier message of their order brought, as it is on file for another moment. */
  async onFileElsewhere(
    patientId: string,
    corrections: readonly Understood[],
    before: readonly Understood[],
  ): Promise<LabProblem[]> {
    const problems: LabProblem[] = [];
    for (const { analyte, test } of corrections)
      for (const other of before.filter((one) => one.value && one.analyte === analyte)) {
        if (!(await this.isOnFile(patientId, other))) continue;
        problems.push({ kind: 'other_draw', test, said: other.collectedAt, proposal: null });
        break;
      }
    return problems;
  }

  private async isOnFile(patientId: string, { analyte, collectedAt }: Understood): Promise<boolean> {
    return (await this.draws.onFile(patientId, new Date(collectedAt))).has(analyte);
  }

  private refused(report: Report, kind: LabProblem['kind'], { results }: Reading): LabProblem[] {
    return [...report.values()]
      .filter(({ ok }) => !ok)
      .map(({ row }) => {
        const { name, code, value, unit } = results[row]!;
        return { kind, test: name || code, said: `${value} ${unit}`.trim(), proposal: null };
      });
  }

  private async notOnFile(
    patient: PatientRow,
    withdrawn: Withdrawals,
    { understood, results }: Reading,
  ): Promise<LabProblem[]> {
    const problems: LabProblem[] = [];
    for (const [at, analytes] of withdrawn) {
      const onFile = await this.draws.onFile(patient.id, new Date(at));
      for (const { index, analyte, fate, test, collectedAt } of understood)
        if (
          fate === 'withdraw' &&
          Date.parse(collectedAt) === at &&
          analytes.has(analyte) &&
          !onFile.has(analyte)
        )
          problems.push({ kind: 'not_on_file', test, said: results[index]!.status, proposal: null });
    }
    return problems;
  }
}

/** The orders that the results of each draw answer, by its moment. */
function answered(
  understood: readonly Understood[],
  orders: readonly NamedOrder[],
): ReadonlyMap<number, readonly string[]> {
  const byNumber = new Map(orders.map(({ number, id }) => [number, id]));
  const found = new Map<number, Set<string>>();
  for (const { value, order, collectedAt } of understood) {
    const id = value && order && byNumber.get(order);
    if (!id) continue;
    const at = Date.parse(collectedAt);
    found.set(at, (found.get(at) ?? new Set()).add(id));
  }
  return new Map([...found].map(([at, ids]) => [at, [...ids]]));
}

/** What the laboratory says of each draw, by its moment. */
function said({ understood, notes }: Reading): ReadonlyMap<number, readonly LabNote[]> {
  const found = new Map<number, LabNote[]>();
  for (const one of understood) {
    const at = Date.parse(one.collectedAt);
    const about =
      (analyte: string | null) =>
      (text: string): LabNote => ({ analyte, text });
    const all = [...one.notes.map(about(one.analyte)), ...[...one.ofOrder, ...notes].map(about(null))];
    found.set(at, [...(found.get(at) ?? []), ...all]);
  }
  return found;
}

function withdrawals(understood: readonly Understood[]): Withdrawals {
  const found: Withdrawals = new Map();
  for (const { fate, analyte, collectedAt } of understood) {
    if (fate !== 'withdraw') continue;
    const at = Date.parse(collectedAt);
    found.set(at, (found.get(at) ?? new Set()).add(analyte));
  }
  return found;
}

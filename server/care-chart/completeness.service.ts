import { Injectable } from '@nestjs/common';
import type {
  CaseMeasure,
  ClinicCase,
  ClinicCompletenessResponse,
  CompletenessResponse,
} from '#common/api/care-chart.js';
import {
  addDays,
  asOf,
  completeness,
  daysBetween,
  summarize,
  type Completeness,
  type CompletenessInput,
} from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { Actor } from '../platform/access/actor.js';
import { seesRecords } from '../platform/access/provider-only.js';
import { outsideCaseLoad } from '../patients/patients.service.js';
import { Clock } from '../platform/time/clock.js';
import { RecordAccess } from '../record-access/record-access.service.js';
import { CaseFactsReader, type CaseFacts } from '../rules/case-facts.reader.js';
import { completenessInput } from './completeness-input.js';
import { CareChartRepository, type CareDates } from './care-chart.repository.js';
import { measureEvidence } from './measure-evidence.js';

/** How many cases are read at once. */
const BATCH = 100;
const QUARTERS = 4;

interface JudgedCase {
  facts: CaseFacts;
  dates: CareDates;
  input: CompletenessInput;
  start: string;
  result: Completeness;
}

const measureOf =
  (known: JudgedCase) =>
  (measure: Completeness['details'][number]): CaseMeasure => {
    const { id, title, source, status, critical, due_day, done_day, evidence } = measure;
    const on = (day: number | null) => (day === null ? null : addDays(known.start, day));
    return {
      id,
      title,
      source,
      status,
      critical,
      due_on: on(due_day),
      done_on: on(done_day),
      evidence: [...evidence],
      evidence_ref: measureEvidence(measure, known),
    };
  };

const inWords = ({ done, overdue }: Completeness): string =>
  `${done} of ${done + overdue}${overdue ? `, ${overdue} overdue` : ''}`;

const row = ({ dates, result }: JudgedCase): ClinicCase => ({
  case_id: dates.case_id,
  patient_id: dates.patient_id,
  patient_name: dates.patient_name,
  mrn: dates.mrn,
  done: result.done,
  overdue: result.overdue,
  due: result.due,
  overdue_measures: result.details.filter(({ status }) => status === 'overdue').map(({ id }) => id),
  critical_overdue: result.critical_overdue,
});

/** The first days of the quarters before a date, newest first. */
function quarterEnds(today: string): string[] {
  const year = Number(today.slice(0, 4));
  const quarter = Math.floor((Number(today.slice(5, 7)) - 1) / 3);
  return Array.from({ length: QUARTERS }, (_, ago) => {
    const months = year * 12 + (quarter - ago) * 3;
    const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
    return addDays(first, -1);
  });
}

/** Which monitoring measures are done. */
@Injectable()
export class CompletenessReports {
  constructor(
    private readonly repository: CareChartRepository,
    private readonly facts: CaseFactsReader,
    private readonly cases: CaseRecords,
    private readonly access: RecordAccess,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async ofCase(actor: Actor, caseId: string): Promise<CompletenessResponse> {
    const record = await this.cases.find(actor, caseId);
    const [judged] = await this.judge([record.id]);
    const { result } = judged!;
    await this.audit.record(actor, {
      action: 'case.read',
      target: { type: 'case', id: record.id },
      patientId: record.patient_id,
      orgId: record.org_id,
      detail: { part: 'completeness', ...(outsideCaseLoad(actor, record) && { outside_case_load: true }) },
      as: STAFF_ROLES,
    });
    const details = result.details.map(measureOf(judged!));
    return {
      ...result,
      case_id: record.id,
      summary: inWords(result),
      details: details.toSorted((a, b) => urgency(a) - urgency(b)),
    };
  }

  async ofClinic(actor: Actor): Promise<ClinicCompletenessResponse> {
    const ids = await this.repository.onTreatment(actor);
    const judged: JudgedCase[] = [];
    for (let from = 0; from < ids.length; from += BATCH)
      judged.push(...(await this.judge(ids.slice(from, from + BATCH))));
    const closed = await this.access.closedTo(
      actor,
      judged.map(({ facts }) => facts.patientId),
    );
    const open = judged.filter(
      ({ dates, facts }) => seesRecords(actor, dates.needs_provider) && !closed.has(facts.patientId),
    );
    await this.audit.record(actor, {
      action: 'completeness.read',
      orgId: actor.orgId,
      detail: { cases: judged.length },
      patientIds: open.map(({ facts }) => facts.patientId),
      as: ['system_admin'],
    });
    const today = this.clock.today(actor.orgTimezone);
    return {
      ...summarize(judged.map(({ result }) => result)),
      as_of: this.clock.now().toISOString(),
      quarters: quarterEnds(today).map((on) => ({ on, ...summarize(then(judged, on)) })),
      cases_withheld: judged.length - open.length,
      cases: open
        .map(row)
        .toSorted((a, b) => b.critical_overdue.length - a.critical_overdue.length || b.overdue - a.overdue),
    };
  }

  private async judge(caseIds: readonly string[]): Promise<JudgedCase[]> {
    const facts = await this.facts.loadMany(caseIds);
    const dates = await this.repository.dates(caseIds);
    return caseIds.flatMap((id) => {
      const [known, found] = [facts.get(id), dates.get(id)];
      if (!known || !found) return [];
      const { input, start } = completenessInput(known, found);
      return [{ facts: known, dates: found, input, start, result: completeness(input) }];
    });
  }
}

/** Critical overdue ones first, then overdue, due and the rest. */
const urgency = ({ status, critical }: CaseMeasure): number =>
  status === 'overdue' ? (critical ? 0 : 1) : status === 'due' ? 2 : 3;

/** Cases on treatment on an earlier day, in their state then. */
const then = (judged: readonly JudgedCase[], on: string): Completeness[] =>
  judged
    .filter(({ start }) => start <= on)
    .map(({ input, start }) => completeness(asOf(input, daysBetween(start, on))));

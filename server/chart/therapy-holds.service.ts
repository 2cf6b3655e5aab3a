import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseDetailResponse } from '#common/api/index.js';
import {
  addDays,
  callMissing,
  firedKeys,
  holdGoal,
  holdLimits,
  isAnalyteKey,
  lowerPlanInForce,
  newestValue,
  openDoseReports,
  openEmergencies,
  type ClinicalFacts,
} from '#common/clinical/index.js';
import { HCT } from '#common/clinical/limits.js';
import { Audit, typedText } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { currentContext } from '../platform/access/context.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { Plans } from '../plans/plans.service.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { RESTART_UNDECIDED, THERAPY_ON_HOLD, assertOpened } from '../prescriptions/kept-back.js';
import { OrderHolds } from '../prescriptions/order-holds.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { assertEachNamed } from '../rules/override-reasons.js';
import { Evaluations, type Judgement } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { StoredCase } from '../cases/cases.repository.js';
import { Cases } from './cases.service.js';
import type { ResumeDto, TherapyHoldDto } from './cases.dto.js';
import { TherapyHoldsRepository, type StoredHold } from '../cases/therapy-holds.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** The rule that holds therapy automatically, and the value at which it may resume. Source: ES18, AUA18. */
const PAUSING = {
  rule: 'hct_on_therapy_over_54',
  until: { analyte: 'hct_percent', at_most: HCT.safe },
} as const;
const EMERGENCY_OPEN = 'emergency_open';
/** A critical result of which no call to the patient is recorded. */
const CALL_MISSING = 'critical_lab_not_called';
const DOSE_REPORT_OPEN = 'dose_report_open';
const LONGEST_DAYS = 366;

/** Whether the value that a hold waits for has not come down yet. */
const stillApplies = (facts: ClinicalFacts, { since, rule_key, until }: StoredHold): boolean =>
  until !== null &&
  isAnalyteKey(until.analyte) &&
  holdGoal(facts, { since, rule_key, until: { analyte: until.analyte, at_most: until.at_most } }) === false;

/** No value on file, as corrected, was ever above what the hold waits for: it came of a mistake. One that came down did not. */
const wasMistyped = ({ labs }: ClinicalFacts, { until }: StoredHold): boolean => {
  if (!until || !isAnalyteKey(until.analyte)) return false;
  const { analyte, at_most: limit } = until;
  const values = labs.flatMap(({ results }) => results[analyte] ?? []);
  return values.length > 0 && values.every((value) => value <= limit);
};

/** The newest value of the test that a hold waits for. */
const valueFor = (facts: ClinicalFacts, { until }: Pick<StoredHold, 'until'>): number | null =>
  until && isAnalyteKey(until.analyte) ? newestValue(facts, until.analyte) : null;

/** Holds on therapy: set and ended by a clinician, or set by a rule and ended by a clinician. */
@Injectable()
export class TherapyHolds implements OnModuleInit {
  constructor(
    private readonly repository: TherapyHoldsRepository,
    private readonly records: CaseRecords,
    private readonly cases: Cases,
    private readonly plans: Plans,
    private readonly orders: OrderHolds,
    private readonly acting: ActingClinician,
    private readonly evaluations: Evaluations,
    private readonly told: ToldHistory,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.evaluations.whenJudged((judgement) => this.afterRule(judgement));
    this.evaluations.whenJudged((judgement) => this.afterLowerDose(judgement));
  }

  async hold(actor: Actor, caseId: string, body: TherapyHoldDto): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const record = await this.locked(actor, caseId, body.version);
      const { facts } = await this.evaluations.read(record.id);
      this.check(body, facts.today);
      if (!(await this.plans.ofCase(record.id)).inForce) throw invalidState(TEXT.noActiveTreatmentToPut);
      // A rule's hold stays in addition, with its own end.
      if ((await this.repository.open(record.id)).some((hold) => hold.by))
        throw invalidState(TEXT.therapyAlreadyOnHold);
      const reason = body.reason.trim();
      await this.repository.start(record, {
        since: facts.today,
        rule: null,
        reason,
        untilOn: body.until_on ?? null,
        until: body.until ?? null,
        by: actor.userId,
      });
      await this.orders.holdAll(
        actor,
        { caseId: record.id, orgId: record.org_id },
        { rule: THERAPY_ON_HOLD, reason, by: actor.userId },
      );
      await this.records.raiseVersion(record);
      await this.records.record(actor, 'case.hold', record, {
        reason: typedText(reason),
        until_on: body.until_on ?? null,
        until: body.until ?? null,
      });
      await this.notices.tell(record.patient_id, 'therapy_held');
      await this.evaluations.run(record.id, 'plan');
      await this.told.noted(actor, record, { place: 'hold', text: reason });
    });
    return this.cases.detail(actor, caseId);
  }

  /** Ends one hold: a clinician's, otherwise a rule's. Before its condition is met, the rule must be named and is recorded. */
  async resume(
    actor: Actor,
    caseId: string,
    { reason: typed, overrides = [], version }: ResumeDto,
  ): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const record = await this.locked(actor, caseId, version);
      const [hold, other] = await this.repository.open(record.id);
      if (!hold) throw invalidState(TEXT.therapyNotOnHold);
      const reason = typed.trim();
      const known = await this.evaluations.read(record.id);
      await this.acting.assertMayAct(actor, known);
      assertOpened(known);
      const { facts } = known;
      const mistyped = wasMistyped(facts, hold);
      const stands = stillApplies(facts, hold) && !(mistyped && hold.rule_key);
      const against = stands ? (hold.rule_key ?? THERAPY_ON_HOLD) : null;
      const rules = [
        ...(openEmergencies(facts).length ? [EMERGENCY_OPEN] : []),
        ...(openDoseReports(facts).length ? [DOSE_REPORT_OPEN] : []),
        ...(callMissing(facts) ? [CALL_MISSING] : []),
        ...(against ? [against] : []),
      ];
      if (rules.length) assertEachNamed(rules, { reason, overrides, field: 'reason' });
      await this.repository.end(
        hold.id,
        actor.userId,
        reason,
        against === null ? null : { rule: against, value: valueFor(facts, hold) },
      );
      const settledRule = mistyped ? hold.rule_key : null;
      if (!other) await this.orders.releaseAll(actor, record.id, { reason, settledRule });
      await this.records.raiseVersion(record);
      await this.records.record(actor, 'case.resume', record, {
        reason: typedText(reason),
        rule: hold.rule_key,
        still_on_hold: other !== undefined,
        ...(against && { overridden: against }),
        ...(rules.length && { rules }),
      });
      const after = await this.evaluations.run(record.id, 'plan');
      if (other) return;
      if (await this.orders.waitForLowerDose(after)) await this.raiseUndecided(after);
      else await this.notices.tell(record.patient_id, 'therapy_resumed');
    });
    return this.cases.detail(actor, caseId);
  }

  private async raiseUndecided({ caseId, orgId, facts }: CaseFacts): Promise<void> {
    await this.evaluations.raise(
      { id: caseId, org_id: orgId },
      {
        rule_key: RESTART_UNDECIDED,
        severity: 'warning',
        message: lowerPlanInForce(facts) ? TEXT.lowerOrderMissing : TEXT.lowerPlanMissing,
      },
    );
  }

  /** The task says what is left to do, and ends with the order that the patient follows. */
  private async afterLowerDose({ known }: Judgement): Promise<void> {
    if (!known.facts.ended_pauses?.length || known.facts.hold) return;
    const alerts = await this.evaluations.openAlerts(known.caseId);
    const open = alerts.find(({ rule_key: key }) => key === RESTART_UNDECIDED);
    const waits = open && (await this.orders.waitForLowerDose(known));
    if (!open || waits === null) return;
    if (!waits) return this.evaluations.closeAlert(open.id);
    const planned = lowerPlanInForce(known.facts);
    if (open.message !== (planned ? TEXT.lowerOrderMissing : TEXT.lowerPlanMissing))
      await this.raiseUndecided(known);
  }

  /** A treatment that has ended is no longer on hold. The caller has locked the case. */
  async endWithTreatment(actor: Actor, caseId: string): Promise<void> {
    for (const hold of await this.repository.open(caseId))
      await this.repository.end(hold.id, actor.userId, null);
  }

  private check({ until_on, until }: TherapyHoldDto, today: string): void {
    const fields: Record<string, string> = {};
    if (until_on && (until_on < today || until_on > addDays(today, LONGEST_DAYS)))
      fields['until_on'] = TEXT.enterDateWithinNextYear;
    if (until && !isAnalyteKey(until.analyte)) fields['until.analyte'] = TEXT.chooseTest;
    else if (until && isAnalyteKey(until.analyte)) {
      const { low, high, unit } = holdLimits(until.analyte);
      if (until.at_most < low || until.at_most > high)
        fields['until.at_most'] = TEXT.enterValue(low, high, unit);
    }
    if (Object.keys(fields).length) throw validationFailed(fields);
  }

  private async locked(actor: Actor, caseId: string, version: number): Promise<StoredCase> {
    const record = await this.records.lock(actor, caseId, version);
    notForOneself(actor, record.patient_user_id);
    if (record.status === 'closed') throw invalidState(SHARED_TEXT.caseClosed);
    return record;
  }

  /** The rule itself puts orders on hold; this hold keeps the titration from continuing once the value is lower. */
  private async afterRule({ known, evaluation, fresh }: Judgement): Promise<void> {
    if (!known.facts.plan || !firedKeys(evaluation).includes(PAUSING.rule)) return;
    if (!fresh.includes(PAUSING.rule) && !(await this.worseThanResumed(known))) return;
    const open = await this.repository.open(known.caseId);
    if (open.some((hold) => !hold.by)) return;
    await this.repository.start(
      { id: known.caseId, org_id: known.orgId },
      {
        since: known.facts.today,
        rule: PAUSING.rule,
        reason: null,
        untilOn: null,
        until: PAUSING.until,
        by: null,
      },
    );
    await this.audit.record(currentContext()?.actor ?? null, {
      action: 'case.hold_by_rule',
      target: { type: 'case', id: known.caseId },
      patientId: known.patientId,
      orgId: known.orgId,
      detail: { rule: PAUSING.rule },
    });
    if (!open.length) await this.notices.tell(known.patientId, 'therapy_held');
  }

  /** Therapy was resumed at a value that is exceeded now. */
  private async worseThanResumed({ caseId, facts }: CaseFacts): Promise<boolean> {
    const resumedAt = await this.repository.resumedAtValue(caseId, PAUSING.rule);
    const value = valueFor(facts, PAUSING);
    return resumedAt !== null && value !== null && value > resumedAt;
  }
}

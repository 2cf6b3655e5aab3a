import { Injectable } from '@nestjs/common';
import type { CaseAlert, MisreadAlert, FiredRule } from '#common/api/index.js';
import {
  alertsOf,
  planAsks,
  pressureRecheckOn,
  casePhases,
  evaluateRules,
  firedKeys,
  firedRules,
  nextLabSuggestion,
  ruleEvidence,
  type ClinicalFacts,
  type Evaluation,
  type LabSuggestion,
} from '#common/clinical/index.js';
import { AFTER_STOPPING } from '#common/clinical/lab-labels.js';
import { EvaluationsRepository } from './evaluations.repository.js';
import { LabSchedule } from './lab-schedule.repository.js';
import { CaseAlerts, type RaisedAlert } from './case-alerts.repository.js';
import { CaseFactsReader, type CaseFacts } from './case-facts.reader.js';

/** One judgement of a case, for the features that act on it. */
export interface Judgement {
  known: CaseFacts;
  evaluation: Evaluation;
  /** Rules that fire now and did not the last time; none for a case that was never judged before. */
  fresh: readonly string[];
  occasion: Occasion;
}
type JudgedHandler = (judgement: Judgement) => Promise<void>;
export type Occasion =
  | 'intake'
  | 'safety_check'
  | 'check_in'
  | 'message'
  | 'labs'
  | 'extras'
  | 'education'
  | 'plan'
  | 'approval'
  | 'day';

/** The facts of a case with what is waiting for review in it. */
export const withPending = ({ facts, pendingPlan }: CaseFacts): ClinicalFacts => ({
  ...facts,
  candidate_plan: pendingPlan,
});

export const wireRules = (evaluation: Evaluation): FiredRule[] =>
  firedRules(evaluation).map(
    ({ rule_key, title, recommendation, severity, effect, source, version, inputs, evidence }) => ({
      rule_key,
      title,
      recommendation,
      severity,
      effect,
      source,
      version,
      inputs: inputs.map((i) => ({ ...i })),
      evidence,
    }),
  );

/** Effects that speak against treatment as it is planned: without a typed reason nothing is approved. */
const AGAINST = ['BLOCK', 'SUBMIT-BLOCK', 'BLOCK-FORM', 'STOP'] as const;

/** Judges a case, keeps what was judged, and opens and closes its alerts. */
@Injectable()
export class Evaluations {
  private readonly handlers: JudgedHandler[] = [];

  constructor(
    private readonly facts: CaseFactsReader,
    private readonly kept: EvaluationsRepository,
    private readonly schedule: LabSchedule,
    private readonly alerts: CaseAlerts,
  ) {}

  /** Features that act on a judgement are told of it, in its transaction, in the order in which they asked. */
  whenJudged(handler: JudgedHandler): void {
    this.handlers.push(handler);
  }

  read(caseId: string): Promise<CaseFacts> {
    return this.facts.load(caseId);
  }

  judge(known: CaseFacts): Evaluation {
    const facts = withPending(known);
    return evaluateRules(facts, { phases: casePhases(facts) });
  }

  /** Rule keys that a clinician answers with a reason before anything is approved. */
  asking(known: CaseFacts): string[] {
    return planAsks(withPending(known), this.judge(known));
  }

  /** Critical rules that fire: what is not decided in bulk. */
  critical(known: CaseFacts): string[] {
    return firedRules(this.judge(known))
      .filter((rule) => rule.severity === 'critical')
      .map((rule) => rule.rule_key);
  }

  /** Critical rules, and those that keep a dose from being raised or given. */
  restraining(known: CaseFacts): string[] {
    return [...this.critical(known), ...firedKeys(this.judge(known), 'NO-INCREASE', 'HOLD', 'DOSE↓', 'STOP')];
  }

  /** Rules that fire as warnings or worse. */
  alarming(known: CaseFacts): string[] {
    return firedRules(this.judge(known))
      .filter((rule) => rule.severity !== 'info')
      .map((rule) => rule.rule_key);
  }

  /** Rule keys that speak against the treatment today. */
  against(known: CaseFacts): string[] {
    return firedKeys(this.judge(known), ...AGAINST);
  }

  /** Keys of the rules that speak against planning anything, while nothing is planned. */
  blocking(known: CaseFacts): string[] {
    if (known.facts.plan || known.pendingPlan) return [];
    return firedKeys(this.judge(known), 'BLOCK', 'SUBMIT-BLOCK');
  }

  notEligible(known: CaseFacts): boolean {
    return this.blocking(known).length > 0;
  }

  /** The patient's next draw: none once the case is closed, and no first tests while treatment cannot start. */
  nextLabs(known: CaseFacts): LabSuggestion | null {
    if (known.status === 'closed' || known.awaitsIntake) return null;
    if (!known.facts.therapy_ended_on && this.notEligible(known)) return null;
    const labs = nextLabSuggestion(known.facts);
    // A treatment that never began has not stopped.
    const begun = (text: string): string => (known.began ? text : text.replace(AFTER_STOPPING, ''));
    return labs && { ...labs, label: begun(labs.label), instruction: begun(labs.instruction) };
  }

  /** The rules that fire, in the answers. */
  firing(known: CaseFacts): FiredRule[] {
    return known.awaitsIntake ? [] : wireRules(this.judge(known));
  }

  /** After each change of what the rules read, in the transaction of the change. */
  async run(caseId: string, occasion: Occasion): Promise<CaseFacts> {
    const known = await this.facts.load(caseId);
    if (known.awaitsIntake) return known;
    const evaluation = this.judge(known);
    const last = await this.kept.last(caseId);
    const before = last && new Set(firedKeys(last));
    await this.kept.keep(known, occasion, withPending(known), evaluation);
    await this.syncAlerts(known, evaluation);
    await this.schedule.keep(known, this.nextLabs(known));
    await this.schedule.keepPressure(caseId, pressureRecheckOn(known.facts));
    const fresh = before ? firedKeys(evaluation).filter((key) => !before.has(key)) : [];
    for (const handler of this.handlers) await handler({ known, evaluation, fresh, occasion });
    return known;
  }

  openAlerts(caseId: string): Promise<CaseAlert[]> {
    return this.alerts.open(caseId);
  }

  misreadAlerts(caseId: string): Promise<MisreadAlert[]> {
    return this.alerts.misread(caseId);
  }

  /** Opens an alert that no rule stands for. */
  raise(known: { id: string; org_id: string }, alert: RaisedAlert): Promise<void> {
    return this.alerts.raise(known, alert);
  }

  doseRemoved(caseId: string, doseId: string): Promise<void> {
    return this.alerts.doseRemoved(caseId, doseId);
  }

  formSent(caseId: string, ruleKeys: readonly string[]): Promise<string[]> {
    return this.alerts.formSent(caseId, ruleKeys);
  }

  /** What happened again is open again, though someone had acknowledged it. */
  askAgain(caseId: string, ruleKey: string): Promise<void> {
    return this.alerts.askAgain(caseId, ruleKey);
  }

  closeAlert(id: string): Promise<void> {
    return this.alerts.close(id);
  }

  /** One open alert a rule and case; it closes when the rule stops firing. */
  private syncAlerts(known: CaseFacts, evaluation: Evaluation): Promise<void> {
    return this.alerts.sync(
      { id: known.caseId, org_id: known.orgId },
      known.facts.today,
      alertsOf(evaluation).map(({ inputs, ...alert }) => ({
        ...alert,
        evidence: ruleEvidence(alert.rule_key, inputs),
      })),
    );
  }
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AlertReport, CaseAlert, FiredRule } from '../../common/api/index.js';
import {
  alertsOf,
  planAsks,
  casePhases,
  evaluateRules,
  firedKeys,
  firedRules,
  nextLabSuggestion,
  ruleEvidence,
  urgencyOf,
  type ClinicalFacts,
  type Evaluation,
  type LabSuggestion,
} from '../../common/clinical/index.js';
import { AFTER_STOPPING } from '../../common/clinical/lab-labels.js';
import { Db } from '../database/db.js';
import { LabSchedule } from './lab-schedule.service.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { CaseAlerts } from './case-alerts.repository.js';
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
/** What no rule opened; the care team closes it. */
export interface RaisedAlert {
  rule_key: string;
  severity: CaseAlert['severity'];
  message: string;
  /** Where the patient wrote of it. */
  place?: AlertReport['place'];
  /** The thread of the message. */
  thread_id?: string | undefined;
}
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
    private readonly db: Db,
    private readonly cipher: FieldCipher,
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

  /** The draw the patient has ahead of him: none once his case is closed, and no first tests while he cannot start. */
  nextLabs(known: CaseFacts): LabSuggestion | null {
    if (known.status === 'closed' || known.awaitsIntake) return null;
    if (!known.facts.therapy_ended_on && this.notEligible(known)) return null;
    const labs = nextLabSuggestion(known.facts);
    // Of what never began nothing was stopped.
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
    const before = await this.lastFired(caseId);
    await this.keep(known, evaluation, occasion);
    await this.syncAlerts(known, evaluation);
    await this.schedule.keep(known, this.nextLabs(known));
    const fresh = before ? firedKeys(evaluation).filter((key) => !before.has(key)) : [];
    for (const handler of this.handlers) await handler({ known, evaluation, fresh, occasion });
    return known;
  }

  openAlerts(caseId: string): Promise<CaseAlert[]> {
    return this.alerts.open(caseId);
  }

  /** Opens an alert that no rule stands for; a second one of its kind is added with its time, and brings back an acknowledged one. */
  async raise(known: { id: string; org_id: string }, alert: RaisedAlert): Promise<void> {
    await this.db.rows(
      {
        name: 'alert-raise',
        text: `INSERT INTO case_alerts (id, org_id, case_id, rule_key, severity, message, urgency, by_rule, reports)
          VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $7, false, 
            CASE WHEN $6::text IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('at', now(), 'place', $6::text, 'thread_id', $8::text))) END)
          ON CONFLICT (case_id, rule_key) WHERE closed_at IS NULL
          DO UPDATE SET message = excluded.message, reports = case_alerts.reports || excluded.reports,
            created_at = CASE WHEN $6::text IS NULL THEN now() ELSE case_alerts.created_at END,
            acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_action = NULL, recheck_on = NULL, acknowledged_note_enc = NULL`,
      },
      [
        known.org_id,
        known.id,
        alert.rule_key,
        alert.severity,
        alert.message,
        alert.place ?? null,
        urgencyOf(alert.rule_key, false),
        alert.thread_id ?? null,
      ],
    );
  }

  /** What happened again is open again, though someone had acknowledged it. In the transaction of what happened. */
  async askAgain(caseId: string, ruleKey: string): Promise<void> {
    await this.db.rows(
      {
        name: 'alert-ask-again',
        text: `UPDATE case_alerts SET acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_action = NULL, recheck_on = NULL,
            acknowledged_note_enc = NULL WHERE case_id = $1 AND rule_key = $2 AND closed_at IS NULL`,
      },
      [caseId, ruleKey],
    );
  }

  async closeAlert(id: string): Promise<void> {
    await this.db.rows(
      {
        name: 'alert-close',
        text: 'UPDATE case_alerts SET closed_at = now() WHERE id = $1 AND closed_at IS NULL',
      },
      [id],
    );
  }

  /** What fired the last time, or null when the case was never judged. */
  private async lastFired(caseId: string): Promise<Set<string> | null> {
    const row = await this.db.one<{ id: string; result_enc: string }>(
      {
        name: 'evaluation-last',
        text: 'SELECT id, result_enc FROM rule_evaluations WHERE case_id = $1 ORDER BY created_at DESC, id LIMIT 1',
      },
      [caseId],
    );
    return (
      row &&
      new Set(
        firedKeys(this.cipher.decryptJson<Evaluation>(row.result_enc, `rule_evaluations.result:${row.id}`)),
      )
    );
  }

  private async keep(known: CaseFacts, evaluation: Evaluation, occasion: Occasion): Promise<void> {
    const id = randomUUID();
    await this.db.rows(
      {
        name: 'evaluation-keep',
        text: `INSERT INTO rule_evaluations (id, org_id, case_id, rule_set_version, occasion, facts_enc, result_enc, created_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
      },
      [
        id,
        known.orgId,
        known.caseId,
        evaluation.rule_set_version,
        occasion,
        this.cipher.encryptJson(withPending(known), `rule_evaluations.facts:${id}`),
        this.cipher.encryptJson(evaluation, `rule_evaluations.result:${id}`),
      ],
    );
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

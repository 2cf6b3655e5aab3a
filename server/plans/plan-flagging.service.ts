import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PDMP_DISCREPANCY, UNREAD_HISTORY, effectsOf, firedKeys } from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { currentContext } from '../platform/access/context.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations, type Judgement, type Occasion } from '../rules/evaluations.service.js';
import { PlanFlagsRepository, ruleFlag } from './plan-flags.repository.js';
import { PlansRepository } from './plans.repository.js';
import { openFlags, type StoredPlan } from './plan-rows.js';

/** Occasions that draw or decide a plan see its flags themselves. */
const DECIDING: ReadonlySet<Occasion> = new Set(['plan', 'approval']);

/** What a clinician answers with an act of its own. */
const ANSWERED_BY_ACT: ReadonlySet<string> = new Set([UNREAD_HISTORY, PDMP_DISCREPANCY]);
/** Or by saying that what was told does not mean it. */
const wasSettled = ({ facts }: CaseFacts, key: string): boolean =>
  (facts.told_settled ?? []).some(({ rule_key, applies }) => rule_key === key && !applies);

/** A waiting plan is flagged when labs, facts or the intake make a rule fire that flags: a bulk approval skips it then. */
@Injectable()
export class PlanFlagging implements OnModuleInit {
  constructor(
    private readonly repository: PlansRepository,
    private readonly flags: PlanFlagsRepository,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.evaluations.whenJudged((judgement) => this.flag(judgement));
    this.evaluations.whenJudged((judgement) => this.answer(judgement));
  }

  /** A clinician has read the history, settled what was told or the discrepancy: that flag is answered, and stays as history. */
  private async answer({ known, evaluation, occasion }: Judgement): Promise<void> {
    const actor = currentContext()?.actor;
    if (!known.pendingPlan || occasion !== 'extras' || !actor || actor.patientId === known.patientId) return;
    const plan = await this.pending(known.caseId);
    if (!plan) return;
    const fires = new Set(firedKeys(evaluation));
    const answered = openFlags(plan).flatMap(({ key }) =>
      key && (ANSWERED_BY_ACT.has(key) || wasSettled(known, key)) && !fires.has(key) ? [key] : [],
    );
    if (!answered.length) return;
    await this.flags.answer(plan.id, actor.userId, answered);
    await this.repository.showAnswered(plan.id);
    await this.record('plan.unflag', known, plan.id, answered);
  }

  private async flag({ known, fresh, occasion }: Judgement): Promise<void> {
    if (!known.pendingPlan || DECIDING.has(occasion)) return;
    const flagging = fresh.filter((key) => effectsOf(key).includes('FLAG'));
    if (!flagging.length) return;
    const plan = await this.pending(known.caseId);
    if (!plan) return;
    const open = openFlags(plan);
    const added = flagging.filter((key) => !open.some((flag) => flag.key === key));
    if (!added.length) return;
    await this.flags.add(plan, added.map(ruleFlag), null);
    await this.repository.showFlags(plan);
    await this.record('plan.flag_by_rule', known, plan.id, added);
  }

  private async pending(caseId: string): Promise<StoredPlan | undefined> {
    return (await this.repository.currentOfCase(caseId)).find((p) => p.lifecycle === 'pending_review');
  }

  private record(
    action: RecordAction,
    known: CaseFacts,
    planId: string,
    rules: readonly string[],
  ): Promise<void> {
    return this.audit.record(currentContext()?.actor ?? null, {
      action,
      target: { type: 'plan', id: planId },
      patientId: known.patientId,
      orgId: known.orgId,
      detail: { rules },
    });
  }
}

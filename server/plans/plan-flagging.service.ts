import { Injectable, type OnModuleInit } from '@nestjs/common';
import { effectsOf } from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import { currentContext } from '../platform/access/context.js';
import { Evaluations, type Judgement, type Occasion } from '../rules/evaluations.service.js';
import { PlanFlagsRepository, ruleFlag } from './plan-flags.repository.js';
import { PlansRepository } from './plans.repository.js';
import { openFlags } from './plan-rows.js';

/** Occasions that draw or decide a plan see its flags themselves. */
const DECIDING: ReadonlySet<Occasion> = new Set(['plan', 'approval']);

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
  }

  private async flag({ known, fresh, occasion }: Judgement): Promise<void> {
    if (!known.pendingPlan || DECIDING.has(occasion)) return;
    const flagging = fresh.filter((key) => effectsOf(key).includes('FLAG'));
    if (!flagging.length) return;
    const plan = (await this.repository.currentOfCase(known.caseId)).find(
      (p) => p.lifecycle === 'pending_review',
    );
    if (!plan) return;
    const open = openFlags(plan);
    const added = flagging.filter((key) => !open.some((flag) => flag.key === key));
    if (!added.length) return;
    await this.flags.add(plan, added.map(ruleFlag), null);
    await this.repository.showFlags(plan);
    await this.audit.record(currentContext()?.actor ?? null, {
      action: 'plan.flag_by_rule',
      target: { type: 'plan', id: plan.id },
      patientId: known.patientId,
      orgId: known.orgId,
      detail: { rules: added },
    });
  }
}

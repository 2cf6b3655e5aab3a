import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import { currentContext } from '../platform/context/context.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { PlansRepository } from './plans.repository.js';

/** A waiting plan is flagged when labs, facts or the intake make a rule fire that flags: a bulk approval skips it then. */
@Injectable()
export class PlanFlagging implements OnModuleInit {
  constructor(
    private readonly repository: PlansRepository,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.evaluations.onNewFlags((known, rules) => this.flag(known, rules));
  }

  private async flag(known: CaseFacts, rules: readonly string[]): Promise<void> {
    const plan = (await this.repository.currentOfCase(known.caseId)).find(
      (p) => p.lifecycle === 'pending_review',
    );
    const named = plan?.flag_reason?.split(', ') ?? [];
    const fresh = rules.filter((rule) => !named.includes(rule));
    if (!plan || !fresh.length) return;
    await this.repository.setFlag(plan, true, [...named, ...fresh].join(', '));
    await this.audit.record(currentContext()?.actor ?? null, {
      action: 'plan.flag_by_rule',
      target: { type: 'plan', id: plan.id },
      patientId: known.patientId,
      orgId: known.orgId,
      detail: { rules: fresh },
    });
  }
}

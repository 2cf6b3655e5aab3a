import { Injectable } from '@nestjs/common';
import type { OverviewCard, OverviewResponse } from '#common/api/index.js';
import { Audit } from '../audit/audit.service.js';
import { ReadReplica } from '../database/read-replica.js';
import type { Actor } from '../platform/access/actor.js';
import { notFound } from '../platform/errors/errors.js';
import { ServiceProbes } from '../platform/health/service-probes.js';
import { Clock } from '../platform/time/clock.js';
import { OverviewRepository } from './overview.repository.js';

const SOURCE = 'db';

const card = (label: string, value: number, attention = false): OverviewCard => ({
  label,
  status: attention ? 'warn' : 'ok',
  value,
  source: SOURCE,
});

/** The program cockpit: how the program is doing, and how the portal is running. */
@Injectable()
export class Overview {
  constructor(
    private readonly repository: OverviewRepository,
    private readonly replica: ReadReplica,
    private readonly probes: ServiceProbes,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async read(actor: Actor): Promise<OverviewResponse> {
    if (actor.orgId && !(await this.repository.organisationExists(actor.orgId))) throw notFound();
    const today = this.clock.today(actor.orgTimezone);
    const from = await this.replica.reader();
    const [counts, clinics, trend, services] = await Promise.all([
      this.repository.counts(from, actor, today),
      this.repository.clinics(from, actor, today),
      this.repository.trend(from, actor, today),
      this.probes.ask(),
    ]);
    await this.audit.record(actor, { action: 'overview.read', as: ['system_admin'] });
    return {
      generated_at: this.clock.now().toISOString(),
      org_scope: { scope: actor.orgId ? 'organisation' : 'system', org_id: actor.orgId },
      program_health: {
        active_trt_cases: card('Active TRT cases', counts.active_cases),
        intakes_pending_review: card(
          'Intakes pending review',
          counts.pending_review,
          counts.pending_review > 0,
        ),
        new_intakes_last_7_days: card('New intakes in the last 7 days', counts.new_intakes),
        reviews: {
          label: 'Reviews',
          status: counts.reviews_overdue > 0 ? 'warn' : 'ok',
          upcoming_7_days: counts.reviews_upcoming,
          overdue: counts.reviews_overdue,
          source: SOURCE,
        },
      },
      clinics,
      trend,
      service_status: services,
    };
  }
}

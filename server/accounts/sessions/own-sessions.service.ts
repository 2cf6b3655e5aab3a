import { Injectable } from '@nestjs/common';
import type { SessionsResponse } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { notFound } from '../../platform/errors/errors.js';
import { Sessions } from './sessions.service.js';

/** Lists users' own sessions and ends them. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async list(actor: Actor): Promise<SessionsResponse> {
    return { sessions: await this.sessions.list(actor) };
  }

  end(actor: Actor, id: string): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.sessions.endOwn(actor, id))) throw notFound();
      await this.audit.record(actor, { action: 'session.end', target: { type: 'session', id } });
    });
  }

  endOthers(actor: Actor): Promise<void> {
    return this.uow.run(async () => {
      await this.sessions.endAll(actor.userId, 'ended_by_owner', actor.sessionId);
      await this.audit.record(actor, {
        action: 'session.end_others',
        target: { type: 'user', id: actor.userId },
      });
    });
  }
}

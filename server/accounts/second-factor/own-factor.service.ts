import { Injectable } from '@nestjs/common';
import { Audit } from '../../audit/audit.service.js';
import type { Actor } from '../../platform/access/actor.js';
import { forbidden } from '../../platform/errors/errors.js';
import { Sessions } from '../sessions/sessions.service.js';
import { SecondFactors } from './second-factors.service.js';
import { TEXT } from './text/en.js';

/** What would be left behind. */
interface Leaves {
  action: string;
  orgId: string | null;
  target?: { type: string; id: string };
  route?: string;
}

/**
 * Members of staff, licenses, keys of programs and what receives or sends data stay when the provider that let someone in is found to lie: in such a session they
 * take a second factor that the portal itself keeps. The calls ask for fresh proof, which is by that factor where there is one.
 */
@Injectable()
export class OwnFactor {
  constructor(
    private readonly sessions: Sessions,
    private readonly secondFactors: SecondFactors,
    private readonly audit: Audit,
  ) {}

  async assert(actor: Actor, { route, ...leaves }: Leaves): Promise<void> {
    if (!(await this.sessions.isThroughProvider(actor))) return;
    if (actor.mfaEnabled && (await this.secondFactors.isSettled(actor.userId))) return;
    await this.audit.record(actor, {
      ...leaves,
      outcome: 'denied',
      detail: { why: 'signed_in_through_sso', ...(route && { route }) },
      as: ['system_admin'],
    });
    throw forbidden('own_second_factor', TEXT.ownSecondFactor);
  }
}

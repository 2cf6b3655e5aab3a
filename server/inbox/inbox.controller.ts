import { Controller, Get } from '@nestjs/common';
import type { InboxResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, StaffOnly } from '../platform/access/decorators.js';
import { InboxRepository } from './inbox.repository.js';

@Controller('api/provider/inbox')
@StaffOnly()
export class InboxController {
  constructor(private readonly inbox: InboxRepository) {}

  /** Counts of what waits for the care team. */
  @Get()
  read(@CurrentActor() actor: Actor): Promise<InboxResponse> {
    return this.inbox.counts(actor);
  }
}

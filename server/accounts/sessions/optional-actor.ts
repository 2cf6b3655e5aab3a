import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/access/actor.js';
import { currentContext } from '../../platform/access/context.js';
import { scopeOf } from '../../platform/access/scope.js';
import { AppError } from '../../platform/errors/errors.js';
import { Sessions } from './sessions.service.js';

/** For public calls that do more for signed-in users. */
@Injectable()
export class OptionalActor {
  constructor(private readonly sessions: Sessions) {}

  async of(request: FastifyRequest): Promise<Actor | null> {
    try {
      const actor = await this.sessions.authenticate(request);
      const context = currentContext();
      if (context) context.scope = scopeOf(actor);
      return actor;
    } catch (error) {
      if (error instanceof AppError && error.status === 401) return null;
      throw error;
    }
  }
}

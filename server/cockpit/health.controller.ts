import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { HealthResponse, SystemStatusResponse } from '#common/api/index.js';
import { Public } from '../platform/access/decorators.js';
import { AlsoDescribed } from '../platform/http/described.js';
import { Clock } from '../platform/time/clock.js';
import { Readiness } from './readiness.js';

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly clock: Clock,
  ) {}

  /** Whether the process runs. */
  @Public()
  @Get('livez')
  live(): HealthResponse {
    return { status: 'ok' };
  }

  /** Whether the portal can serve. */
  @Public()
  @AlsoDescribed({ alsoAt: 503 })
  @Get('readyz')
  ready(@Res({ passthrough: true }) reply: FastifyReply): HealthResponse {
    const { ready } = this.readiness;
    void reply.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable' };
  }

  /** Public: says whether the database answers and whether anything can be saved, and nothing about it. */
  @Public()
  @Get('api/system/status')
  status(): SystemStatusResponse {
    const connected = this.readiness.database;
    const limited = this.readiness.readOnly ? 'Nothing can be saved right now. Reading works.' : null;
    const message = connected ? limited : 'The database does not answer right now.';
    return { database: { connected, message }, time: this.clock.now().toISOString() };
  }
}

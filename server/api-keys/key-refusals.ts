import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Audit } from '../audit/audit.service.js';
import { Limits } from '../limits/limits.service.js';
import type { AppError } from '../platform/errors/errors.js';
import { subscriberOf } from '../platform/http/address.js';
import { routeOf } from '../platform/http/request-hooks.js';
import type { KnownKey } from './api-keys.repository.js';

type Refusal = 'unknown' | 'expired' | 'revoked' | 'beside_session' | 'key_set' | 'assertion' | 'replayed';

/** A key that opens nothing is counted by its address, and audited. */
@Injectable()
export class KeyRefusals {
  constructor(
    private readonly limits: Limits,
    private readonly audit: Audit,
  ) {}

  async refuse(
    request: FastifyRequest,
    reason: Refusal,
    error: AppError,
    key?: KnownKey | null,
  ): Promise<never> {
    await this.limits.take('api-key-refused.address', subscriberOf(request.ip));
    await this.audit.record(null, {
      action: 'api_key.refuse',
      outcome: 'denied',
      ...(key && { target: { type: 'api_key', id: key.id }, orgId: key.org_id }),
      detail: { reason, route: `${request.method} ${routeOf(request)}` },
    });
    throw error;
  }
}

import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { subscriberOf } from '../platform/http/address.js';
import { Limits } from './limits.service.js';

/** calls that could guess something, 60 a minute from one address. Reading one's own session guesses nothing. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(private readonly limits: Limits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method !== 'GET') await this.limits.take('auth.address', subscriberOf(request.ip));
    return true;
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SmartToken } from '#common/api/smart.js';
import { SIGNED_S, SignedKeys } from '../api-keys/signed-keys.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { oauthError } from '../platform/errors/oauth-error.js';
import { AppTokens } from './app-tokens.service.js';
import { formOf } from './form.js';
import { grantedToKey } from './system-scopes.js';

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The token endpoint. */
@Injectable()
export class SmartTokens implements OnModuleInit {
  constructor(
    private readonly keys: SignedKeys,
    private readonly apps: AppTokens,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('smart.tidy', () => this.tidy());
  }

  /** Every hour: removes what has expired. */
  async tidy(): Promise<void> {
    await this.keys.tidy();
    await this.apps.tidy();
  }

  give(request: FastifyRequest): Promise<SmartToken> {
    const { grant_type } = formOf(request);
    if (grant_type === 'client_credentials') return this.toProgram(request);
    if (grant_type === 'authorization_code') return this.apps.forCode(request);
    if (grant_type === 'refresh_token') return this.apps.forRefresh(request);
    throw grant_type === undefined
      ? oauthError('invalid_request', 'grant_type is missing.')
      : oauthError(
          'unsupported_grant_type',
          'The grant_type must be authorization_code, refresh_token or client_credentials.',
        );
  }

  async revoke(request: FastifyRequest): Promise<void> {
    const { token, client_assertion } = formOf(request);
    if (token === undefined) throw oauthError('invalid_request', 'token is missing.');
    if (client_assertion === undefined) await this.apps.revoke(request, token);
    else await this.keys.revoke(await this.program(request), token);
  }

  private async toProgram(request: FastifyRequest): Promise<SmartToken> {
    const { scope } = formOf(request);
    if (scope === undefined) throw oauthError('invalid_request', 'scope is missing.');
    const actor = await this.program(request);
    const granted = grantedToKey(actor.key!, scope);
    if (!granted)
      throw oauthError('invalid_scope', 'The administrator of the clinic allowed none of these scopes.');
    const token = await this.keys.issue(actor, granted.scope, granted.types);
    return { access_token: token, token_type: 'Bearer', expires_in: SIGNED_S, scope: granted.scope };
  }

  private program(request: FastifyRequest) {
    const { client_assertion: assertion, client_assertion_type: kind } = formOf(request);
    if (assertion === undefined || kind !== JWT_BEARER)
      throw oauthError(
        'invalid_request',
        `client_assertion with client_assertion_type ${JWT_BEARER} is missing.`,
      );
    return this.keys.authenticate(request, assertion);
  }
}

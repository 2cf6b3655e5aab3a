import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SmartToken } from '#common/api/smart.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { Limits } from '../limits/limits.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { inScope } from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { sha256 } from '../platform/crypto/field-cipher.js';
import type { AppError } from '../platform/errors/errors.js';
import { oauthError } from '../platform/errors/oauth-error.js';
import { subscriberOf } from '../platform/http/address.js';
import { routeOf } from '../platform/http/request-hooks.js';
import { Clock } from '../platform/time/clock.js';
import { actorOf } from './app-actor.js';
import { basicOf, newAppToken, readAppToken, isAppId } from './app-text.js';
import { ACCESS_MS, lastsMs } from './connections.service.js';
import { GrantsRepository, type FoundCode, type KnownGrant } from './grants.repository.js';
import type { GrantEnd } from './patient-app.entities.js';
import { PatientAppsRepository, type KnownApp } from './patient-apps.repository.js';
import { narrowed } from './patient-scopes.js';
import { formOf } from './form.js';

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** What went wrong, after what it changed was committed. */
type Refused = { refused: string };
type Outcome = SmartToken | Refused;

const invalidGrant = (): AppError =>
  oauthError('invalid_grant', 'This code or token is not valid, or has been used.');
const invalidClient = (): AppError => oauthError('invalid_client', 'The app could not be identified.');

/** Tokens for apps that patients connected. */
@Injectable()
export class AppTokens {
  constructor(
    private readonly apps: PatientAppsRepository,
    private readonly grants: GrantsRepository,
    private readonly limits: Limits,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async forCode(request: FastifyRequest): Promise<SmartToken> {
    const app = await this.client(request);
    const { code, redirect_uri, code_verifier } = formOf(request);
    if (code === undefined || redirect_uri === undefined || code_verifier === undefined)
      throw oauthError('invalid_request', 'code, redirect_uri and code_verifier are needed.');
    const hash = readAppToken('code', code);
    return this.settled(request, app, async () => {
      const found = hash && (await this.grants.code(hash));
      if (!found || found.app_id !== app.id) return { refused: 'code' };
      if (found.used_at) return this.ended(found.grant_id, 'code_reused');
      // Used from here on, whatever follows: a second try could only be someone else's.
      await this.grants.useCode(found.code_hash);
      if (found.expired || found.redirect_uri !== redirect_uri) return { refused: 'code' };
      if (!VERIFIER.test(code_verifier) || challengeOf(code_verifier) !== found.challenge)
        return { refused: 'verifier' };
      return this.begin(found);
    });
  }

  async forRefresh(request: FastifyRequest): Promise<SmartToken> {
    const { refresh_token, scope } = formOf(request);
    if (refresh_token === undefined) throw oauthError('invalid_request', 'refresh_token is missing.');
    const hash = readAppToken('renew', refresh_token);
    const app = await this.client(request, hash);
    return this.settled(request, app, async () => {
      const found = hash && (await this.grants.token(hash));
      if (!found || found.app_id !== app.id || found.kind !== 'refresh') return { refused: 'refresh_token' };
      // The app and a thief cannot be told apart: neither goes on.
      if (found.used_at) return this.ended(found.grant_id, 'token_reused');
      const grant = found.expired ? null : await this.grants.living(found.grant_id);
      if (!grant) return { refused: 'grant' };
      const less = scope === undefined ? null : narrowed(grant, scope);
      if (scope !== undefined && !less)
        throw oauthError('invalid_scope', 'The patient did not allow this scope.');
      await this.grants.useToken(found.token_hash);
      return this.issue(grant, 'patient_app.renew', less);
    });
  }

  /** Ends the whole connection: an app that gives up a token is done. */
  async revoke(request: FastifyRequest, token: string): Promise<void> {
    const app = await this.client(request);
    const hash = readAppToken('app', token) ?? readAppToken('renew', token);
    if (!hash) return;
    await inScope(EVERYTHING, () =>
      this.uow.run(async () => {
        const found = await this.grants.token(hash);
        const grant = found?.app_id === app.id ? await this.grants.living(found.grant_id) : null;
        if (!grant || !(await this.grants.end(grant.id, 'app'))) return;
        await this.record(grant, 'patient_app.end');
      }),
    );
  }

  tidy(): Promise<void> {
    return this.grants.tidy();
  }

  private async begin({ grant_id }: FoundCode): Promise<Outcome> {
    const grant = await this.grants.living(grant_id);
    if (!grant) return { refused: 'grant' };
    const until = new Date(this.clock.now().getTime() + lastsMs(grant.offline));
    await this.grants.extend(grant.id, until);
    return this.issue({ ...grant, expires_at: until }, 'patient_app.token');
  }

  private async issue(
    grant: KnownGrant,
    action: 'patient_app.token' | 'patient_app.renew',
    less: { types: string[]; scope: string } | null = null,
  ): Promise<SmartToken> {
    const access = newAppToken('app');
    const owner = { org_id: grant.org_id, patient_id: grant.patient_id, grant_id: grant.id };
    const now = this.clock.now().getTime();
    const until = new Date(Math.min(now + ACCESS_MS, grant.expires_at.getTime()));
    await this.grants.insertToken({
      token_hash: access.hash,
      ...owner,
      kind: 'access',
      types: less?.types ?? null,
      expires_at: until,
    });
    const refresh = grant.offline ? newAppToken('renew') : null;
    if (refresh)
      await this.grants.insertToken({
        token_hash: refresh.hash,
        ...owner,
        kind: 'refresh',
        types: null,
        expires_at: grant.expires_at,
      });
    const { scope } = less ?? grant;
    await this.record({ ...grant, scope }, action);
    return {
      access_token: access.token,
      token_type: 'Bearer',
      expires_in: Math.round((until.getTime() - now) / 1000),
      scope,
      patient: grant.patient_id,
      ...(refresh && { refresh_token: refresh.token }),
    };
  }

  private async ended(grantId: string, because: GrantEnd): Promise<Refused> {
    await this.grants.end(grantId, because);
    return { refused: because };
  }

  /** Whose code or token it is comes out only here, so that no narrower scope is known before. */
  private async settled(
    request: FastifyRequest,
    app: KnownApp,
    work: () => Promise<Outcome>,
  ): Promise<SmartToken> {
    const outcome = await inScope(EVERYTHING, () => this.uow.run(work));
    if ('refused' in outcome) return this.refuse(request, outcome.refused, invalidGrant(), app);
    return outcome;
  }

  /** A confidential app by its secret, a public one by its id alone: what it brings proves the rest. */
  private async client(request: FastifyRequest, token: Buffer | null = null): Promise<KnownApp> {
    const basic = basicOf(request.headers.authorization);
    // Some clients renew without saying who they are: the token does.
    const said = basic?.id ?? formOf(request)['client_id'];
    const id = said ?? (token && (await this.apps.clientIdOf(token))) ?? undefined;
    if (id === undefined) throw oauthError('invalid_request', 'client_id is missing.');
    const app = isAppId(id) ? await this.apps.known(id) : null;
    const proven =
      app &&
      (app.secret_hash
        ? basic !== null && timingSafeEqual(app.secret_hash, sha256(basic.secret))
        : request.headers.authorization === undefined);
    return proven ? app : this.refuse(request, 'client', invalidClient(), app);
  }

  private async refuse(
    request: FastifyRequest,
    reason: string,
    error: AppError,
    app: KnownApp | null,
  ): Promise<never> {
    await this.limits.take('api-key-refused.address', subscriberOf(request.ip));
    await this.audit.record(null, {
      action: 'patient_app.refuse',
      outcome: 'denied',
      ...(app && { target: { type: 'patient_app', id: app.id }, orgId: app.org_id }),
      detail: { reason, route: `${request.method} ${routeOf(request)}` },
    });
    throw error;
  }

  private record(grant: KnownGrant, action: RecordAction): Promise<void> {
    return this.audit.record(actorOf(grant), {
      action,
      target: { type: 'patient_app', id: grant.id },
      patientId: grant.patient_id,
      detail: { scope: grant.scope },
    });
  }
}

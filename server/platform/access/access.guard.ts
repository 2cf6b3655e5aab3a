import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentContext } from './context.js';
import { scopeOf } from './scope.js';
import { isDatabaseUnavailable } from '../errors/database-errors.js';
import { isRead } from '../requests/reads.js';
import { AccountBudgets } from './account-budgets.js';
import { AppError, forbidden, reauthRequired, validationFailed } from '../errors/errors.js';
import { STAFF_ROLES, type Role } from '#common/vocabulary/index.js';
import { holds, type Actor } from './actor.js';
import { withoutOtherStaff } from './provider-only.js';
import { missingScope, missingType } from './key-scopes.js';
import { DEGRADED_READ, type DegradedRead } from './degraded-read.js';
import {
  ACCESS,
  isUuid,
  OPEN_TO_KEYS,
  STEP_UP,
  SYSTEM_WIDE,
  VERIFIED_EMAIL,
  WHILE_ENROLLING,
  rolesOf,
  type AccessRule,
  type NeededOf,
  type StepUpRule,
} from './decorators.js';
import { SHARED_TEXT } from '../text/en.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
  }
}

/** What the guard needs of the accounts feature. */
export interface SessionGate {
  /** The name of the cookie that carries a session. */
  readonly cookie: string;
  /** Throws 401 when the session is provably absent or over, 503 when it cannot be checked. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Actor>;
  /** As the database last knew the session; 401 when it is provably over, 503 when nothing is known of it. */
  remembered(request: FastifyRequest): Promise<Actor>;
  recordDenial(actor: Actor, route: string): Promise<void>;
}
export const SESSION_GATE = Symbol('SessionGate');

/** What the guard needs of the keys of programs. */
export interface KeyGate {
  /** null: the request carries no key. Throws 401 for one that opens nothing, and 400 for one beside a session. */
  authenticate(request: FastifyRequest): Promise<Actor | null>;
}
export const KEY_GATE = Symbol('KeyGate');
/** The same for apps that patients connected. */
export const APP_GATE = Symbol('AppGate');

/** Staff of an organization that wants a second factor, in a session without one. */
const mustEnrol = (actor: Actor): boolean =>
  actor.policies.mfaRequiredForStaff && actor.aal < 2 && holds(actor, ...STAFF_ROLES);

/** What is left to the account itself, as signing out, also works in a session that is ending. */
const writesAsStaff = (person: Actor, rule: AccessRule, request: FastifyRequest): boolean =>
  rule.kind === 'roles' && !person.key && !person.app && holds(person, ...STAFF_ROLES) && !isRead(request);

/** Where an organization wants providers for clinical acts and records, being its administrator is not enough for them. */
function allowedRoles(actor: Actor, rule: AccessRule): readonly Role[] {
  const roles = rolesOf(rule);
  const clinical = rule.kind === 'roles' && roles.includes('provider');
  return clinical && actor.policies.clinicalActsNeedProvider ? withoutOtherStaff(roles) : roles;
}

/** `?org_id=` narrows a system-wide administrator to one organization; to anybody else another one is closed. */
function withinOrganisation(actor: Actor, request: FastifyRequest): Actor {
  const asked = (request.query as Record<string, unknown> | undefined)?.['org_id'];
  if (asked === undefined || !/^\/(api|fhir|files)\//.test(request.routeOptions.url ?? '')) return actor;
  if (!isUuid(asked)) throw validationFailed({ org_id: SHARED_TEXT.mustBeOrganizationId('org_id') });
  if (actor.orgId !== null && actor.orgId !== asked) throw forbidden();
  return { ...actor, orgId: asked };
}

/** Fails closed: no declared rule, no way in. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(SESSION_GATE) private readonly gate: SessionGate,
    @Inject(KEY_GATE) private readonly keys: KeyGate,
    @Inject(APP_GATE) private readonly apps: KeyGate,
    private readonly budgets: AccountBudgets,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw forbidden();
    if (rule.kind === 'public') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const person =
      (await this.apps.authenticate(request)) ??
      (await this.keys.authenticate(request)) ??
      (await this.person(request, http.getResponse<FastifyReply>(), context));
    const actor = withinOrganisation(person, request);
    request.actor = actor;
    const store = currentContext();
    if (store) {
      store.actor = actor;
      store.scope = scopeOf(actor);
      store.mustStay = writesAsStaff(person, rule, request);
    }
    await this.budgets.spend(person, request, http.getResponse<FastifyReply>());
    const refusal =
      person.key || person.app
        ? this.programRefusal(person, rule, request, context)
        : this.refusal(person, rule, context);
    if (!refusal) return true;
    try {
      await this.gate.recordDenial(actor, `${request.method} ${request.routeOptions.url ?? ''}`);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    throw refusal;
  }

  /** Only reads that can do without the database take a session that cannot be checked. */
  private async person(
    request: FastifyRequest,
    reply: FastifyReply,
    context: ExecutionContext,
  ): Promise<Actor> {
    try {
      return await this.gate.authenticate(request, reply);
    } catch (error) {
      const degraded = this.reflector.get<DegradedRead | undefined>(DEGRADED_READ, context.getHandler());
      if (!degraded || !isDatabaseUnavailable(error)) throw error;
      return this.gate.remembered(request);
    }
  }

  /** A patient's app is open to what its patient may call, a key to what is marked for keys. */
  private programRefusal(
    { key, app }: Actor,
    rule: AccessRule,
    request: FastifyRequest,
    context: ExecutionContext,
  ): AppError | null {
    const neededOf = this.reflector.get<NeededOf | undefined>(OPEN_TO_KEYS, context.getHandler());
    if (key)
      return neededOf
        ? missingScope(key, neededOf(request))
        : forbidden(undefined, SHARED_TEXT.apiKeysDoNotOpenCall);
    return app && neededOf && rolesOf(rule).includes('patient')
      ? missingType(app, neededOf(request))
      : forbidden(undefined, SHARED_TEXT.connectedAppsDoNotOpenCall);
  }

  private refusal(actor: Actor, rule: AccessRule, context: ExecutionContext): AppError | null {
    const marked = <T>(mark: string) =>
      this.reflector.getAllAndOverride<T | undefined>(mark, [context.getHandler(), context.getClass()]);
    if (!holds(actor, ...allowedRoles(actor, rule))) return forbidden();
    if (marked<boolean>(SYSTEM_WIDE) && actor.orgId !== null) return forbidden();
    if (mustEnrol(actor) && !marked<boolean>(WHILE_ENROLLING)) {
      return new AppError(403, 'mfa_enrollment_required', SHARED_TEXT.organizationRequiresMfaForStaff);
    }
    if (marked<boolean>(VERIFIED_EMAIL) && !actor.emailVerified) {
      return new AppError(403, 'email_unverified', SHARED_TEXT.verifyEmailAddressFirst);
    }
    const stepUp = marked<StepUpRule>(STEP_UP);
    const asked = stepUp === 'always' || (stepUp === 'prescribing' && actor.policies.stepUpForPrescribing);
    if (asked && !actor.provenRecently) {
      return reauthRequired();
    }
    return null;
  }
}

import { SetMetadata, applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ApiScope } from '#common/api/api-keys.js';
import { ROLES, STAFF_ROLES, type Role } from '#common/vocabulary/index.js';
import { notFound } from '../errors/errors.js';
import type { Actor } from './actor.js';
import type { Needed } from './key-scopes.js';

export const ACCESS = 'access-rule';
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'any-role' }
  | { kind: 'roles'; roles: readonly Role[] }
  | { kind: 'keys' };

/** Each route declares exactly one: `Public`, `AnyRole`, `Roles` or `KeysOnly`; a route without one stops the boot. One on a method replaces the one on its class. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' } satisfies AccessRule);
export const AnyRole = () => SetMetadata(ACCESS, { kind: 'any-role' } satisfies AccessRule);
export const Roles = (...roles: Role[]) => SetMetadata(ACCESS, { kind: 'roles', roles } satisfies AccessRule);

export const PatientOnly = () => Roles('patient');
export const StaffOnly = () => Roles(...STAFF_ROLES);

export const STEP_UP = 'step-up';
export type StepUpRule = 'always' | 'prescribing';

/** Needs a proof of identity within the last ten minutes: always, or where the organization asks it of prescribers. */
export const StepUp = (when: StepUpRule = 'always') => SetMetadata(STEP_UP, when);

export const OWN_SECOND_FACTOR = 'own-second-factor';

/** In a session opened through single sign-on, this call needs a second factor registered with the portal (own-factor.interceptor.ts). */
export const OwnSecondFactor = () => SetMetadata(OWN_SECOND_FACTOR, true);

export const SYSTEM_WIDE = 'system-wide';

/** Only for administrators of the whole system; those of one organization get 403. */
export const SystemWide = () => SetMetadata(SYSTEM_WIDE, true);

export const WHILE_ENROLLING = 'while-enrolling';

/** Open to staff who still have to set up a second factor; everything else is not. */
export const WhileEnrolling = () => SetMetadata(WHILE_ENROLLING, true);

export const VERIFIED_EMAIL = 'verified-email';

/** Requires a verified address, so that someone who signed up with another person's cannot lock the owner out. */
export const VerifiedEmail = () => SetMetadata(VERIFIED_EMAIL, true);

export const OPENS_RECORD = 'opens-record';

/** Where the reason for opening a record is given: the only call on it that needs none. */
export const OpensRecord = () => SetMetadata(OPENS_RECORD, true);

export const EACH_RECORD = 'each-record';

/** A call on many records that checks each in its body by itself, and says which it refused. */
export const ChecksEachRecord = () => SetMetadata(EACH_RECORD, true);

export const OPEN_TO_KEYS = 'open-to-keys';
/** What this request needs of a program. */
export type NeededOf = (request: FastifyRequest) => Needed;

/** Programs with a key may call this; without it a route is closed to them. */
export const OpenToKeys = (needed: NeededOf) => SetMetadata(OPEN_TO_KEYS, needed);

/** For programs alone; people have other ways to the same. */
export const KeysOnly = (scope: ApiScope) =>
  applyDecorators(
    SetMetadata(ACCESS, { kind: 'keys' } satisfies AccessRule),
    OpenToKeys(() => ({ scopes: [scope], type: null })),
  );

export function rolesOf(rule: AccessRule): readonly Role[] {
  if (rule.kind === 'keys') return [];
  return rule.kind === 'roles' ? rule.roles : ROLES;
}

interface WithActor {
  actor?: Actor;
  params: Record<string, string>;
}

export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const actor = context.switchToHttp().getRequest<WithActor>().actor;
  if (!actor) throw new Error('A public route asked for an actor');
  return actor;
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** A path parameter that names a record: anything but a UUID is a record that does not exist. */
export const IdParam = createParamDecorator((name: string | undefined, context: ExecutionContext): string => {
  const value = context.switchToHttp().getRequest<WithActor>().params[name ?? 'id'];
  if (!isUuid(value)) throw notFound();
  return value.toLowerCase();
});

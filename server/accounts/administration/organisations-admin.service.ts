import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type {
  Organisation,
  OrganisationCreateRequest,
  OrganisationPatchRequest,
  OrganisationPolicies,
  OrganisationPoliciesResponse,
  PoliciesPatch,
  StatePolicy,
} from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import { changes } from '../../audit/changes.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { forbidden, notFound, validationFailed, versionConflict } from '../../platform/errors/errors.js';
import type { ListQuery, Page } from '../../platform/http/list-query.js';
import { Clock } from '../../platform/time/clock.js';
import { AdministratorNotices } from '../users/administrator-notices.service.js';
import { OrganisationsRepository } from '../users/organisations.repository.js';
import { TEXT } from './text/en.js';

/** Defaults of a new organization: strict about its staff's sign-in. */
const NEW_POLICIES: OrganisationPolicies = {
  mfa_required_for_staff: true,
  step_up_for_prescribing: true,
  monitoring_mode: 'quarterly',
  clinical_acts_need_provider: true,
  licenses_need_verification: true,
};
/** Policies that keep people out: staff hear when one is switched off. */
const GUARDS = [
  'clinical_acts_need_provider',
  'break_glass_reason',
  'licenses_need_verification',
  'step_up_for_prescribing',
  'mfa_required_for_staff',
  'service_states',
] as const;
const NEW_TIMEZONE = 'America/New_York';

const said = ({ name, timezone, phone, address, policies }: Organisation): Record<string, unknown> => ({
  name,
  timezone,
  phone,
  address,
  policies,
});

const given = <T extends object>(change: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(change ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Sent values replace stored ones; among the states only those sent. */
function patched(before: OrganisationPolicies, change: PoliciesPatch | undefined): OrganisationPolicies {
  const { states, ...rest } = given(change);
  const kept = Object.entries({ ...before.states, ...states }).filter(
    (entry): entry is [string, StatePolicy] => Boolean(entry[1]),
  );
  return { ...before, ...rest, ...(states && { states: Object.fromEntries(kept) }) };
}

@Injectable()
export class OrganisationsAdmin {
  constructor(
    private readonly organisations: OrganisationsRepository,
    private readonly notices: AdministratorNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  list(actor: Actor, query: ListQuery): Promise<Page<Organisation>> {
    return this.organisations.list(actor, query);
  }

  create(
    actor: Actor,
    { name, timezone, policies, phone, address }: OrganisationCreateRequest,
  ): Promise<Organisation> {
    const organisation: Organisation = {
      id: randomUUID(),
      name,
      timezone: timezone ?? NEW_TIMEZONE,
      phone: phone || null,
      address: address || null,
      policies: patched(NEW_POLICIES, policies),
      version: 1,
    };
    return this.uow.run(async () => {
      await this.assertOwnName(name, null);
      await this.organisations.insert(organisation);
      await this.keepVersion(actor, organisation);
      await this.record(actor, 'organisation.create', organisation, said(organisation));
      return organisation;
    });
  }

  update(
    actor: Actor,
    id: string,
    { version, policies, phone, address, ...rest }: OrganisationPatchRequest,
  ): Promise<Organisation> {
    return this.uow.run(async () => {
      const before = await this.organisations.lock(actor, id);
      if (!before) throw notFound();
      const names = given(rest);
      // Only system-wide administrators may rename an organization or move it.
      if (actor.orgId !== null && Object.keys(names).length) throw forbidden();
      if (version !== undefined && version !== before.version) throw versionConflict(before);
      if (names.name) await this.assertOwnName(names.name, id);
      const contact = {
        phone: phone === undefined ? before.phone : phone || null,
        address: address === undefined ? before.address : address || null,
      };
      const wanted = { ...before, ...names, ...contact, policies: patched(before.policies, policies) };
      if (isDeepStrictEqual(before, wanted)) return before;
      const after = await this.organisations.store(wanted);
      if (!isDeepStrictEqual(before.policies, after.policies)) await this.keepVersion(actor, after);
      await this.record(actor, 'organisation.update', after, changes(said(before), said(after)));
      await this.tellSwitchedOff(actor, before, after);
      return after;
    });
  }

  /** The policy history of an organization, newest first. */
  async history(actor: Actor, id: string): Promise<OrganisationPoliciesResponse> {
    if (actor.orgId !== null && actor.orgId !== id) throw notFound();
    const versions = await this.organisations.policyVersions(id);
    if (!versions.length) throw notFound();
    await this.audit.record(actor, {
      action: 'organisation.policies',
      target: { type: 'organisation', id },
      orgId: id,
      as: ['system_admin'],
    });
    return { versions };
  }

  /** A guard that is off for a moment lets through what it was for. */
  private async tellSwitchedOff(actor: Actor, before: Organisation, after: Organisation): Promise<void> {
    const off = GUARDS.filter((name) => before.policies[name] && !after.policies[name]);
    if (off.length)
      await this.notices.guardsOff(actor, after.id, { off, at: this.clock.now(), timezone: after.timezone });
  }

  private async keepVersion(actor: Actor, organisation: Organisation): Promise<void> {
    await this.organisations.keepPolicies(
      organisation,
      this.clock.today(organisation.timezone),
      actor.userId,
    );
  }

  /** Two with the same name could not be told apart in a list. */
  private async assertOwnName(name: string, id: string | null): Promise<void> {
    if (await this.organisations.isNamed(name, id))
      throw validationFailed({ name: TEXT.organizationWithNameAlreadyExists });
  }

  private record(
    actor: Actor,
    action: string,
    { id, version }: Organisation,
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'organisation', id },
      orgId: id,
      detail: { ...detail, version },
      as: ['system_admin'],
    });
  }
}

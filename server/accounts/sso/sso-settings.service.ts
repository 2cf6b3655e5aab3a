import { Inject, Injectable } from '@nestjs/common';
import type { SsoSettingsRequest, SsoSettingsResponse } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { isUniqueViolation } from '../../platform/errors/database-errors.js';
import { forbidden, notFound, validationFailed, versionConflict } from '../../platform/errors/errors.js';
import { Sessions } from '../sessions/sessions.service.js';
import { AdministratorNotices } from '../users/administrator-notices.service.js';
import { OrganisationsRepository } from '../users/organisations.repository.js';
import { Users, type ChangedAccount } from '../users/users.service.js';
import { domainOf, isPublicMail } from './sso-addresses.js';
import { isOutsideUrl } from '../../platform/http/outside-call.js';
import { isSharedIssuer } from './sso-http.js';
import { SsoProvider } from './sso-provider.js';
import { secretPlace, SsoRepository, type Connection } from './sso.repository.js';
import { TEXT } from './text/en.js';

/** An organization's connection to its provider, as set by its administrators. The secret is never returned. */
@Injectable()
export class SsoSettings {
  constructor(
    private readonly organisations: OrganisationsRepository,
    private readonly connections: SsoRepository,
    private readonly provider: SsoProvider,
    private readonly cipher: FieldCipher,
    users: Users,
    private readonly sessions: Sessions,
    private readonly notices: AdministratorNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    users.whenChanged((by, account) => this.afterChange(by, account));
  }

  read(actor: Actor, orgId: string): Promise<SsoSettingsResponse> {
    return this.uow.run(async () => {
      await this.assertReached(actor, orgId);
      const through = await this.sessions.isThroughProvider(actor);
      return this.shown(await this.connections.byOrganisation(orgId), through);
    });
  }

  async store(actor: Actor, orgId: string, body: SsoSettingsRequest): Promise<SsoSettingsResponse> {
    const domains = [...new Set(body.email_domains.map((domain) => domain.toLowerCase()))];
    const before = await this.uow.run(async () => {
      await this.assertReached(actor, orgId);
      return this.connections.byOrganisation(orgId);
    });
    const through = await this.sessions.isThroughProvider(actor);
    if (through && !isHarmless(before, body, domains)) await this.refuseOwn(actor, orgId, before);
    const client_secret = this.secretOf(before, body);
    this.assertDomains(actor, domains, before);
    await this.assertProvider({ ...body, client_secret });
    return this.uow.run(async () => {
      await this.assertReached(actor, orgId);
      await this.connections.lock(orgId);
      const now = await this.connections.byOrganisation(orgId);
      if (now?.version !== before?.version || (body.version !== undefined && body.version !== now?.version))
        throw versionConflict(this.shown(now, through).sso);
      const trust_addresses = body.trust_addresses ?? false;
      const same = this.isSame(now, { ...body, client_secret, trust_addresses });
      const tried_at = same ? now!.tried_at : null;
      this.assertTried(body.required, tried_at);
      await this.assertNobodyLockedOut(orgId, domains, body.required);
      await this.write({
        org_id: orgId,
        issuer: body.issuer,
        client_id: body.client_id,
        client_secret_enc: this.cipher.encrypt(client_secret, secretPlace(orgId)),
        required: body.required,
        trust_addresses,
        tried_at,
        set_by: through ? now!.set_by : actor.userId,
        domains,
      });
      const after = await this.connections.byOrganisation(orgId);
      await this.record(actor, orgId, 'organisation.set_sso', {
        issuer: body.issuer,
        domains,
        required: body.required,
        trust_addresses,
        secret: body.client_secret === undefined ? 'kept' : 'changed',
        version: after!.version,
      });
      if (now && !isSameProvider(now, after!)) await this.sessions.endThroughProvider(orgId, 'sso_changed');
      await this.notices.sso(orgId, {
        ...after!,
        what: whatHappened(now, after!, same),
        by: nameOf(actor),
        answersForIt: after!.set_by === actor.userId,
      });
      return this.shown(after, through);
    });
  }

  /** Unlinks all accounts, and passwords work again. */
  remove(actor: Actor, orgId: string): Promise<void> {
    return this.uow.run(async () => {
      await this.assertOwnSignIn(actor, orgId);
      await this.sessions.endThroughProvider(orgId, 'sso_removed');
      if (!(await this.connections.remove(orgId))) return;
      await this.record(actor, orgId, 'organisation.remove_sso');
      await this.notices.sso(orgId, { what: 'removed', by: nameOf(actor) });
    });
  }

  /** Whoever set it may run the sign-in service, and open accounts through it after losing their own. */
  private async afterChange(by: Actor, account: ChangedAccount): Promise<void> {
    const administrator = account.status === 'active' && account.roles.includes('system_admin');
    if (administrator && account.org_id === null) return;
    const own = administrator ? account.org_id : null;
    for (const { org_id, issuer } of await this.connections.pauseSetBy(account.id, own)) {
      await this.sessions.endThroughProvider(org_id, 'sso_paused');
      await this.record(by, org_id, 'organisation.pause_sso', { set_by: account.id });
      await this.notices.sso(org_id, {
        what: 'paused',
        by: account.display_name ?? account.email,
        issuer,
      });
    }
  }

  /** The provider must not decide about itself: who runs it can sign in as anyone of the organization. */
  async assertOwnSignIn(actor: Actor, orgId: string): Promise<void> {
    await this.uow.run(() => this.assertReached(actor, orgId));
    if (await this.sessions.isThroughProvider(actor))
      await this.refuseOwn(actor, orgId, await this.connections.byOrganisation(orgId));
  }

  private async refuseOwn(actor: Actor, orgId: string, connection: Connection | null): Promise<never> {
    await this.audit.record(actor, {
      action: 'organisation.set_sso',
      outcome: 'denied',
      target: { type: 'organisation', id: orgId },
      orgId,
      detail: { why: 'signed_in_through_it' },
      as: ['system_admin'],
    });
    throw forbidden('sso_session', connection?.required ? TEXT.wherePasswordsAreOff : TEXT.throughIt);
  }

  private async assertReached(actor: Actor, orgId: string): Promise<void> {
    if (!(await this.organisations.lock(actor, orgId))) throw notFound();
  }

  /** A kept secret is sent only to the provider it was meant for. */
  private secretOf(before: Connection | null, body: SsoSettingsRequest): string {
    if (body.client_secret !== undefined) return body.client_secret;
    if (before?.issuer !== body.issuer || before.client_id !== body.client_id)
      throw validationFailed({ client_secret: TEXT.enterClientSecretProviderGave });
    return this.cipher.decrypt(before.client_secret_enc, secretPlace(before.org_id));
  }

  /** A domain decides where users are sent to sign in, so administrators may only name their own. */
  private assertDomains(actor: Actor, domains: readonly string[], before: Connection | null): void {
    const open = domains.find(isPublicMail);
    if (open) throw validationFailed({ email_domains: TEXT.belongsToNoOrganization(open) });
    if (actor.orgId === null) return;
    const own = actor.emailVerified ? domainOf(actor.email) : null;
    const foreign = domains.find((domain) => domain !== own && !before?.domains.includes(domain));
    if (foreign)
      throw validationFailed({
        email_domains: TEXT.onlySystemWideAdministratorMayAdd(foreign),
      });
  }

  /** Whether an earlier successful sign-in still proves that one works now. */
  private isSame(
    before: Connection | null,
    now: Pick<Connection, 'issuer' | 'client_id' | 'trust_addresses'> & { client_secret: string },
  ): boolean {
    return (
      before !== null &&
      before.issuer === now.issuer &&
      before.client_id === now.client_id &&
      before.trust_addresses === now.trust_addresses &&
      this.cipher.decrypt(before.client_secret_enc, secretPlace(before.org_id)) === now.client_secret
    );
  }

  /** A broken setting must not be the only way in. */
  private assertTried(required: boolean, triedAt: Date | null): void {
    if (required && !triedAt)
      throw validationFailed({
        required: TEXT.saveWithOffAndTrySign,
      });
  }

  private async assertProvider(access: SsoSettingsRequest & { client_secret: string }): Promise<void> {
    if (!isOutsideUrl(access.issuer, this.config.production))
      throw validationFailed({ issuer: TEXT.enterAddressOfProvider });
    if (isSharedIssuer(access.issuer))
      throw validationFailed({
        issuer: TEXT.enterAddressWithOwnTenantId,
      });
    try {
      await this.provider.discover(access);
    } catch {
      throw validationFailed({ issuer: TEXT.noOpenidConnectProviderAnswers });
    }
  }

  private async assertNobodyLockedOut(orgId: string, domains: string[], required: boolean): Promise<void> {
    const outside = required ? await this.connections.staffOutside(orgId, domains) : 0;
    if (outside)
      throw validationFailed({
        required: TEXT.staffOutsideDomains(outside),
      });
  }

  private async write(connection: Parameters<SsoRepository['store']>[0]): Promise<void> {
    try {
      await this.connections.store(connection);
    } catch (error) {
      if (isUniqueViolation(error))
        throw validationFailed({ email_domains: TEXT.anotherOrganizationSignsInWithOne });
      throw error;
    }
  }

  private record(
    actor: Actor,
    orgId: string,
    action: string,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'organisation', id: orgId },
      orgId,
      ...(detail && { detail }),
      as: ['system_admin'],
    });
  }

  private shown(connection: Connection | null, through: boolean): SsoSettingsResponse {
    return {
      only: through ? (isRenewable(connection) ? 'renewal' : 'nothing') : null,
      callback_url: this.provider.callback,
      sso: connection && {
        issuer: connection.issuer,
        client_id: connection.client_id,
        email_domains: connection.domains,
        required: connection.required,
        trust_addresses: connection.trust_addresses,
        tried_at: connection.tried_at?.toISOString() ?? null,
        paused_at: connection.paused_at?.toISOString() ?? null,
        version: connection.version,
      },
    };
  }
}

const isSameProvider = (
  before: Pick<Connection, 'issuer' | 'client_id'>,
  after: Pick<Connection, 'issuer' | 'client_id'>,
): boolean => before.issuer === after.issuer && before.client_id === after.client_id;

const isRenewable = (connection: Connection | null): connection is Connection =>
  connection !== null && connection.required && connection.paused_at === null;

/**
 * What someone who came through the provider may save: where passwords are off there may be no other administrator, and
 * giving them back, or a new secret of the same client, hands the provider nothing that it does not have.
 */
function isHarmless(
  before: Connection | null,
  body: SsoSettingsRequest,
  domains: readonly string[],
): boolean {
  return (
    isRenewable(before) &&
    isSameProvider(before, body) &&
    before.trust_addresses === (body.trust_addresses ?? false) &&
    before.domains.join() === domains.toSorted().join()
  );
}

/** @param sameAccess whether it signs in at the same provider in the same way */
function whatHappened(before: Connection | null, after: Connection, sameAccess: boolean) {
  if (!before) return 'set';
  if (before.paused_at) return 'resumed';
  return sameAccess && before.required === after.required && before.domains.join() === after.domains.join()
    ? 'saved'
    : 'changed';
}

const nameOf = ({ displayName, email }: Actor): string => displayName ?? email;

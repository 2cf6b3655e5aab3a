import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  API_KEY_DAYS,
  type ApiKey,
  type ApiKeyCreateRequest,
  type ApiKeyCreated,
  type ApiScope,
} from '#common/api/api-keys.js';
import { OwnFactor } from '../accounts/second-factor/own-factor.service.js';
import { Users, type ChangedAccount } from '../accounts/users/users.service.js';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { NO_RECORDS } from '../platform/access/key-scopes.js';
import { seesRecords } from '../platform/access/provider-only.js';
import { notFound, validationFailed } from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import { isLoopback, isOutsideUrl, namesPrivateAddress } from '../platform/http/outside-call.js';
import { Clock } from '../platform/time/clock.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ProgramNotices } from './program-notices.service.js';
import type { ApiKeyRow } from './api-key.entity.js';
import { clientIdOf, newKey, newPublicId } from './key-text.js';
import { BadKeySet, readKeySet, type PublicKey } from './public-keys.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const DAY_MS = 86_400_000;
const opensRecords = (scopes: readonly ApiScope[]): boolean => scopes.some((scope) => scope !== NO_RECORDS);

interface Proof {
  /** For the program. */
  key: string;
  stored: Pick<ApiKeyRow, 'public_id'> & Partial<Pick<ApiKeyRow, 'secret_hash' | 'jwks' | 'jwks_url'>>;
}

const read = (jwks: string): Promise<PublicKey[]> =>
  readKeySet(jwks).catch((error: unknown) => {
    throw error instanceof BadKeySet ? validationFailed({ jwks: error.message }) : error;
  });

/** An organization's keys, created and revoked by its administrators. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly users: Users,
    private readonly ownFactor: OwnFactor,
    private readonly notices: ProgramNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    users.whenChanged((by, account) => this.afterChange(by, account));
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<ApiKey>> {
    const page = await this.keys.list(actor, query);
    await this.audit.record(actor, {
      action: 'api_key.list',
      detail: { ids: page.rows.map((key) => key.id) },
      as: ['system_admin'],
    });
    return page;
  }

  async create(actor: Actor, { name, scopes, ...body }: ApiKeyCreateRequest): Promise<ApiKeyCreated> {
    const expiresAt = this.expiry(body.expires_at);
    const { key, stored } = await this.proof(body);
    return this.uow.run(async () => {
      const orgId = await this.users.organisationFor(actor, body.org_id);
      await this.ownFactor.assert(actor, { action: 'api_key.create', orgId });
      if (opensRecords(scopes)) await this.assertMayOpen(actor, orgId);
      const id = randomUUID();
      await this.keys.insert({
        id,
        org_id: orgId,
        ...stored,
        name,
        scopes,
        created_by: actor.userId,
        expires_at: expiresAt,
      });
      const detail = {
        scopes,
        expires_at: expiresAt.toISOString(),
        ...(stored.jwks && { key_ids: stored.jwks.map(({ kid }) => kid) }),
        ...(stored.jwks_url && { jwks_host: new URL(stored.jwks_url).host }),
      };
      await this.record(actor, 'api_key.create', { id, org_id: orgId }, detail);
      if (opensRecords(scopes)) await this.notices.send('key_created', orgId);
      return { ...(await this.shown(actor, id)), key };
    });
  }

  /** Takes effect with the program's next call. */
  revoke(actor: Actor, id: string): Promise<ApiKey> {
    return this.uow.run(async () => {
      const key = await this.shown(actor, id);
      if (!(await this.keys.revoke(id, actor.userId))) return key;
      await this.record(actor, 'api_key.revoke', key);
      return this.shown(actor, id);
    });
  }

  /**
   * Who made a key knows its secret: where they are no administrator any more, it stops working. Who holds the key that a
   * program signs with, only the other administrators know: they are told of it.
   */
  private async afterChange(by: Actor, account: ChangedAccount): Promise<void> {
    const administrator = account.status === 'active' && account.roles.includes('system_admin');
    if (administrator && account.org_id === null) return;
    const keys = await this.keys.madeBy(account.id, administrator ? account.org_id : null);
    for (const key of keys) {
      if (key.signed) continue;
      await this.keys.revoke(key.id, by.userId);
      await this.record(by, 'api_key.revoke', key, { made_by: account.id });
    }
    for (const orgId of new Set(keys.map((key) => key.org_id)))
      await this.notices.revoked(
        orgId,
        account.display_name ?? account.email,
        keys.filter((key) => key.org_id === orgId),
      );
  }

  /** No key to records where a program cannot give a reason, or from who is no provider where those alone may open them. */
  private async assertMayOpen(actor: Actor, orgId: string): Promise<void> {
    const { needs_reason, needs_provider } = await this.keys.limitsOf(orgId);
    if (needs_provider && !seesRecords(actor, true))
      throw validationFailed({ scopes: TEXT.clinicLimitsRecordsToProviders });
    if (needs_reason)
      throw validationFailed({ scopes: TEXT.clinicRequiresReasonForOpeningRecord(NO_RECORDS) });
  }

  /** A new secret, or how the program's signatures are checked. */
  private async proof({ jwks, jwks_url }: Pick<ApiKeyCreateRequest, 'jwks' | 'jwks_url'>): Promise<Proof> {
    if (jwks !== undefined && jwks_url !== undefined)
      throw validationFailed({ jwks_url: TEXT.enterPublicKeysOrUrl });
    if (jwks === undefined && jwks_url === undefined) {
      const { key, publicId, secretHash } = newKey();
      return { key, stored: { public_id: publicId, secret_hash: secretHash } };
    }
    const publicId = newPublicId();
    const checked =
      jwks_url === undefined ? { jwks: await read(jwks!) } : { jwks_url: this.checkedUrl(jwks_url) };
    return { key: clientIdOf(publicId), stored: { public_id: publicId, ...checked } };
  }

  private checkedUrl(url: string): string {
    if (!isOutsideUrl(url, this.config.production))
      throw validationFailed({
        jwks_url: SHARED_TEXT.enterUrlBeginsWithHttpsWithoutPassword,
      });
    const parsed = new URL(url);
    if (namesPrivateAddress(parsed) && (this.config.production || !isLoopback(parsed)))
      throw validationFailed({ jwks_url: SHARED_TEXT.addressInsideNetwork });
    return parsed.href;
  }

  private async shown(actor: Actor, id: string): Promise<ApiKey> {
    const key = await this.keys.find(actor, id);
    if (!key) throw notFound();
    return key;
  }

  private expiry(asked: string | undefined): Date {
    const now = this.clock.now().getTime();
    if (asked === undefined) return new Date(now + API_KEY_DAYS.usual * DAY_MS);
    const at = new Date(asked);
    if (at.getTime() <= now || at.getTime() > now + API_KEY_DAYS.most * DAY_MS)
      throw validationFailed({ expires_at: TEXT.chooseTimeWithinNextDays(API_KEY_DAYS.most) });
    return at;
  }

  private record(
    actor: Actor,
    action: string,
    { id, org_id }: Pick<ApiKey, 'id' | 'org_id'>,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'api_key', id },
      orgId: org_id,
      ...(detail && { detail }),
      as: ['system_admin'],
    });
  }
}

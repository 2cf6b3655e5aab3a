import { Injectable } from '@nestjs/common';
import type { AdminUser } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import type { Actor } from '../../platform/access/actor.js';
import { notFound, validationFailed, versionConflict } from '../../platform/errors/errors.js';
import { listed, type ListQuery, type Page } from '../../platform/http/list-query.js';
import { Invitations } from './invitations.service.js';
import { OrganisationsRepository } from '../users/organisations.repository.js';
import { UserAdministration, type UserChange } from './user-administration.service.js';
import type { UserInviteDto } from './users-admin.dto.js';
import { UsersAdminRepository } from './users-admin.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

/** The administrators' calls: each returns the updated account. */
@Injectable()
export class UsersAdmin {
  constructor(
    private readonly users: UsersAdminRepository,
    private readonly organisations: OrganisationsRepository,
    private readonly acts: UserAdministration,
    private readonly invitations: Invitations,
    private readonly audit: Audit,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<AdminUser>> {
    const page = await this.users.list(actor, query);
    await this.audit.record(actor, {
      action: 'user.list',
      detail: listed(page.rows, query),
      as: ['system_admin'],
    });
    return page;
  }

  async invite(actor: Actor, { org_id = null, ...body }: UserInviteDto): Promise<AdminUser> {
    await this.assertOrganisation(org_id);
    const { user } = await this.acts.invite(actor, { ...body, org_id });
    return this.shown(actor, user.id);
  }

  async inviteAgain(actor: Actor, id: string): Promise<AdminUser> {
    await this.invitations.again(actor, id);
    return this.shown(actor, id);
  }

  async update(actor: Actor, id: string, change: UserChange): Promise<AdminUser> {
    // Look up the record first: someone else's account is not found, whatever the request.
    const before = await this.shown(actor, id);
    if (change.version !== undefined && change.version !== before.version) throw versionConflict(before);
    await this.assertOrganisation(change.org_id);
    await this.acts.update(actor, id, change);
    return this.shown(actor, id, change.org_id);
  }

  async resetMfa(actor: Actor, id: string): Promise<AdminUser> {
    await this.acts.resetMfa(actor, id);
    return this.shown(actor, id);
  }

  async endSessions(actor: Actor, id: string): Promise<AdminUser> {
    await this.acts.endSessions(actor, id);
    return this.shown(actor, id);
  }

  private async assertOrganisation(id: string | null | undefined): Promise<void> {
    if (id && !(await this.organisations.exists(id)))
      throw validationFailed({ org_id: SHARED_TEXT.chooseOrganization });
  }

  /** `movedTo`: where a system-wide administrator, filtered to one organization, moved the account. */
  private async shown(actor: Actor, id: string, movedTo?: string | null): Promise<AdminUser> {
    const user = await this.users.find(movedTo === undefined ? actor : { ...actor, orgId: movedTo }, id);
    if (!user) throw notFound();
    return user;
  }
}

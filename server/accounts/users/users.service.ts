import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/access/actor.js';
import { forbidden, validationFailed } from '../../platform/errors/errors.js';
import { OrganisationsRepository } from './organisations.repository.js';
import { UsersRepository } from './users.repository.js';

/** Account operations for other features. */
@Injectable()
export class Users {
  constructor(
    private readonly repository: UsersRepository,
    private readonly organisations: OrganisationsRepository,
  ) {}

  /** Whose something new is: an administrator's own organization, or the one that a system-wide administrator names. */
  async organisationFor(actor: Actor, named: string | undefined): Promise<string> {
    if (actor.orgId !== null && named !== undefined && named !== actor.orgId) throw forbidden();
    const orgId = actor.orgId ?? named;
    if (!orgId || !(await this.organisations.exists(orgId)))
      throw validationFailed({ org_id: 'Choose an organization.' });
    return orgId;
  }

  administratorsOf(orgId: string): ReturnType<UsersRepository['administratorsOf']> {
    return this.repository.administratorsOf(orgId);
  }

  /** A name became known; null: it was someone else's. */
  nameIs(userId: string, name: string | null): Promise<void> {
    return this.repository.setDisplayName(userId, name);
  }
}

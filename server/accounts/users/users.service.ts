import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/access/actor.js';
import { forbidden, validationFailed } from '../../platform/errors/errors.js';
import type { FindSetUp, SetUp } from './maker.js';
import { OrganisationsRepository } from './organisations.repository.js';
import { UsersRepository, type Account } from './users.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

/** An account after an administrator changed its roles, its status or its organization. */
export type ChangedAccount = Pick<Account, 'id' | 'org_id' | 'email' | 'roles' | 'status' | 'display_name'>;
type ChangeHandler = (by: Actor, account: ChangedAccount) => Promise<void>;

/** Account operations for other features. */
@Injectable()
export class Users {
  private readonly handlers: ChangeHandler[] = [];
  private readonly finders: FindSetUp[] = [];

  constructor(
    private readonly repository: UsersRepository,
    private readonly organisations: OrganisationsRepository,
  ) {}

  /** Features that end what an account may no longer do are told of its change, in its transaction. */
  whenChanged(handler: ChangeHandler): void {
    this.handlers.push(handler);
  }

  async changed(by: Actor, account: ChangedAccount): Promise<void> {
    for (const handler of this.handlers) await handler(by, account);
  }

  /** For features whose connections stay when who set them up leaves. */
  tellsSetUp(find: FindSetUp): void {
    this.finders.push(find);
  }

  async setUpBy(userId: string): Promise<SetUp[]> {
    const found: SetUp[] = await this.repository.invitedBy(userId);
    for (const find of this.finders) found.push(...(await find(userId)));
    return found;
  }

  /** Whose something new is: an administrator's own organization, or the one that a system-wide administrator names. */
  async organisationFor(actor: Actor, named: string | undefined): Promise<string> {
    if (actor.orgId !== null && named !== undefined && named !== actor.orgId) throw forbidden();
    const orgId = actor.orgId ?? named;
    if (!orgId || !(await this.organisations.exists(orgId)))
      throw validationFailed({ org_id: SHARED_TEXT.chooseOrganization });
    return orgId;
  }

  administratorsOf(orgId: string | null): ReturnType<UsersRepository['administratorsOf']> {
    return this.repository.administratorsOf(orgId);
  }

  staffOf(orgId: string): ReturnType<UsersRepository['staffOf']> {
    return this.repository.staffOf(orgId);
  }

  /** A name became known; null: it was someone else's. */
  nameIs(userId: string, name: string | null): Promise<void> {
    return this.repository.setDisplayName(userId, name);
  }
}

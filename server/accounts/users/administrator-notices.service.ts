import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { Role } from '#common/vocabulary/index.js';
import { Outbox } from '../../mail/outbox.service.js';
import {
  guardsOffMail,
  newAdministratorMail,
  newProviderMail,
  setUpByLeaverMail,
  ssoMail,
  type Guard,
  type MailContent,
  type SsoNews,
} from '../../mail/templates.js';
import type { Actor } from '../../platform/access/actor.js';
import { Users, type ChangedAccount } from './users.service.js';

/** Emails administrators what changes whom their organization trusts, in the transaction of the change. */
@Injectable()
export class AdministratorNotices {
  constructor(
    private readonly users: Users,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async sso(orgId: string, news: SsoNews): Promise<void> {
    const content = ssoMail(news, `${this.config.publicOrigin}/admin/organisations`);
    await this.tell(`notice.sso_${news.what}`, orgId, content, null);
  }

  /** Everyone who works there hears that a policy protects records and orders no longer. */
  async guardsOff(
    by: Actor,
    orgId: string,
    { off, at, timezone }: { off: readonly Guard[]; at: Date; timezone: string },
  ): Promise<void> {
    const when = at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: timezone });
    const content = guardsOffMail(
      { by: by.displayName ?? by.email, when: `${when} (${timezone})`, off },
      `${this.config.publicOrigin}/admin/organisations`,
    );
    for (const { id, email } of await this.users.staffOf(orgId))
      await this.outbox.put({ kind: 'notice.policy_off', to: email, userId: id, orgId, content });
  }

  /** The others hear of it; where there is no organization, the system-wide ones. @param by null: the machine's command line */
  async newStaff(
    by: Actor | null,
    account: Pick<ChangedAccount, 'id' | 'org_id' | 'email'>,
    role: Role,
  ): Promise<void> {
    const who = by ? (by.displayName ?? by.email) : 'Someone who operates the portal';
    const url = `${this.config.publicOrigin}/admin/users`;
    const administrator = role === 'system_admin';
    const content = administrator
      ? newAdministratorMail({ email: account.email, by: who, systemWide: account.org_id === null }, url)
      : newProviderMail({ email: account.email, by: who }, url);
    await this.tell(
      administrator ? 'notice.new_administrator' : 'notice.new_provider',
      account.org_id,
      content,
      account.id,
    );
  }

  /** One email a clinic about what someone set up who no longer administers it: it stays, so the clinic must know of it. */
  async left(
    account: Pick<ChangedAccount, 'id' | 'email' | 'display_name'>,
    isGone: (orgId: string | null) => boolean,
  ): Promise<void> {
    const all = (await this.users.setUpBy(account.id)).filter(({ org_id }) => isGone(org_id));
    for (const orgId of new Set(all.map(({ org_id }) => org_id))) {
      const mine = all.filter(({ org_id }) => org_id === orgId);
      const content = setUpByLeaverMail(
        account.display_name ?? account.email,
        mine,
        `${this.config.publicOrigin}/admin`,
      );
      await this.tell('notice.connections_left', orgId, content, account.id);
    }
  }

  private async tell(
    kind: string,
    orgId: string | null,
    content: MailContent,
    except: string | null,
  ): Promise<void> {
    const own = (await this.users.administratorsOf(orgId)).filter(({ id }) => id !== except);
    // A clinic that lost its last administrator is looked after by those of all.
    for (const { id, email } of own.length || orgId === null ? own : await this.users.administratorsOf(null))
      if (id !== except) await this.outbox.put({ kind, to: email, userId: id, orgId, content });
  }
}

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { STAFF_ROLES, type Role } from '#common/vocabulary/index.js';
import { Audit } from '../../audit/audit.service.js';
import { Db } from '../../database/db.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Notice } from '../../mail/templates.js';
import { Patients } from '../../patients/patients.service.js';
import type { Actor } from '../../platform/access/actor.js';
import { isUniqueViolation } from '../../platform/errors/database-errors.js';
import {
  forbidden,
  invalidState,
  notFound,
  validationFailed,
  versionConflict,
} from '../../platform/errors/errors.js';
import { invitedEmailInUse } from '../users/account-errors.js';
import { Users } from '../users/users.service.js';
import { AccountMail } from '../email/account-mail.service.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { AdministratorNotices } from '../users/administrator-notices.service.js';
import { EmailTokens } from '../email/email-tokens.service.js';
import { OwnFactor } from '../second-factor/own-factor.service.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { TEXT } from './text/en.js';

export interface ManagedUser {
  id: string;
  org_id: string | null;
  email: string;
  roles: Role[];
  status: 'active' | 'disabled';
  display_name: string | null;
  version: number;
}
export interface UserChange {
  version?: number;
  roles?: Role[];
  status?: 'active' | 'disabled';
  org_id?: string | null;
  display_name?: string | null;
}
export interface Invitation {
  email: string;
  display_name?: string | null;
  roles: Role[];
  /** null: a system-wide administrator. */
  org_id: string | null;
}

const COLUMNS = 'id, org_id, email, roles, status, display_name, version';
const sameRoles = (a: readonly Role[], b: readonly Role[]): boolean => a.join() === b.join();

/** Administrators' actions on other accounts: each ends what it revokes, in one transaction. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly db: Db,
    private readonly users: Users,
    private readonly patients: Patients,
    private readonly sessions: Sessions,
    private readonly secondFactors: SecondFactors,
    private readonly ownFactor: OwnFactor,
    private readonly tokens: EmailTokens,
    private readonly mail: AccountMail,
    private readonly notices: AccountNotices,
    private readonly administrators: AdministratorNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  update(actor: Actor, id: string, change: UserChange): Promise<ManagedUser> {
    return this.uow.run(async () => {
      const before = await this.locked(actor, id);
      if (change.version !== undefined && change.version !== before.version) throw versionConflict(before);
      const wanted = { ...before, ...withoutUndefined(change) };
      this.assertAllowed(actor, before, wanted);
      const gained = gainedRole(before, wanted);
      if (gained)
        await this.ownFactor.assert(actor, {
          action: 'user.update',
          orgId: wanted.org_id,
          target: { type: 'user', id },
        });
      if (isDeepStrictEqual(before, wanted)) return before;
      const rolesChanged = !sameRoles(before.roles, wanted.roles) || before.org_id !== wanted.org_id;
      const statusChanged = before.status !== wanted.status;
      if (rolesChanged || statusChanged) await this.assertAdministratorLeft(before, wanted);
      if (before.org_id !== wanted.org_id && (await this.isPatient(id)))
        throw invalidState(TEXT.patientAndRecordsStayWithOrganization);
      const after = await this.store(wanted);
      if (rolesChanged || statusChanged) await this.sessions.endAll(id, 'account_changed');
      if (after.status === 'disabled')
        await this.tokens.supersede(id, ['verify', 'reset', 'invite', 'change_email']);
      if (rolesChanged) {
        await this.ensurePatient(after);
        await this.notices.send('roles_changed', after);
      }
      if (statusChanged)
        await this.notices.send(after.status === 'active' ? 'account_enabled' : 'account_disabled', after);
      if (gained) await this.administrators.newStaff(actor, after, gained);
      await this.record(actor, 'user.update', after, {
        roles: after.roles,
        status: after.status,
        ...(before.org_id !== after.org_id && { org_id: after.org_id }),
        was: {
          ...(!sameRoles(before.roles, after.roles) && { roles: before.roles }),
          ...(statusChanged && { status: before.status }),
          ...(before.org_id !== after.org_id && { org_id: before.org_id }),
        },
        version: after.version,
      });
      if (rolesChanged || statusChanged) {
        await this.users.changed(actor, after);
        await this.administrators.left(
          after,
          (orgId) => administers(before, orgId) && !administers(after, orgId),
        );
      }
      return after;
    });
  }

  /** Removes a lost second factor, after the user's identity was confirmed another way. Never one's own: a password must not be enough. */
  resetMfa(actor: Actor, id: string): Promise<void> {
    if (id === actor.userId) throw invalidState(TEXT.turnOwnSecondFactorOff);
    return this.act(actor, id, 'user.reset_mfa', 'mfa_reset', async () => {
      await this.secondFactors.removeAll(id);
    });
  }

  endSessions(actor: Actor, id: string): Promise<void> {
    return this.act(actor, id, 'user.end_sessions', null, async () => {});
  }

  /**
   * Creates an account without a password and emails its one-time link.
   * @param actor null: from the machine's command line
   */
  async invite(
    actor: Actor | null,
    { email, display_name, roles, org_id }: Invitation,
  ): Promise<{ user: ManagedUser; url: string }> {
    if (actor && actor.orgId !== null && actor.orgId !== org_id) throw forbidden();
    const user: ManagedUser = {
      id: randomUUID(),
      org_id,
      email,
      roles,
      status: 'active',
      display_name: display_name ?? null,
      version: 1,
    };
    assertConsistent(user);
    const gained = gainedRole(null, user);
    if (actor && gained) await this.ownFactor.assert(actor, { action: 'user.invite', orgId: org_id });
    try {
      return await this.uow.run(async () => {
        await this.db.rows(
          {
            name: 'user-invite',
            text: 'INSERT INTO users (id, org_id, email, roles, display_name, invited_by) VALUES ($1, $2, $3, $4, $5, $6)',
          },
          [user.id, org_id, email, roles, user.display_name, actor?.userId ?? null],
        );
        await this.ensurePatient(user);
        const url = await this.mail.send('invite', user);
        if (gained) await this.administrators.newStaff(actor, user, gained);
        await this.record(actor, 'user.invite', user, { roles });
        return { user, url };
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw invitedEmailInUse();
      throw error;
    }
  }

  /** The first administrator, or a new link for one who has not used theirs. The caller controls the machine. */
  async inviteAdministrator(email: string): Promise<string> {
    const known = await this.db.one<ManagedUser>(
      {
        name: 'user-administrator',
        text: `SELECT ${COLUMNS} FROM users WHERE id IN (SELECT a.id FROM account_addresses a WHERE a.address = lower($1))`,
      },
      [email],
    );
    if (!known) return (await this.invite(null, { email, roles: ['system_admin'], org_id: null })).url;
    if (known.org_id !== null || !known.roles.includes('system_admin') || known.status !== 'active')
      throw invitedEmailInUse();
    return this.uow.run(async () => {
      const url = await this.mail.send('invite', known);
      await this.record(null, 'user.invite', known, { roles: known.roles });
      return url;
    });
  }

  private act(
    actor: Actor,
    id: string,
    action: string,
    notice: Notice | null,
    work: () => Promise<void>,
  ): Promise<void> {
    return this.uow.run(async () => {
      const user = await this.locked(actor, id);
      await work();
      await this.sessions.endAll(id, action);
      // A removed user may have requested another address.
      await this.tokens.supersede(id, ['change_email']);
      if (notice) await this.notices.send(notice, user);
      await this.record(actor, action, user);
    });
  }

  /** A user in the administrator's organization (in any, for a system-wide one), otherwise 404. */
  private async locked(actor: Actor, id: string): Promise<ManagedUser> {
    const user = await this.db.one<ManagedUser>(
      {
        name: 'user-managed',
        text: `SELECT ${COLUMNS} FROM users WHERE id = $1 AND ($2::uuid IS NULL OR org_id = $2) FOR UPDATE`,
      },
      [id, actor.orgId],
    );
    if (!user) throw notFound();
    return user;
  }

  private assertAllowed(actor: Actor, before: ManagedUser, wanted: ManagedUser): void {
    if (actor.orgId !== null && wanted.org_id !== before.org_id) throw forbidden();
    const own = before.id === actor.userId;
    if (own && !sameRoles(before.roles, wanted.roles)) throw invalidState(TEXT.cannotChangeOwnRoles);
    if (own && wanted.org_id !== before.org_id) throw invalidState(TEXT.cannotChangeOwnOrganization);
    if (own && wanted.status !== before.status) throw invalidState(TEXT.cannotDisableOwnAccount);
    assertConsistent(wanted);
  }

  /**
   * Locks the system-wide administrators who have set a password, so that two cannot remove each other at once: an
   * invitation that no one accepted does not count as an administrator.
   */
  private async assertAdministratorLeft(before: ManagedUser, wanted: ManagedUser): Promise<void> {
    const isOne = (u: ManagedUser) => u.org_id === null && isAdministrator(u);
    if (!isOne(before) || isOne(wanted)) return;
    const [first, second] = await this.db.rows<{ id: string }>({
      name: 'user-administrators',
      text: `SELECT id FROM users WHERE org_id IS NULL AND status = 'active' AND 'system_admin' = ANY(roles)
        AND password_hash IS NOT NULL ORDER BY id FOR UPDATE`,
    });
    if (first?.id === before.id && !second) throw invalidState(TEXT.lastSystemWideAdministrator);
  }

  private async store(user: ManagedUser): Promise<ManagedUser> {
    const stored = await this.db.one<ManagedUser>(
      {
        name: 'user-managed-store',
        text: `UPDATE users SET roles = $2, status = $3, org_id = $4, display_name = $5, version = version + 1, updated_at = now()
          WHERE id = $1 AND version = $6 RETURNING ${COLUMNS}`,
      },
      [user.id, user.roles, user.status, user.org_id, user.display_name, user.version],
    );
    if (!stored) throw versionConflict(user);
    return stored;
  }

  private async ensurePatient(user: ManagedUser): Promise<void> {
    if (!user.roles.includes('patient') || !user.org_id) return;
    if (!(await this.isPatient(user.id))) await this.patients.create(user.id, user.org_id);
  }

  private async isPatient(userId: string): Promise<boolean> {
    const row = await this.db.one(
      { name: 'user-is-patient', text: 'SELECT 1 FROM patients WHERE user_id = $1' },
      [userId],
    );
    return row !== null;
  }

  private record(
    actor: Actor | null,
    action: string,
    user: ManagedUser,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'user', id: user.id },
      orgId: user.org_id,
      ...(detail && { detail }),
      ...(actor && { as: ['system_admin'] }),
    });
  }
}

const works = (user: ManagedUser | null, role: Role): boolean =>
  user?.status === 'active' && user.roles.includes(role);
/** The role of staff that someone did not have here before; an administrator's before a provider's. */
const gainedRole = (before: ManagedUser | null, after: ManagedUser): Role | undefined =>
  STAFF_ROLES.toSorted((a, b) => Number(b === 'system_admin') - Number(a === 'system_admin')).find(
    (role) => works(after, role) && (!works(before, role) || before?.org_id !== after.org_id),
  );
const administers = (user: ManagedUser, orgId: string | null): boolean =>
  isAdministrator(user) && (user.org_id === null || user.org_id === orgId);
const isAdministrator = ({ status, roles }: ManagedUser): boolean =>
  status === 'active' && roles.includes('system_admin');

function assertConsistent({ org_id, roles }: ManagedUser): void {
  if (!roles.length || new Set(roles).size !== roles.length)
    throw validationFailed({ roles: TEXT.chooseAtLeastOneRole });
  if (org_id === null && roles.some((r) => r !== 'system_admin')) {
    throw validationFailed({ org_id: TEXT.providersAndPatientsBelongToOrganization });
  }
}

const withoutUndefined = ({ version: _, ...change }: UserChange): Partial<ManagedUser> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

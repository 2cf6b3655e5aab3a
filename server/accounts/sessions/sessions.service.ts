import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnSession } from '#common/api/index.js';
import type { Role } from '#common/vocabulary/index.js';
import { Audit } from '../../audit/audit.service.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { DatabaseLink } from '../../database/database-link.js';
import { Db } from '../../database/db.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { SessionGate } from '../../platform/access/access.guard.js';
import type { Actor } from '../../platform/access/actor.js';
import { currentContext, inScope } from '../../platform/access/context.js';
import { EVERYTHING } from '../../platform/access/scope.js';
import { newToken, sha256 } from '../../platform/crypto/field-cipher.js';
import { isUnwritable } from '../../platform/errors/database-errors.js';
import { notAuthenticated } from '../../platform/errors/errors.js';
import { Revocations } from './revocations.js';
import { SessionRecall } from './session-recall.js';
import { SessionLookup } from './session-lookup.js';
import { actorOf, PROOF_MIN, READ_SESSIONS, type SessionRow } from './session-row.js';

const IDLE_STAFF_MIN = 15;
const IDLE_PATIENT_MIN = 30;
const ABSOLUTE_H = 12;
const MOST_LIVE = 10;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ROLE_COOKIE = 'active_role';

/** A user's idle limit is the shortest of their roles'. */
const idleMinutes = (roles: readonly Role[]): number =>
  roles.some((r) => r === 'provider' || r === 'system_admin') ? IDLE_STAFF_MIN : IDLE_PATIENT_MIN;

const isBackground = (request: FastifyRequest): boolean => request.headers['x-background'] === '1';

/** A database that cannot write down the last use still knows who the user is. */
const unlessUnwritable =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isUnwritable(error)) return value;
    throw error;
  };

/** Opaque tokens; only their hash is stored, and the row decides everything. */
@Injectable()
export class Sessions implements SessionGate {
  readonly cookie: string;

  constructor(
    private readonly db: Db,
    private readonly lookup: SessionLookup,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly recall: SessionRecall,
    private readonly revocations: Revocations,
    private readonly link: DatabaseLink,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.cookie = config.secureCookies ? '__Host-trt_sid' : 'trt_sid';
  }

  async authenticate(request: FastifyRequest): Promise<Actor> {
    const token = request.cookies[this.cookie];
    if (!token || !TOKEN.test(token)) throw notAuthenticated();
    const hash = sha256(token);
    const row = await this.lookup.find(hash);
    if (this.link.readOnly) return this.whileReadOnly(request, hash, row);
    if (!row) throw notAuthenticated();
    if (row.revoked) throw notAuthenticated('session_revoked');
    if (row.over) throw notAuthenticated('session_expired');
    const expiresAt =
      row.touch && !isBackground(request)
        ? await this.lookup.touch(row, idleMinutes(row.roles)).catch(unlessUnwritable(row.expires_at))
        : row.expires_at;
    const actor = actorOf(row, expiresAt, this.config.production);
    this.recall.remember(hash, actor, row.abs_expires_at, idleMinutes(row.roles));
    return actor;
  }

  /**
   * Nothing is written there: uses and sign-outs since then are known to this process only, and a session opened last may
   * be missing on a standby.
   */
  private async whileReadOnly(request: FastifyRequest, hash: Buffer, row: SessionRow | null): Promise<Actor> {
    if (row?.revoked) throw notAuthenticated('session_revoked');
    if (!row || row.over) return this.recall.recall(hash, isBackground(request));
    const { id: sessionId, user_id: userId, opened_at } = row;
    const known = { tokenHash: hash.toString('hex'), sessionId, userId, verifiedAt: opened_at.getTime() };
    if (this.revocations.covers(known)) throw notAuthenticated('session_revoked');
    // Remembering this end would take back the longer one of a use.
    if (isBackground(request)) return actorOf(row, row.expires_at, this.config.production);
    const idle = idleMinutes(row.roles);
    const actor = actorOf(row, this.recall.extended(idle, row.abs_expires_at), this.config.production);
    this.recall.remember(hash, actor, row.abs_expires_at, idle);
    return actor;
  }

  /** The user behind a request while the database cannot be reached. */
  async remembered(request: FastifyRequest): Promise<Actor> {
    const token = request.cookies[this.cookie];
    if (!token || !TOKEN.test(token)) throw notAuthenticated();
    return this.recall.recall(sha256(token), isBackground(request));
  }

  /** Signs this browser out while the database is down; the session itself ends when it is back. */
  forget(request: FastifyRequest): Buffer | null {
    const token = request.cookies[this.cookie];
    if (!token || !TOKEN.test(token)) return null;
    const hash = sha256(token);
    this.revocations.token(hash);
    return hash;
  }

  async recordDenial(actor: Actor, route: string): Promise<void> {
    await this.audit.record(actor, { action: 'access.deny', outcome: 'denied', detail: { route } });
  }

  /**
   * Opens a session and sets its cookies. A planted or older cookie never becomes the session.
   * @param how `provenAt`: when the user proved their identity, if that was earlier
   */
  async open(
    reply: FastifyReply,
    user: { id: string; roles: Role[]; sessionEpoch: number },
    how: { methods: string[]; activeRole?: Role; provenAt?: Date | null },
  ): Promise<Actor> {
    const { token, hash } = newToken();
    const context = currentContext();
    const active = how.activeRole ?? user.roles[0];
    if (!active) throw new Error('A user without a role cannot sign in');
    await this.db.rows(
      {
        name: 'session-open',
        text: `INSERT INTO sessions (token_hash, id, user_id, active_role, aal, auth_methods, epoch, auth_at, mfa_at, idle_expires_at, abs_expires_at, ip, user_agent)
          VALUES ($1, $2, $3, $4, $5::smallint, $6, $7, LEAST($11::timestamptz, now()), CASE WHEN $5::smallint = 2 THEN LEAST($11::timestamptz, now()) END, now() + make_interval(mins => $8), now() + interval '${ABSOLUTE_H} hours', $9, $10)`,
      },
      [
        hash,
        randomUUID(),
        user.id,
        active,
        how.methods.length > 1 ? 2 : 1,
        how.methods,
        user.sessionEpoch,
        idleMinutes(user.roles),
        context?.ip ?? null,
        context?.userAgent ?? null,
        how.provenAt ?? null,
      ],
    );
    await this.endReplaced(reply.request);
    await this.dropOldest(user.id);
    await this.db.rows({ name: 'user-seen', text: 'UPDATE users SET last_seen_at = now() WHERE id = $1' }, [
      user.id,
    ]);
    return this.begin(reply, token, active);
  }

  /** A new token for the same session; the old one is invalid at once. */
  async rotate(
    reply: FastifyReply,
    actor: Actor,
    change: { role?: Role; proven?: boolean; secondFactor?: boolean },
  ): Promise<Actor> {
    const { token, hash } = newToken();
    const role = change.role ?? actor.roles[0]!;
    const [rotated] = await this.db.rows<{ token_hash: Buffer }>(
      {
        name: 'session-rotate',
        text: `WITH former AS (SELECT id, token_hash FROM sessions WHERE id = $3 AND revoked_at IS NULL FOR UPDATE)
          UPDATE sessions s SET token_hash = $1, active_role = $2, last_seen_at = now(),
            auth_at = CASE WHEN $4 THEN now() ELSE auth_at END,
            aal = CASE WHEN $5::boolean IS NULL THEN aal WHEN $5 THEN 2 ELSE 1 END,
            mfa_at = CASE WHEN $5::boolean THEN now() WHEN NOT $5 THEN NULL ELSE mfa_at END
          FROM former WHERE s.id = former.id RETURNING former.token_hash`,
      },
      [hash, role, actor.sessionId, change.proven ?? false, change.secondFactor ?? null],
    );
    if (!rotated) throw notAuthenticated('session_revoked');
    this.uow.afterCommit(() => this.revocations.token(rotated.token_hash));
    return this.begin(reply, token, role);
  }

  /** The user proved their identity again. */
  async proven(actor: Actor): Promise<void> {
    await this.db.rows(
      { name: 'session-proven', text: 'UPDATE sessions SET auth_at = now() WHERE id = $1' },
      [actor.sessionId],
    );
  }

  /** Whether this session's second step is recent enough to count as proof. */
  async hasFreshFactor(actor: Actor): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'session-fresh-factor',
        text: `SELECT 1 FROM sessions WHERE id = $1 AND aal = 2 AND mfa_at > now() - interval '${PROOF_MIN} minutes'`,
      },
      [actor.sessionId],
    );
    return row !== null;
  }

  /** The user behind a stored token, unless the session is over. */
  async living(tokenHash: Buffer): Promise<Actor | null> {
    const row = await this.row(tokenHash);
    return row && !row.revoked && !row.over ? actorOf(row, row.expires_at, this.config.production) : null;
  }

  async end(sessionId: string, reason: string): Promise<void> {
    await this.db.rows(
      {
        name: 'session-end',
        text: 'UPDATE sessions SET revoked_at = now(), revoke_reason = $2 WHERE id = $1 AND revoked_at IS NULL',
      },
      [sessionId, reason],
    );
    this.over([{ id: sessionId }]);
  }

  /** Ends every session of a user except the given one, and every sign-in waiting for its second step. */
  async endAll(userId: string, reason: string, but: string | null = null): Promise<void> {
    // The epoch also ends a session being opened right now with outdated data.
    const raised = await this.db.one<{ session_epoch: number }>(
      {
        name: 'session-epoch',
        text: 'UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1 RETURNING session_epoch',
      },
      [userId],
    );
    await this.db.rows(
      {
        name: 'session-end-all',
        text: `UPDATE sessions SET revoked_at = now(), revoke_reason = $2
          WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $3::uuid`,
      },
      [userId, reason, but],
    );
    if (but) {
      await this.db.rows(
        {
          name: 'session-keep',
          text: 'UPDATE sessions SET epoch = $2 WHERE id = $1 AND user_id = $3 AND revoked_at IS NULL',
        },
        [but, raised?.session_epoch, userId],
      );
    }
    await this.db.rows(
      {
        name: 'mfa-end-all',
        text: 'UPDATE mfa_challenges SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL',
      },
      [userId],
    );
    this.uow.afterCommit(() => this.revocations.user(userId, but));
  }

  /** Ends what was opened through an organization's provider, and every sign-in there that waits for its second step. */
  async endThroughProvider(orgId: string, reason: string): Promise<void> {
    const ended = await this.db.rows<{ id: string }>(
      {
        name: 'session-end-provider',
        // Waits for what such a session is writing (UnitOfWork).
        text: `WITH open AS (SELECT s.id FROM sessions s WHERE s.revoked_at IS NULL AND 'sso' = ANY(s.auth_methods)
            AND (s.user_id IN (SELECT u.id FROM users u WHERE u.org_id = $1) OR s.id IN (SELECT l.session_id FROM sso_logins l WHERE l.org_id = $1))
            ORDER BY s.id FOR UPDATE)
          UPDATE sessions s SET revoked_at = now(), revoke_reason = $2 FROM open WHERE s.id = open.id RETURNING s.id`,
      },
      [orgId, reason],
    );
    await this.db.rows(
      {
        name: 'mfa-end-provider',
        text: `UPDATE mfa_challenges SET ended_at = now()
          WHERE ended_at IS NULL AND sso_login_id IN (SELECT l.id FROM sso_logins l WHERE l.org_id = $1)`,
      },
      [orgId],
    );
    this.over(ended);
  }

  /** Whether an organization's provider said who the user is. */
  async isThroughProvider({ sessionId }: Actor): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'session-through-provider',
        text: `SELECT 1 FROM sessions WHERE id = $1 AND 'sso' = ANY(auth_methods)`,
      },
      [sessionId],
    );
    return row !== null;
  }

  /** The active sessions of a user, most recently used first. */
  async list(actor: Actor): Promise<OwnSession[]> {
    const rows = await this.db.rows<{
      id: string;
      created_at: Date;
      last_seen_at: Date;
      user_agent: string | null;
    }>(
      {
        name: 'session-list',
        text: `SELECT s.id, s.created_at, s.last_seen_at, s.user_agent FROM sessions s JOIN users u ON u.id = s.user_id
          WHERE s.user_id = $1 AND s.revoked_at IS NULL AND s.epoch = u.session_epoch AND LEAST(s.idle_expires_at, s.abs_expires_at) > now()
          ORDER BY s.last_seen_at DESC, s.id`,
      },
      [actor.userId],
    );
    return rows.map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      user_agent: row.user_agent,
      current: row.id === actor.sessionId,
    }));
  }

  /** @returns whether the user had such an active session */
  async endOwn(actor: Actor, sessionId: string): Promise<boolean> {
    const ended = await this.db.rows<{ id: string }>(
      {
        name: 'session-end-own',
        text: `UPDATE sessions SET revoked_at = now(), revoke_reason = 'ended_by_owner'
          WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL AND LEAST(idle_expires_at, abs_expires_at) > now() RETURNING id`,
      },
      [sessionId, actor.userId],
    );
    this.over(ended);
    return ended.length === 1;
  }

  clearCookies(reply: FastifyReply): void {
    const options = { path: '/', secure: this.config.secureCookies, sameSite: 'lax' } as const;
    void reply.clearCookie(this.cookie, { ...options, httpOnly: true }).clearCookie(ROLE_COOKIE, options);
  }

  /** Sends the new token, and stores whose it is: the database may be down at the next request. */
  private async begin(reply: FastifyReply, token: string, role: Role): Promise<Actor> {
    const hash = sha256(token);
    const row = await this.row(hash);
    if (!row) throw notAuthenticated();
    const actor = actorOf(row, row.expires_at, this.config.production);
    this.uow.afterCommit(() => this.recall.remember(hash, actor, row.abs_expires_at, idleMinutes(row.roles)));
    this.setCookies(reply, token, role);
    return actor;
  }

  /** Says who someone is, their own record included. */
  private row(tokenHash: Buffer): Promise<SessionRow | null> {
    return inScope(EVERYTHING, () => this.db.one<SessionRow>(READ_SESSIONS, [[tokenHash]]));
  }

  private setCookies(reply: FastifyReply, token: string, role: Role): void {
    const options = { path: '/', secure: this.config.secureCookies, sameSite: 'lax' } as const;
    // Readable by the client, and only a hint: the server trusts its own row.
    void reply
      .setCookie(this.cookie, token, { ...options, httpOnly: true })
      .setCookie(ROLE_COOKIE, role, options);
  }

  /** The session this browser had until now, even if it belonged to another user. */
  private async endReplaced(request: FastifyRequest): Promise<void> {
    const token = request.cookies[this.cookie];
    if (!token || !TOKEN.test(token)) return;
    this.over(
      await this.db.rows<{ id: string }>(
        {
          name: 'session-end-replaced',
          text: `UPDATE sessions SET revoked_at = now(), revoke_reason = 'replaced' WHERE token_hash = $1 AND revoked_at IS NULL RETURNING id`,
        },
        [sha256(token)],
      ),
    );
  }

  private async dropOldest(userId: string): Promise<void> {
    const dropped = await this.db.rows<{ id: string }>(
      {
        name: 'session-drop-oldest',
        text: `UPDATE sessions SET revoked_at = now(), revoke_reason = 'too_many' WHERE id IN (
          SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NULL AND LEAST(idle_expires_at, abs_expires_at) > now()
          ORDER BY created_at DESC OFFSET ${MOST_LIVE}) RETURNING id`,
      },
      [userId],
    );
    this.over(dropped);
  }

  private over(sessions: readonly { id: string }[]): void {
    if (sessions.length) this.uow.afterCommit(() => this.revocations.sessions(sessions.map((s) => s.id)));
  }
}

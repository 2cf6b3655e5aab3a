import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import { ChecksDb, Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { KEPT_DAYS } from '../platform/time/kept-days.js';
import { AppCodeRow, AppGrantRow, AppTokenRow, type GrantEnd } from './patient-app.entities.js';

/** Whether a connection still opens the record: its app `a`, account `u` and patient `p` are as they were. */
export const LIVING = `g.ended_at IS NULL AND g.expires_at > now() AND a.removed_at IS NULL AND u.status = 'active'
  AND u.session_epoch = g.session_epoch AND 'patient' = ANY(u.roles) AND p.user_id = u.id AND p.org_id = g.org_id AND p.held_at IS NULL
  AND p.erased_at IS NULL`;
const JOINED = `JOIN patient_apps a ON a.id = g.app_id JOIN users u ON u.id = g.user_id JOIN patients p ON p.id = g.patient_id`;

/** Recording each use would make every read a write. */
const TOUCH_AFTER_S = 60;
const knownWith = (
  types: string,
): string => `SELECT g.id, g.app_id, a.name AS app_name, ${types} AS types, g.scope, g.offline, g.org_id, g.patient_id, g.user_id, u.email, u.display_name,
    o.name AS org_name, o.timezone AS org_timezone, COALESCE(p.timezone, o.timezone) AS timezone, g.expires_at,
    g.last_used_at IS NULL OR g.last_used_at < now() - interval '${TOUCH_AFTER_S} seconds' AS touch
  FROM app_grants g ${JOINED} JOIN organisations o ON o.id = g.org_id`;

/** A living connection, with what an app's call needs of it. */
export type KnownGrant = Pick<
  AppGrantRow,
  'id' | 'app_id' | 'types' | 'scope' | 'offline' | 'org_id' | 'patient_id' | 'user_id' | 'expires_at'
> & {
  app_name: string;
  email: string;
  display_name: string | null;
  org_name: string;
  org_timezone: string;
  timezone: string;
  touch: boolean;
};

export type NewGrant = Pick<
  AppGrantRow,
  'id' | 'org_id' | 'app_id' | 'patient_id' | 'user_id' | 'types' | 'scope' | 'offline' | 'expires_at'
>;
export type FoundCode = Pick<
  AppCodeRow,
  'code_hash' | 'grant_id' | 'patient_id' | 'org_id' | 'redirect_uri' | 'challenge' | 'used_at'
> & { app_id: string; expired: boolean };
export type FoundToken = Pick<
  AppTokenRow,
  'token_hash' | 'grant_id' | 'patient_id' | 'org_id' | 'kind' | 'used_at'
> & { app_id: string; expired: boolean };
export type ListedGrant = Pick<AppGrantRow, 'id' | 'types' | 'created_at' | 'expires_at' | 'last_used_at'> & {
  name: string;
};

/** What patients allowed apps, and what the apps hold to prove it. */
@Injectable()
export class GrantsRepository {
  constructor(
    private readonly db: Db,
    private readonly checks: ChecksDb,
    @InjectRepository(AppGrantRow) private readonly grants: Rows<AppGrantRow>,
    @InjectRepository(AppCodeRow) private readonly codes: Rows<AppCodeRow>,
    @InjectRepository(AppTokenRow) private readonly tokens: Rows<AppTokenRow>,
  ) {}

  async insert({ id, org_id, app_id, patient_id, user_id, ...grant }: NewGrant): Promise<void> {
    await this.db.rows(
      {
        name: 'app-grant-insert',
        text: `INSERT INTO app_grants (id, org_id, app_id, patient_id, user_id, types, scope, offline, expires_at, session_epoch)
          SELECT $1, $2, $3, $4, u.id, $6, $7, $8, $9, u.session_epoch FROM users u WHERE u.id = $5`,
      },
      [id, org_id, app_id, patient_id, user_id, grant.types, grant.scope, grant.offline, grant.expires_at],
    );
  }

  async insertCode(code: Omit<AppCodeRow, 'used_at'>): Promise<void> {
    await this.codes.insert(code);
  }

  async insertToken(token: Omit<AppTokenRow, 'used_at'>): Promise<void> {
    await this.tokens.insert(token);
  }

  /** The connections of a patient that still work. */
  list(actor: Actor): Promise<ListedGrant[]> {
    return this.db.rows<ListedGrant>(
      {
        name: 'app-grants-own',
        text: `SELECT g.id, a.name, g.types, g.created_at, g.expires_at, g.last_used_at FROM app_grants g ${JOINED}
          WHERE g.patient_id = $1 AND g.user_id = $2 AND ${LIVING}
            AND EXISTS (SELECT 1 FROM app_codes c WHERE c.grant_id = g.id AND c.used_at IS NOT NULL)
          ORDER BY g.created_at DESC, g.id`,
      },
      [actor.patientId, actor.userId],
    );
  }

  /** Of this patient only; null: there is none, or it has ended. */
  own(actor: Actor, id: string): Promise<Pick<AppGrantRow, 'id' | 'app_id'> | null> {
    return this.db.one<Pick<AppGrantRow, 'id' | 'app_id'>>(
      {
        name: 'app-grant-own',
        text: `SELECT g.id, g.app_id FROM app_grants g ${JOINED} WHERE g.id = $1 AND g.patient_id = $2 AND g.user_id = $3 AND ${LIVING}`,
      },
      [id, actor.patientId, actor.userId],
    );
  }

  /** false: it had ended before. */
  async end(id: string, because: GrantEnd): Promise<boolean> {
    const { affected } = await this.grants.update(
      { id, ended_at: IsNull() },
      { ended_at: () => 'now()', ended_because: because },
    );
    return affected === 1;
  }

  /** Locks it: of two that bring the same code, the second finds it used. */
  code(hash: Buffer): Promise<FoundCode | null> {
    return this.db.one<FoundCode>(
      {
        name: 'app-code-lock',
        text: `SELECT c.code_hash, c.grant_id, c.patient_id, c.org_id, c.redirect_uri, c.challenge, c.used_at, c.expires_at <= now() AS expired, g.app_id
          FROM app_codes c JOIN app_grants g ON g.id = c.grant_id WHERE c.code_hash = $1 FOR UPDATE OF c`,
      },
      [hash],
    );
  }

  async useCode(hash: Buffer): Promise<void> {
    await this.codes.update({ code_hash: hash }, { used_at: () => 'now()' });
  }

  /** Locks it, as a code. */
  token(hash: Buffer): Promise<FoundToken | null> {
    return this.db.one<FoundToken>(
      {
        name: 'app-token-lock',
        text: `SELECT t.token_hash, t.grant_id, t.patient_id, t.org_id, t.kind, t.used_at, t.expires_at <= now() AS expired, g.app_id
          FROM app_tokens t JOIN app_grants g ON g.id = t.grant_id WHERE t.token_hash = $1 FOR UPDATE OF t`,
      },
      [hash],
    );
  }

  async useToken(hash: Buffer): Promise<void> {
    await this.tokens.update({ token_hash: hash }, { used_at: () => 'now()' });
  }

  async extend(id: string, until: Date): Promise<void> {
    await this.grants.update({ id }, { expires_at: until });
  }

  /** null: it does not open the record any more. */
  living(id: string): Promise<KnownGrant | null> {
    return this.db.one<KnownGrant>(
      { name: 'app-grant-living', text: `${knownWith('g.types')} WHERE g.id = $1 AND ${LIVING}` },
      [id],
    );
  }

  /** No actor: the token says whose connection it is. */
  known(tokenHash: Buffer): Promise<KnownGrant | null> {
    return this.checks.one<KnownGrant>(
      {
        name: 'app-grant-known',
        text: `${knownWith('COALESCE(t.types, g.types)')} JOIN app_tokens t ON t.grant_id = g.id
          WHERE t.token_hash = $1 AND t.kind = 'access' AND t.expires_at > now() AND ${LIVING}`,
      },
      [tokenHash],
    );
  }

  async touch(id: string): Promise<void> {
    await this.checks.rows(
      { name: 'app-grant-touch', text: 'UPDATE app_grants SET last_used_at = now() WHERE id = $1' },
      [id],
    );
  }

  /** A used code is kept as long as its grant, because its second use ends the grant. */
  async tidy(): Promise<void> {
    const longAgo = `now() - interval '${KEPT_DAYS.endedApps} days'`;
    const over = `(SELECT id FROM app_grants WHERE expires_at < ${longAgo} OR ended_at < ${longAgo})`;
    for (const [name, text] of [
      [
        'app_tokens',
        `DELETE FROM app_tokens WHERE grant_id IN ${over} OR (kind = 'access' AND expires_at < now())`,
      ],
      ['app_codes', `DELETE FROM app_codes WHERE grant_id IN ${over}`],
      ['app_grants', `DELETE FROM app_grants WHERE id IN ${over}`],
    ] as const)
      await this.db.rows({ name: `tidy-${name}`, text });
  }
}

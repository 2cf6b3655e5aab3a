import type { Db } from './db.js';

/** How the portal's statements run. */
export interface Login {
  /** They may do what the owner of the tables may, the audit included. */
  owner: boolean;
  /** The user of the connection may become the owner. */
  mayOwn: boolean;
  superuser: boolean;
  encrypted: boolean;
  /** No statement and no wait for a lock ends by itself. */
  unbounded: boolean;
}

/** Asked as any other statement, so that it has what those have, behind a pooler too. */
export async function loginOf(db: Db): Promise<Login> {
  const row = await db.one<Login>({
    name: 'database-login',
    text: `SELECT pg_has_role(current_user, t.relowner, 'USAGE') AS owner,
        pg_has_role(session_user, t.relowner, 'MEMBER') AS "mayOwn",
        (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) AS superuser,
        COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
        current_setting('statement_timeout') = '0' OR current_setting('lock_timeout') = '0' AS unbounded
      FROM pg_class t WHERE t.oid = 'audit_events'::regclass`,
  });
  if (!row) throw new Error('The table of the audit was not found');
  return row;
}

/** What the portal must not run with in production; null: nothing. */
export function forbiddenLogin({ owner, unbounded }: Login): string | null {
  if (owner) return 'the portal works as the owner of its tables, who could delete from the audit';
  if (unbounded) return 'the portal works without its time limits, so that one statement could stop it';
  return null;
}

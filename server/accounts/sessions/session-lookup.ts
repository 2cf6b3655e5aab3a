import { Injectable } from '@nestjs/common';
import { ChecksDb } from '../../database/db.js';
import { Batcher } from '../../platform/batching/batcher.js';
import { READ_SESSIONS, type SessionRow } from './session-row.js';

const BATCH = { most: 100, waitMs: 2 };

interface Use {
  row: SessionRow;
  idleMinutes: number;
}

/** The sessions of concurrent requests, read as one statement; each request still asks the database, and gets its own row. */
@Injectable()
export class SessionLookup {
  private readonly reads = new Batcher((hashes: readonly Buffer[]) => this.read(hashes), BATCH);
  private readonly uses = new Batcher((uses: readonly Use[]) => this.write(uses), BATCH);

  constructor(private readonly checks: ChecksDb) {}

  find(tokenHash: Buffer): Promise<SessionRow | null> {
    return this.reads.one(tokenHash);
  }

  /** Writes down that the session is in use; returns when it ends now. */
  touch(row: SessionRow, idleMinutes: number): Promise<Date> {
    return this.uses.one({ row, idleMinutes });
  }

  private async read(hashes: readonly Buffer[]): Promise<(SessionRow | null)[]> {
    const names = hashes.map((hash) => hash.toString('hex'));
    const wanted = new Map(names.map((name, i) => [name, hashes[i]]));
    const rows = await this.checks.rows<SessionRow>(READ_SESSIONS, [[...wanted.values()]]);
    const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
    return names.map((name) => found.get(name) ?? null);
  }

  private async write(uses: readonly Use[]): Promise<Date[]> {
    const touched = await this.checks.rows<{ id: string; expires_at: Date }>(
      {
        name: 'sessions-touch',
        // A session locked by another request is touched by the next one.
        text: `WITH used AS (SELECT s.id, u.idle FROM sessions s JOIN unnest($1::uuid[], $2::int[]) AS u(id, idle) ON u.id = s.id
            WHERE s.revoked_at IS NULL FOR UPDATE OF s SKIP LOCKED)
          UPDATE sessions s SET last_seen_at = now(), idle_expires_at = now() + make_interval(mins => used.idle) FROM used
          WHERE s.id = used.id RETURNING s.id, LEAST(s.idle_expires_at, s.abs_expires_at) AS expires_at`,
      },
      [uses.map(({ row }) => row.id), uses.map(({ idleMinutes }) => idleMinutes)],
    );
    const expiry = new Map(touched.map(({ id, expires_at }) => [id, expires_at]));
    return uses.map(({ row }) => expiry.get(row.id) ?? row.expires_at);
  }
}

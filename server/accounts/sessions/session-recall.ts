import { Injectable } from '@nestjs/common';
import { SNAPSHOT_MAX_AGE_MS, SnapshotStore } from '../../database/snapshot-store.js';
import type { Actor } from '../../platform/access/actor.js';
import { databaseUnavailable, notAuthenticated } from '../../platform/errors/errors.js';
import { Clock } from '../../platform/time/clock.js';
import { Revocations } from './revocations.js';

const KEY = 'session';
const owner = (tokenHash: Buffer): string => `session:${tokenHash.toString('hex')}`;

interface Remembered {
  actor: Omit<Actor, 'sessionExpiresAt'> & { sessionExpiresAt: string };
  verifiedAt: number;
  absoluteExpiry: number;
  idleMinutes: number;
}

/** Who a session belongs to, as last read from the database, for when it cannot be reached. */
@Injectable()
export class SessionRecall {
  constructor(
    private readonly store: SnapshotStore,
    private readonly revocations: Revocations,
    private readonly clock: Clock,
  ) {}

  remember(tokenHash: Buffer, actor: Actor, absoluteExpiry: Date, idleMinutes: number): void {
    this.put(tokenHash, {
      actor: { ...actor, sessionExpiresAt: actor.sessionExpiresAt.toISOString() },
      verifiedAt: this.clock.now().getTime(),
      absoluteExpiry: absoluteExpiry.getTime(),
      idleMinutes,
    });
  }

  /** When a session ends that is used now, where the database cannot write that down. */
  extended(idleMinutes: number, absoluteExpiry: Date): Date {
    return new Date(Math.min(this.clock.now().getTime() + idleMinutes * 60_000, absoluteExpiry.getTime()));
  }

  /** 401 only if the session is definitely over; 503 if nothing is known about it. */
  async recall(tokenHash: Buffer, background: boolean): Promise<Actor> {
    const snapshot = await this.store.get<Remembered>(owner(tokenHash), KEY);
    if (!snapshot) {
      if (
        this.revocations.covers({
          tokenHash: tokenHash.toString('hex'),
          sessionId: '',
          userId: '',
          verifiedAt: 0,
        })
      )
        throw notAuthenticated('session_revoked');
      throw databaseUnavailable();
    }
    const { actor, verifiedAt, absoluteExpiry, idleMinutes } = snapshot.value;
    const { sessionId, userId } = actor;
    if (this.revocations.covers({ tokenHash: tokenHash.toString('hex'), sessionId, userId, verifiedAt }))
      throw notAuthenticated('session_revoked');
    const now = this.clock.now().getTime();
    if (now >= Date.parse(actor.sessionExpiresAt)) throw notAuthenticated('session_expired');
    if (now - verifiedAt > SNAPSHOT_MAX_AGE_MS || !this.revocations.knowsSince(verifiedAt))
      throw databaseUnavailable();
    const expiresAt = background
      ? new Date(actor.sessionExpiresAt)
      : this.extended(idleMinutes, new Date(absoluteExpiry));
    this.put(tokenHash, {
      ...snapshot.value,
      actor: { ...actor, sessionExpiresAt: expiresAt.toISOString() },
    });
    return { ...actor, sessionExpiresAt: expiresAt, provenRecently: false };
  }

  private put(tokenHash: Buffer, session: Remembered): void {
    const { sessionExpiresAt, provenRecently: _, ...who } = session.actor;
    const minute = Math.floor(Date.parse(sessionExpiresAt) / 60_000);
    this.store.put(owner(tokenHash), KEY, session, JSON.stringify([who, minute]));
  }
}

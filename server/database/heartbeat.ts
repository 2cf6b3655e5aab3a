import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How long a beat may take: with the pause between two, a hanging database is detected within 2 s. */
export const BEAT_LIMIT_MS = 1300;

/** What a beat found: a database that answers may take no changes, as a standby does. */
export type Pulse = 'writable' | 'read-only' | 'silent';

/** Asks the database on a connection of its own, past any pooler. */
export class Heartbeat {
  private prober: pg.Client | null = null;

  constructor(private readonly url: string) {}

  async beat(): Promise<Pulse> {
    const found: { pulse: Pulse } = { pulse: 'silent' };
    const asked = this.ask().then(
      (readOnly) => {
        found.pulse = readOnly ? 'read-only' : 'writable';
      },
      () => undefined,
    );
    const timer = new AbortController();
    const late = sleep(BEAT_LIMIT_MS, undefined, { ref: false, signal: timer.signal }).catch(() => undefined);
    await Promise.race([asked, late]);
    timer.abort();
    // A busy process may run its timer before handling an answer that has arrived.
    await nextTurn();
    await nextTurn();
    // The name may lead to another server by now: only a new connection finds the one that takes changes.
    if (found.pulse !== 'writable') this.drop();
    return found.pulse;
  }

  drop(): void {
    const { stream } =
      (this.prober as { connection?: { stream?: { destroy(): void } } } | null)?.connection ?? {};
    this.prober = null;
    stream?.destroy();
  }

  private async ask(): Promise<boolean> {
    if (!this.prober) {
      const prober = new pg.Client({
        connectionString: this.url,
        connectionTimeoutMillis: BEAT_LIMIT_MS,
        application_name: 'trt-portal-heartbeat',
      });
      prober.on('error', () => undefined);
      this.prober = prober;
      await prober.connect();
    }
    // On a standby it is on as well.
    const { rows } = await this.prober.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    return rows[0]?.transaction_read_only === 'on';
  }
}

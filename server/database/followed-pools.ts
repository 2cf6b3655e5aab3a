/** A pooled connection, as far as its socket. */
export interface Pooled {
  connection?: { stream?: { destroy(): void } };
  end(): Promise<void>;
}
export interface Pool {
  on(event: 'acquire' | 'connect' | 'remove', listener: (client: Pooled) => void): unknown;
  on(event: 'release', listener: (error: unknown, client: Pooled) => void): unknown;
}

/** Every connection of some pools, so that all of them can be cut or replaced. */
export class FollowedPools {
  private readonly all = new Set<Pooled>();
  private readonly busy = new Set<Pooled>();
  private readonly outdated = new WeakSet<Pooled>();

  get size(): number {
    return this.all.size;
  }

  /** @param begin for each new connection, before it is used */
  follow(pool: Pool, begin: (client: Pooled) => void): void {
    const met = (client: Pooled): void => {
      if (this.all.has(client)) return;
      this.all.add(client);
      begin(client);
    };
    pool.on('connect', met);
    pool.on('acquire', (client) => {
      // The first one connected before the listener was added.
      met(client);
      this.busy.add(client);
    });
    pool.on('release', (_, client) => {
      this.busy.delete(client);
      // The pool drops what is ending.
      if (this.outdated.has(client)) client.end().catch(() => undefined);
    });
    pool.on('remove', (client) => {
      this.all.delete(client);
      this.busy.delete(client);
    });
  }

  /** Anything waiting on one of these waits in vain, and the pool must not reuse them. */
  cut(): void {
    for (const client of this.all) client.connection?.stream?.destroy();
    this.all.clear();
    this.busy.clear();
  }

  /** New connections from now on; what is under way on an old one is finished there. */
  replace(): void {
    for (const client of this.all) {
      if (this.busy.has(client)) this.outdated.add(client);
      else client.connection?.stream?.destroy();
    }
  }
}

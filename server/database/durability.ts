import type { DataSource } from 'typeorm';

/** A database that may lose what it acknowledged. */
export class VolatileDatabaseError extends Error {}

/** Data the portal reports as saved must be on disk: neither setting may be off, not even for its own role. */
export async function assertDurable(source: DataSource): Promise<void> {
  const [settings] = await source.query<Record<string, string>[]>(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit`,
  );
  const off = Object.entries(settings ?? {}).filter(([, value]) => value === 'off');
  if (!off.length) return;
  const names = off.map(([name]) => `${name} = off`).join(' and ');
  throw new VolatileDatabaseError(
    `Refusing to start: the database runs with ${names}, so it may lose what it acknowledged.`,
  );
}

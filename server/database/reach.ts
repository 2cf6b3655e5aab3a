import pg, { type PoolClient } from 'pg';
import { currentScope } from '../platform/access/context.js';
import type { Scope } from '../platform/access/scope.js';

const PARTS = ['org', 'patient', 'user'] as const satisfies (keyof Scope)[];
const tellAs = (local: boolean): string =>
  `SELECT ${PARTS.map((part, i) => `set_config('trt.${part}', $${i + 1}, ${local})`).join(', ')}`;
const TELL = { name: 'scope', text: tellAs(false) };
const TELL_LOCALLY = { name: 'scope-local', text: tellAs(true) };

/** What each connection was last told; one that was told nothing reaches no row. */
const told = new WeakMap<PoolClient, Scope>();
/** The last work of each connection. */
const turns = new WeakMap<PoolClient, Promise<unknown>>();
/** Connections that a pooler gives to others after each transaction, with the settings each transaction begins with. */
const borrowed = new WeakMap<object, Settings>();

export type Settings = Readonly<Record<string, string>>;

/** What this connection is told must end with its transaction: the next one on it may be another process's. */
export function tellPerTransaction(client: object, settings: Settings): void {
  borrowed.set(client, settings);
}

async function tell(client: PoolClient, scope: Scope): Promise<void> {
  const { org, patient, user } = scope;
  const known = told.get(client);
  if (known?.org === org && known.patient === patient && known.user === user) return;
  // If this fails, it is unknown what the connection holds.
  told.delete(client);
  const statement = borrowed.has(client) ? TELL_LOCALLY : TELL;
  await client.query({ ...statement, values: [org, patient, user] });
  told.set(client, scope);
}

/** Settings and scope of a transaction, in one statement. */
async function settle(client: PoolClient, settings: Settings, scope: Scope, before = ''): Promise<void> {
  const all = { ...settings, ...Object.fromEntries(PARTS.map((part) => [`trt.${part}`, scope[part]])) };
  const calls = Object.entries(all).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  told.delete(client);
  await client.query(`${before}SELECT ${calls.join(', ')}`);
  told.set(client, scope);
}

function inTurn<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(client) ?? Promise.resolve()).then(work);
  turns.set(
    client,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Tells a connection whose rows its statements reach, then works. Statements of one transaction take turns: their scopes may differ. */
export function reaching<T>(
  client: PoolClient,
  work: () => Promise<T>,
  scope: Scope = currentScope(),
): Promise<T> {
  return inTurn(client, async () => {
    await tell(client, scope);
    return work();
  });
}

/** The same for one statement outside of a transaction: on a borrowed connection it gets one. */
export async function reachingAlone<T>(
  client: PoolClient,
  work: () => Promise<T>,
  scope: Scope = currentScope(),
): Promise<T> {
  const settings = borrowed.get(client);
  if (!settings) return reaching(client, work, scope);
  try {
    await settle(client, settings, scope, 'BEGIN; ');
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    told.delete(client);
  }
}

/** Begins a transaction. Elsewhere it is told before, so that a rollback takes nothing back. */
export async function beginReaching(client: PoolClient, begin: () => Promise<void>): Promise<void> {
  const settings = borrowed.get(client);
  if (!settings) return reaching(client, begin);
  const scope = currentScope();
  return inTurn(client, async () => {
    await begin();
    await settle(client, settings, scope);
  });
}

/** After a transaction of a borrowed connection, and after any rollback: what it holds is not what it was told last. */
export function forgetReach(client: PoolClient, { rolledBack }: { rolledBack: boolean }): void {
  if (rolledBack || borrowed.has(client)) told.delete(client);
}

import type { PoolClient } from 'pg';
import { currentScope } from '../platform/access/context.js';
import type { Scope } from '../platform/access/scope.js';

const TELL = {
  name: 'scope',
  text: `SELECT set_config('trt.org', $1, false), set_config('trt.patient', $2, false), set_config('trt.user', $3, false)`,
};

/** What each connection was last told; one that was told nothing reaches no row. */
const told = new WeakMap<PoolClient, Scope>();
/** The last work of each connection. */
const turns = new WeakMap<PoolClient, Promise<unknown>>();

async function tell(client: PoolClient, scope: Scope): Promise<void> {
  const { org, patient, user } = scope;
  const known = told.get(client);
  if (known?.org === org && known.patient === patient && known.user === user) return;
  // If this fails, it is unknown what the connection holds.
  told.delete(client);
  await client.query({ ...TELL, values: [org, patient, user] });
  told.set(client, scope);
}

/** Tells a connection whose rows its statements reach, then works. Statements of one transaction take turns: their scopes may differ. */
export function reaching<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  const scope = currentScope();
  const turn = (turns.get(client) ?? Promise.resolve()).then(async () => {
    await tell(client, scope);
    return work();
  });
  turns.set(
    client,
    turn.catch(() => undefined),
  );
  return turn;
}

/** After a rollback, a connection holds again what it was told before the transaction. */
export function forgetReach(client: PoolClient): void {
  told.delete(client);
}

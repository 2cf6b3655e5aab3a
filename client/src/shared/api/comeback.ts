import type { QueryClient } from '@tanstack/react-query';
import { comesBack } from './errors.js';
import { systemStatusQuery } from './systemStatus.js';

const LOOK_EVERY_MS = 5000;
const PULSE_EVERY_MS = 30_000;
/** Not all screens of a clinic at the same moment. */
const SPREAD_MS = 1000;

/** Whether the database answers; null when nobody could be asked. */
const databaseAnswers = (client: QueryClient): Promise<boolean | null> =>
  client.fetchQuery(systemStatusQuery).then(
    ({ database }) => database.connected,
    () => null,
  );

/**
 * What could not be loaded because the portal or its database was away is loaded by itself once both are back. One small
 * question finds that out, so that nothing on the screen flickers meanwhile.
 */
export function loadWhenBack(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const withheld = {
    type: 'active',
    predicate: (query: { state: { error: unknown } }) => comesBack(query.state.error),
  } as const;
  const waits = (): boolean => client.getQueryCache().findAll(withheld).length > 0;

  async function look(): Promise<void> {
    if (waits() && !document.hidden && (await databaseAnswers(client)))
      await client.refetchQueries(withheld, { cancelRefetch: false });
    timer = undefined;
    lookLater();
  }
  function lookLater(): void {
    if (timer === undefined && waits())
      timer = setTimeout(() => void look(), LOOK_EVERY_MS + Math.random() * SPREAD_MS);
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && comesBack(query.state.error)) lookLater();
  });
  lookLater();
}

/** A page that only stands there learns of an outage too: asked once more, it shows what is kept, and how old that is. */
export function noticeOutages(client: QueryClient, { isSignedIn }: { isSignedIn: () => boolean }): void {
  const own: unknown[] = ['session', ...systemStatusQuery.queryKey];
  let answered = true;
  async function feel(): Promise<void> {
    if (document.hidden || !isSignedIn()) return;
    const answers = await databaseAnswers(client);
    if (answers === false && answered)
      await client.refetchQueries({
        type: 'active',
        predicate: ({ queryKey }) => !own.includes(queryKey[0]),
      });
    answered = answers ?? answered;
  }
  setInterval(() => void feel(), PULSE_EVERY_MS + Math.random() * SPREAD_MS);
}

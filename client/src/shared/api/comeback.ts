import type { QueryClient } from '@tanstack/react-query';
import { comesBack } from './errors.js';
import { systemStatusQuery } from './systemStatus.js';

const LOOK_EVERY_MS = 5000;
const PULSE_EVERY_MS = 30_000;
/** Spreads the screens of a clinic, so that they do not all reload at the same moment. */
const SPREAD_MS = 1000;

/** Whether the database answers; null when the server could not be reached. */
const databaseAnswers = (client: QueryClient): Promise<boolean | null> =>
  client.fetchQuery(systemStatusQuery).then(
    ({ database }) => database.connected,
    () => null,
  );

/**
 * Reloads automatically what could not be loaded, once the portal and its database are back. A single small
 * request checks for that, so that nothing on the screen flickers in the meantime.
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

/** Lets an idle page notice an outage too: one refetch makes it show the cached data and how old that is. */
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

/**
 * What a person has begun and not sent, kept in memory for that person only: through a walk to another page, and through
 * the end of a session, with the page he had open. Signing in as anybody else, or signing out, tears it up.
 */
interface Ticket {
  userId: string;
  path: string;
  drafts: Map<string, Kept>;
}

/** Where something unsaved is to be found; without a path it is on the page in view. */
export interface Unsaved {
  name: string;
  path?: string;
}

export interface Reader {
  /** What is worth keeping; `undefined`: nothing. */
  read: () => unknown;
  place: () => Unsaved;
  /** Whether closing the page now would lose it. */
  atRisk: () => boolean;
}
interface Kept {
  value: unknown;
  path: string;
}

const HERE = 'What you typed on this page';
const LEFT = 'A form you began and have not sent';
const readers = new Map<string, Reader>();
let issued: Ticket | null = null;
/** Of forms that are not on the screen now. */
let kept = new Map<string, Kept>();

/** A form says how to read what it holds. */
export function registerDraft(
  key: string,
  read: Reader['read'],
  { place = () => ({ name: HERE }), atRisk = () => read() !== undefined }: Partial<Omit<Reader, 'read'>> = {},
): () => void {
  const reader = { read, place, atRisk };
  readers.set(key, reader);
  return () => {
    if (readers.get(key) === reader) readers.delete(key);
  };
}

/** Where something typed would be lost if the session were ended now. */
export function unsavedPlaces(): Unsaved[] {
  const open = [...readers.values()].filter(({ read }) => read() !== undefined).map(({ place }) => place());
  const left = [...kept.values()].map(({ path }): Unsaved => ({ name: LEFT, path }));
  return [...new Map([...open, ...left].map((place) => [`${place.name} ${place.path}`, place])).values()];
}

/** Whether closing the page now would lose something typed. */
export const isAnythingAtRisk = (): boolean =>
  kept.size > 0 || [...readers.values()].some(({ atRisk }) => atRisk());

export function issueTicket(userId: string, path: string): void {
  const drafts = new Map(kept);
  for (const [key, { read }] of readers) {
    const value = read();
    if (value !== undefined) drafts.set(key, { value, path });
  }
  issued = { userId, path, drafts };
}

/** The page to go back to, if the same person signed in again. */
export function redeemTicket(userId: string): string | null {
  const ticket = issued;
  issued = null;
  if (!ticket || ticket.userId !== userId) {
    kept.clear();
    return null;
  }
  kept = ticket.drafts;
  return ticket.path;
}

export function tearUpTicket(): void {
  issued = null;
  kept.clear();
}

/** What forms left behind goes with the other memories of a session; a ticket stays. */
export const forgetKeptDrafts = (): void => kept.clear();

/** A form leaves the screen with something in it. */
export function keepDraft(key: string, value: unknown, path: string): void {
  kept.set(key, { value, path });
}

export function peekDraft<T>(key: string): T | undefined {
  return kept.get(key)?.value as T | undefined;
}

export function dropDraft(key: string): void {
  kept.delete(key);
}

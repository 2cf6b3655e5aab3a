/**
 * What a user has started and not sent, kept in memory for that user only: while they visit another page, and through
 * the end of a session, with the page they had open. Signing in as another user, or signing out, discards it.
 */
interface Ticket {
  /** null: of a visitor, for the page they came for. */
  userId: string | null;
  path: string;
  drafts: Map<string, Kept>;
}

/** Where unsaved work is; without a path it is on the current page. */
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
/** Content of forms that are not mounted now. */
let kept = new Map<string, Kept>();

/** Each form registers how to read its content. */
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

/** Where typed content would be lost if the session ended now. */
export function unsavedPlaces(): Unsaved[] {
  const open = [...readers.values()].filter(({ read }) => read() !== undefined).map(({ place }) => place());
  const left = [...kept.values()].map(({ path }): Unsaved => ({ name: LEFT, path }));
  return [...new Map([...open, ...left].map((place) => [`${place.name} ${place.path}`, place])).values()];
}

/** Whether closing the page now would lose typed content. */
export const isAnythingAtRisk = (): boolean =>
  kept.size > 0 || [...readers.values()].some(({ atRisk }) => atRisk());

/** @param userId null: whoever signs in next */
export function issueTicket(userId: string | null, path: string): void {
  const drafts = new Map(kept);
  for (const [key, { read }] of readers) {
    const value = read();
    if (value !== undefined) drafts.set(key, { value, path });
  }
  issued = { userId, path, drafts };
}

/** The page to return to, if the same user signed in again. */
export function redeemTicket(userId: string): string | null {
  const ticket = issued;
  issued = null;
  if (!ticket || (ticket.userId ?? userId) !== userId) {
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

/** Form content is cleared with the session's other memory; a ticket stays. */
export const forgetKeptDrafts = (): void => kept.clear();

/** A form unmounts with content in it. */
export function keepDraft(key: string, value: unknown, path: string): void {
  kept.set(key, { value, path });
}

export function peekDraft<T>(key: string): T | undefined {
  return kept.get(key)?.value as T | undefined;
}

export function dropDraft(key: string): void {
  kept.delete(key);
}

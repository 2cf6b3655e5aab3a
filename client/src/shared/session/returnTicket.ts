/**
 * What a person had open when the session ended, kept in memory for that person only: the page, and what each
 * form on it held. Signing in as anybody else, or signing out, tears it up. Nothing of it is ever stored.
 */
interface Ticket {
  userId: string;
  path: string;
  drafts: Map<string, unknown>;
}

/** Where a form with something unsaved is to be found; without a path it is on the page in view. */
export interface Unsaved {
  name: string;
  path?: string;
}
interface Reader {
  read: () => unknown;
  place: () => Unsaved;
}

const HERE: Unsaved = { name: 'What you typed on this page' };
const readers = new Map<string, Reader>();
let issued: Ticket | null = null;
let redeemed = new Map<string, unknown>();

/** A mounted form says how to read what it holds; `undefined` means nothing worth keeping. */
export function registerDraft(key: string, read: () => unknown, place = () => HERE): () => void {
  const reader = { read, place };
  readers.set(key, reader);
  return () => {
    if (readers.get(key) === reader) readers.delete(key);
  };
}

/** Where something typed would be lost if the session were ended now. */
export function unsavedPlaces(): Unsaved[] {
  const places = [...readers.values()].filter(({ read }) => read() !== undefined).map(({ place }) => place());
  return [...new Map(places.map((place) => [place.name, place])).values()];
}

export function issueTicket(userId: string, path: string): void {
  const drafts = new Map<string, unknown>();
  for (const [key, { read }] of readers) {
    const value = read();
    if (value !== undefined) drafts.set(key, value);
  }
  issued = { userId, path, drafts };
}

/** The page to go back to, if the same person signed in again. */
export function redeemTicket(userId: string): string | null {
  const ticket = issued;
  issued = null;
  if (!ticket || ticket.userId !== userId) {
    redeemed.clear();
    return null;
  }
  redeemed = ticket.drafts;
  return ticket.path;
}

export function tearUpTicket(): void {
  issued = null;
  redeemed.clear();
}

export function peekDraft<T>(key: string): T | undefined {
  return redeemed.get(key) as T | undefined;
}

export function dropDraft(key: string): void {
  redeemed.delete(key);
}

/**
 * What a person had open when the session ended, kept in memory for that person only: the page, and what each
 * form on it held. Signing in as anybody else, or signing out, tears it up. Nothing of it is ever stored.
 */
interface Ticket {
  userId: string;
  path: string;
  drafts: Map<string, unknown>;
}

const readers = new Map<string, () => unknown>();
let issued: Ticket | null = null;
let redeemed = new Map<string, unknown>();

/** A mounted form says how to read what it holds; `undefined` means nothing worth keeping. */
export function registerDraft(key: string, read: () => unknown): () => void {
  readers.set(key, read);
  return () => {
    if (readers.get(key) === read) readers.delete(key);
  };
}

export function issueTicket(userId: string, path: string): void {
  const drafts = new Map<string, unknown>();
  for (const [key, read] of readers) {
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

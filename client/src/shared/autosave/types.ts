export type Value = string | number | boolean;
/** Answers by field; an unanswered field is absent. */
export type Values = Readonly<Partial<Record<string, Value>>>;

/** The form as the server holds it. */
export interface StoredForm {
  version: number;
  data: Values;
  /** ISO time of the last save, null before the first. */
  savedAt: string | null;
}

export type LoadResult<F extends StoredForm> = { kind: 'loaded'; form: F } | { kind: 'failed' };

export interface SaveRequest {
  /** The whole field object; null clears a field. */
  data: Record<string, Value | null>;
  /** The version the answers are based on. */
  version: number;
  submit: boolean;
  /** The name typed as a signature, with a submission only. */
  signedBy?: string;
  /** The request may outlive the page. */
  keepalive: boolean;
  idempotencyKey?: string;
}

export type SaveResult<F extends StoredForm> =
  | { kind: 'saved'; form: F }
  /** `current` is null when the server did not return its version. */
  | { kind: 'conflict'; current: F | null }
  /** The server will never accept this; `fields` names the rejected ones. */
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  /** No session: nothing is sent until the user is back. */
  | { kind: 'signed-out' }
  /** `stored: 'unknown'` when the request may have reached the server and only the answer was lost. */
  | { kind: 'failed'; stored: 'no' | 'unknown'; message?: string; retryAfterMs?: number };

export interface Transport<F extends StoredForm> {
  load: () => Promise<LoadResult<F>>;
  save: (request: SaveRequest) => Promise<SaveResult<F>>;
}

export interface Clock {
  now: () => number;
  /** Calls back once after `ms`; the returned function cancels it. */
  after: (ms: number, callback: () => void) => () => void;
}

/** The source of the status text. Only `saved` may read "Saved". */
export type Status =
  | 'loading'
  | 'untouched'
  | 'not-saved-yet'
  | 'saving'
  | 'saved'
  | 'conflict'
  /** The last attempt failed; it is retried automatically. */
  | 'offline';

export interface Conflict {
  mine: Value | undefined;
  theirs: Value | undefined;
}

export interface AutosaveState<F extends StoredForm> {
  status: Status;
  /** What the user sees: typed answers over stored ones. */
  values: Values;
  /** What the server is known to hold; null until a load has succeeded. */
  form: F | null;
  /** Milliseconds since 1970 of the last confirmed save. */
  savedAt: number | null;
  /** Questions answered differently here and elsewhere. */
  conflicts: Readonly<Record<string, Conflict>>;
  /** Nothing waits to be saved except conflicts and rejected answers. */
  restSaved: boolean;
  /** Answers the server cannot store, with what to do. */
  refused: Readonly<Record<string, string>>;
  /** Why the server stores nothing, when no single answer is to blame. */
  objection: string | null;
  submitting: boolean;
}

/** What survives an expired session, in memory only. */
export interface Kept<F extends StoredForm> {
  form: F | null;
  values: Values;
  typed: readonly string[];
  /** Unresolved conflicts: the answers given elsewhere. */
  undecided: Readonly<Record<string, Value | undefined>>;
}

export type SubmitResult<F extends StoredForm> = SaveResult<F> | { kind: 'not-loaded' };

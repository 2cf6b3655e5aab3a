import { LostReplies } from './lost-replies.js';
import type {
  AutosaveState,
  Clock,
  Conflict,
  Kept,
  SaveRequest,
  SaveResult,
  Status,
  StoredForm,
  SubmitResult,
  Transport,
  Value,
  Values,
} from './types.js';
import { namesIn, same, withValue } from './values.js';

/** The pause between the last change and the save. */
export const SAVE_AFTER_MS = 2000;
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];
type Refusal = Extract<SaveResult<StoredForm>, { kind: 'refused' }>;
const retryDelay = (failures: number): number => RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0;

export interface AutosaveOptions<F extends StoredForm> {
  transport: Transport<F>;
  clock: Clock;
  /** A new key for each action that must happen once. */
  newKey: () => string;
  /** What the same user had typed when an earlier session ended. */
  kept?: Kept<F>;
}

/**
 * Saves one form while it is typed. Nothing is sent before a load has
 * succeeded; one request is in flight at a time; answers never replace newer typing.
 */
export class Autosave<F extends StoredForm> {
  private readonly transport: Transport<F>;
  private readonly clock: Clock;
  private readonly newKey: () => string;
  private readonly lost: LostReplies;
  private readonly listeners = new Set<() => void>();

  private values: Values = {};
  /** Typed before the first load: merged over what it returns. */
  private readonly typed = new Set<string>();
  private form: F | null = null;
  private keptForm: F | null = null;
  private theirs: Readonly<Record<string, Value | undefined>> = {};
  private refused: Readonly<Record<string, string>> = {};
  /** Why the server rejects the save, when it names no answer. */
  private objection: string | null = null;

  private phase: 'idle' | 'first-load' | 'load-failed' | 'ready' | 'signed-out' | 'disposed' = 'idle';
  private isLoading = false;
  private inFlight: Promise<SaveResult<F>> | null = null;
  private submission: Promise<SubmitResult<F>> | null = null;
  private submitKey: { body: string; key: string } | null = null;
  private failures = 0;
  /** After a failure: when the next attempt is due. */
  private notBefore = 0;
  private loadFailures = 0;
  private savedAt: number | null = null;
  private stopTimer: () => void = () => undefined;
  private state: AutosaveState<F>;

  constructor(options: AutosaveOptions<F>) {
    this.transport = options.transport;
    this.clock = options.clock;
    this.newKey = options.newKey;
    this.lost = new LostReplies(options.clock);
    if (options.kept) {
      this.values = options.kept.values;
      this.keptForm = options.kept.form;
      this.theirs = options.kept.undecided;
      for (const name of options.kept.typed) this.typed.add(name);
    }
    this.state = this.describe();
  }

  // --- What the screen uses ---

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  getState = (): AutosaveState<F> => this.state;

  start(): void {
    if (this.phase === 'idle') void this.load();
  }

  dispose(): void {
    this.phase = 'disposed';
    this.stopTimer();
    this.listeners.clear();
  }

  private isDisposed(): boolean {
    return this.phase === 'disposed';
  }

  /** The user gave, changed or cleared (undefined) an answer. */
  set(name: string, value: Value | undefined): void {
    if (same(this.values[name], value)) return;
    this.values = withValue(this.values, name, value);
    // Clearing text typed into a form that opened empty says nothing about the stored answer.
    if (!this.form) this.typed[name in this.values ? 'add' : 'delete'](name);
    const { [name]: _, ...refused } = this.refused;
    this.refused = refused;
    // The change may fix the problem, so do not wait for the next attempt.
    if (this.objection) this.failures = 0;
    if (name in this.theirs && same(value, this.theirs[name])) this.settle(name);
    this.schedule(SAVE_AFTER_MS);
    this.notify();
  }

  /** The user chose between their answer and the one given elsewhere. */
  resolve(name: string, choice: 'mine' | 'theirs'): void {
    if (!(name in this.theirs)) return;
    if (choice === 'theirs') this.values = withValue(this.values, name, this.theirs[name]);
    this.settle(name);
    this.schedule(0);
    this.notify();
  }

  /** The page is being hidden or closed: send what can be sent now, in a request that outlives it. */
  leave(): void {
    const before = this.inFlight ?? Promise.resolve();
    void before.then(() => this.save({ keepalive: true }));
  }

  /** The network is back, or the user retries: do not wait for the next attempt. */
  retryNow(): void {
    if (this.phase === 'load-failed') void this.load();
    else if (this.failures > 0) this.schedule(0);
  }

  /** Resolves once everything that can be saved is, or an attempt has failed. */
  async flush(): Promise<void> {
    while (this.phase === 'ready') {
      const held = Object.keys(this.refused).length;
      const result = await (this.inFlight ?? this.save());
      const goOn =
        result?.kind === 'saved' ||
        (result?.kind === 'conflict' && this.failures < 3) ||
        // Send the others without the rejected ones.
        (result?.kind === 'refused' && Object.keys(this.refused).length > held);
      if (!goOn) return;
    }
  }

  /** Whether leaving now could lose unsaved typing. */
  hasUnsaved(): boolean {
    return this.dirtyNames().length > 0;
  }

  /** Whether unsaved typing could not even be sent on leaving, so that the browser should ask first. */
  wouldLoseOnLeaving(): boolean {
    if (!this.hasUnsaved()) return false;
    return this.phase !== 'ready' || this.failures > 0 || this.sendable().length < this.dirtyNames().length;
  }

  /** What to keep for the same user across an expired session; undefined when all is saved. */
  keep(): Kept<F> | undefined {
    if (!this.hasUnsaved()) return undefined;
    const { values, theirs } = this;
    return { form: this.form ?? this.keptForm, values, typed: [...this.typed], undecided: theirs };
  }

  /** Waits for saves in flight, then submits the whole form; a second call in the meantime joins the first. */
  submit(signedBy?: string): Promise<SubmitResult<F>> {
    this.submission ??= this.doSubmit(signedBy).finally(() => {
      this.submission = null;
      this.notify();
    });
    this.notify();
    return this.submission;
  }

  // --- Loading ---

  private async load(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    this.stopTimer();
    // While a lost version is being reloaded, do not save on top of it.
    if (this.phase !== 'load-failed') this.phase = this.phase === 'ready' ? 'load-failed' : 'first-load';
    this.notify();
    const result = await this.transport.load().catch(() => ({ kind: 'failed' }) as const);
    this.isLoading = false;
    if (this.isDisposed()) return;
    if (result.kind === 'failed') {
      this.phase = 'load-failed';
      this.loadFailures += 1;
      this.stopTimer = this.clock.after(retryDelay(this.loadFailures), () => void this.load());
    } else {
      this.phase = 'ready';
      this.loadFailures = 0;
      this.adoptLoaded(result.form);
      this.savedAt = result.form.savedAt ? Math.min(Date.parse(result.form.savedAt), this.clock.now()) : null;
      if (this.sendable().length > 0) this.schedule(SAVE_AFTER_MS);
    }
    this.notify();
  }

  private adoptLoaded(loaded: F): void {
    const known = this.form ?? this.keptForm;
    if (known) {
      this.rebase(loaded, known.data);
      return;
    }
    for (const name of namesIn(loaded.data)) {
      if (!this.typed.has(name)) this.values = withValue(this.values, name, loaded.data[name]);
    }
    this.form = loaded;
  }

  // --- Saving ---

  private schedule(ms: number): void {
    if (this.phase !== 'ready') return;
    this.stopTimer();
    // A change made while the server is unreachable waits for the next attempt.
    const wait = ms > 0 && this.failures > 0 ? Math.max(ms, this.notBefore - this.clock.now()) : ms;
    this.stopTimer = this.clock.after(wait, () => void this.save());
  }

  private dirtyNames(): string[] {
    const stored = (this.form ?? this.keptForm)?.data ?? {};
    return [...namesIn(this.values, stored)].filter((name) => !same(this.values[name], stored[name]));
  }

  /** Changed here, except what waits for a decision or was rejected. */
  private sendable(): string[] {
    return this.dirtyNames().filter((name) => !(name in this.theirs) && !(name in this.refused));
  }

  private save(options: { keepalive?: boolean } = {}): Promise<SaveResult<F> | null> {
    if (this.phase !== 'ready' || this.inFlight || !this.form || this.sendable().length === 0) {
      return Promise.resolve(null);
    }
    return this.send(this.buildRequest(this.form, { submit: false, keepalive: options.keepalive ?? false }));
  }

  private buildRequest(form: F, how: { submit: boolean; keepalive: boolean }): SaveRequest {
    const sendable = new Set(this.sendable());
    const data: SaveRequest['data'] = {};
    for (const name of namesIn(this.values, form.data)) {
      data[name] = (sendable.has(name) ? this.values[name] : form.data[name]) ?? null;
    }
    return { data, version: form.version, ...how };
  }

  private async send(request: SaveRequest): Promise<SaveResult<F>> {
    this.stopTimer();
    const sent = this.sendable();
    const failed = (): SaveResult<F> => ({ kind: 'failed', stored: 'unknown' });
    this.inFlight = this.transport.save(request).catch(failed);
    this.notify();
    const result = await this.inFlight;
    this.inFlight = null;
    if (!this.isDisposed()) {
      this.settleSave(request, sent, result);
      this.notify();
    }
    return result;
  }

  private settleSave(request: SaveRequest, sent: readonly string[], result: SaveResult<F>): void {
    switch (result.kind) {
      case 'saved':
        this.failures = 0;
        this.objection = null;
        this.savedAt = this.clock.now();
        this.rebase(result.form, request.data);
        if (this.sendable().length > 0) this.schedule(SAVE_AFTER_MS);
        return;
      case 'conflict':
        if (result.current) this.rebase(result.current, this.form?.data ?? {});
        // If nothing overlaps, resend the rest; without `current`, load first.
        this.countFailure();
        if (result.current) this.retryUnlessDone();
        else void this.load();
        return;
      case 'refused':
        this.refuse(request, result);
        this.retryUnlessDone();
        return;
      case 'signed-out':
        this.phase = 'signed-out';
        return;
      case 'failed':
        this.countFailure(result.retryAfterMs);
        if (result.stored === 'unknown')
          for (const name of sent) this.lost.remember(name, request.data[name]);
        this.schedule(1);
    }
  }

  private countFailure(atLeastMs = 0): void {
    this.failures += 1;
    this.notBefore = this.clock.now() + Math.max(retryDelay(this.failures), atLeastMs);
  }

  private retryUnlessDone(): void {
    if (this.sendable().length > 0) this.schedule(SAVE_AFTER_MS);
    else this.failures = 0;
  }

  private refuse(request: SaveRequest, { fields, message }: Refusal): void {
    const named = Object.entries(fields).filter(([name]) => same(this.values[name], request.data[name]));
    if (request.submit) return;
    if (Object.keys(fields).length === 0) this.objection = message;
    if (named.length === 0) this.countFailure();
    this.refused = { ...this.refused, ...Object.fromEntries(named) };
  }

  /**
   * Takes over the server's current state. `believed` is what this page thought it held: an unchanged field
   * follows the server, a field changed here stays, and one changed on both sides becomes a conflict.
   */
  private rebase(next: F, believed: Readonly<Partial<Record<string, Value | null>>>): void {
    const before = { ...believed } as Record<string, Value | null | undefined>;
    for (const name of new Set([...namesIn(this.values, next.data), ...Object.keys(before)])) {
      const mine = this.values[name];
      const theirs = next.data[name];
      if (same(mine, theirs)) this.settle(name);
      else if (same(theirs, before[name]) || this.lost.isEcho(name, theirs)) continue;
      else if (same(mine, before[name])) this.values = withValue(this.values, name, theirs);
      else this.theirs = { ...this.theirs, [name]: theirs };
    }
    this.form = next;
  }

  private settle(name: string): void {
    const { [name]: _, ...theirs } = this.theirs;
    this.theirs = theirs;
  }

  private async doSubmit(signedBy: string | undefined): Promise<SubmitResult<F>> {
    while (this.inFlight) await this.inFlight;
    if (this.phase !== 'ready' || !this.form) return { kind: 'not-loaded' };
    if (Object.keys(this.theirs).length > 0) return { kind: 'conflict', current: this.form };
    const [objection] = Object.values(this.refused);
    if (objection) return { kind: 'refused', message: objection, fields: { ...this.refused } };
    const request = this.buildRequest(this.form, { submit: true, keepalive: false });
    // Submitting the same answers again is the same action; changed ones are a new one.
    const body = JSON.stringify([request.version, request.data, signedBy]);
    if (this.submitKey?.body !== body) this.submitKey = { body, key: this.newKey() };
    const signed = signedBy === undefined ? {} : { signedBy };
    return this.send({ ...request, ...signed, idempotencyKey: this.submitKey.key });
  }

  // --- Notifying ---

  private statusNow(): Status {
    if (this.phase === 'idle' || this.phase === 'first-load') return 'loading';
    if (!this.form || this.phase === 'signed-out') return 'not-saved-yet';
    if (Object.keys(this.theirs).length > 0) return 'conflict';
    if (this.dirtyNames().length > 0) {
      if (this.inFlight) return 'saving';
      return this.failures > 0 ? 'offline' : 'not-saved-yet';
    }
    return this.savedAt === null ? 'untouched' : 'saved';
  }

  private describe(): AutosaveState<F> {
    const conflicts: Record<string, Conflict> = {};
    for (const [name, theirs] of Object.entries(this.theirs))
      conflicts[name] = { mine: this.values[name], theirs };
    return {
      status: this.statusNow(),
      values: this.values,
      form: this.form,
      savedAt: this.savedAt,
      conflicts,
      restSaved: this.sendable().length === 0,
      refused: this.refused,
      objection: this.objection,
      submitting: this.submission !== null,
    };
  }

  private notify(): void {
    this.state = this.describe();
    for (const listener of this.listeners) listener();
  }
}

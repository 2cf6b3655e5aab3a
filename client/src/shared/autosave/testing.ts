import { Autosave } from './engine.js';
import type {
  Clock,
  Kept,
  LoadResult,
  SaveRequest,
  SaveResult,
  StoredForm,
  Transport,
  Values,
} from './types.js';
import { same, withValue } from './values.js';

/** A clock that advances only when a test says so. */
export class FakeClock implements Clock {
  private time = 1_760_000_000_000;
  private timers: { at: number; callback: () => void }[] = [];

  now = (): number => this.time;

  after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.time + ms, callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = Math.max(this.time, next.at);
      next.callback();
    }
    this.time = end;
    await settle();
  }
}

/** Runs everything that waits only for promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** A server with the real merge rule. */
export class FakeServer {
  readonly versions: Values[] = [{}];
  requests: SaveRequest[] = [];
  submitted = false;
  private keys = new Map<string, SaveResult<StoredForm>>();

  constructor(private readonly clock: Clock) {}

  get data(): Values {
    return this.versions.at(-1) ?? {};
  }

  form(): StoredForm {
    const version = this.versions.length - 1;
    return { version, data: this.data, savedAt: version ? new Date(this.clock.now()).toISOString() : null };
  }

  save(request: SaveRequest): SaveResult<StoredForm> {
    this.requests.push(request);
    const replay = request.idempotencyKey && this.keys.get(request.idempotencyKey);
    if (replay) return replay;
    const base = this.versions[request.version];
    if (!base) return { kind: 'conflict', current: this.form() };
    const changed = Object.keys(request.data).filter((name) => !same(base[name], request.data[name]));
    const clash = changed.some(
      (name) => !same(base[name], this.data[name]) && !same(this.data[name], request.data[name]),
    );
    if (clash) return { kind: 'conflict', current: this.form() };
    let data = this.data;
    for (const name of changed) data = withValue(data, name, request.data[name]);
    this.versions.push(data);
    if (request.submit) this.submitted = true;
    const result: SaveResult<StoredForm> = { kind: 'saved', form: this.form() };
    if (request.idempotencyKey) this.keys.set(request.idempotencyKey, result);
    return result;
  }
}

/** What happens to one request on its way. */
export type Fate = 'arrives' | 'request-lost' | 'reply-lost' | 'late' | 'signed-out';

/** A network that holds each request until the test delivers it. */
export class FakeNetwork implements Transport<StoredForm> {
  waiting: ((fate: Fate) => void)[] = [];
  /** Requests the page has abandoned and that reach the server later. */
  late: (() => void)[] = [];
  /** Requests that are unanswered right now. */
  open = 0;
  mostOpen = 0;
  automatic: Fate | null = null;

  constructor(private readonly server: FakeServer) {}

  load = (): Promise<LoadResult<StoredForm>> =>
    this.travel((fate) =>
      fate === 'arrives' ? { kind: 'loaded', form: this.server.form() } : { kind: 'failed' },
    );

  save = (request: SaveRequest): Promise<SaveResult<StoredForm>> => {
    const copy = structuredClone(request);
    return this.travel((fate) => {
      if (fate === 'signed-out') return { kind: 'signed-out' };
      if (fate === 'request-lost') return { kind: 'failed', stored: 'unknown' };
      if (fate === 'late') {
        this.late.push(() => void this.server.save(copy));
        return { kind: 'failed', stored: 'unknown' };
      }
      const result = this.server.save(copy);
      return fate === 'reply-lost' ? { kind: 'failed', stored: 'unknown' } : result;
    });
  };

  private travel<T>(arrive: (fate: Fate) => T): Promise<T> {
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    return new Promise<T>((resolve) => {
      const deliver = (fate: Fate) => {
        this.open -= 1;
        resolve(arrive(fate));
      };
      if (this.automatic) deliver(this.automatic);
      else this.waiting.push(deliver);
    });
  }

  async deliver(fate: Fate = 'arrives'): Promise<void> {
    const next = this.waiting.shift();
    if (!next) throw new Error('No request is waiting');
    next(fate);
    await settle();
  }
}

export const status = (engine: Autosave<StoredForm>) => engine.getState().status;
export const values = (engine: Autosave<StoredForm>) => engine.getState().values;

/** A clock, a server, a network, and helpers to open a tab and to save from elsewhere. */
export function makeScene() {
  const clock = new FakeClock();
  const server = new FakeServer(clock);
  const network = new FakeNetwork(server);
  let keys = 0;
  const tab = (kept?: Kept<StoredForm>): Autosave<StoredForm> => {
    const engine = new Autosave<StoredForm>({
      transport: network,
      clock,
      newKey: () => `key-${(keys += 1)}`,
      ...(kept ? { kept } : {}),
    });
    engine.start();
    return engine;
  };
  const loadedTab = async (): Promise<Autosave<StoredForm>> => {
    const engine = tab();
    await network.deliver();
    return engine;
  };
  /** Another tab or device saves on top of what is stored. */
  const elsewhere = (data: SaveRequest['data']) =>
    server.save({ data, version: server.versions.length - 1, submit: false, keepalive: false });
  return { clock, server, network, tab, loadedTab, elsewhere };
}

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

type Mode = 'pass' | 'hang';

/** BackendKeyData: its type, its length, then the process number. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);

function disguiseProcess(data: Buffer): void {
  const at = data.indexOf(KEY_DATA);
  if (at >= 0) data.writeUInt32BE(data.readUInt32BE(at + KEY_DATA.length) ^ 1, at + KEY_DATA.length);
}

/** A proxy between the portal and its database that can be cut, frozen and restored. */
export class DatabaseProxy {
  private readonly pairs = new Set<[Socket, Socket]>();
  private mode: Mode = 'pass';
  private delayMs = 0;
  private disguised = false;

  private constructor(
    private readonly target: URL,
    private server: Server,
    readonly port: number,
  ) {}

  static async to(url: string): Promise<DatabaseProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new DatabaseProxy(new URL(url), server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => proxy.join(socket));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  /** The server is down: connections break, new ones are refused. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  /** The server hangs: connections stay open, nothing comes back. */
  hang(): void {
    this.mode = 'hang';
    for (const [a, b] of this.pairs) {
      a.pause();
      b.pause();
    }
  }

  /** Tells clients another process number, as a pooler does. */
  disguise(): void {
    this.disguised = true;
  }

  /** Delays every answer by this much. */
  slow(ms: number): void {
    this.delayMs = ms;
  }

  async mend(): Promise<void> {
    this.mode = 'pass';
    this.delayMs = 0;
    for (const [a, b] of this.pairs) {
      a.resume();
      b.resume();
    }
    if (this.server.listening) return;
    this.server = createServer((socket) => this.join(socket));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    this.cut();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  private cut(): void {
    for (const [a, b] of this.pairs) {
      a.destroy();
      b.destroy();
    }
    this.pairs.clear();
  }

  private join(inside: Socket): void {
    const outside = connect(Number(this.target.port), this.target.hostname);
    const pair: [Socket, Socket] = [inside, outside];
    this.pairs.add(pair);
    const forward = (from: Socket, to: Socket, answers: boolean) => {
      from.on('data', (data) => {
        if (answers && this.disguised) disguiseProcess(data);
        if (answers && this.delayMs) setTimeout(() => to.write(data), this.delayMs);
        else to.write(data);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        this.pairs.delete(pair);
      });
      if (this.mode === 'hang') from.pause();
    };
    forward(inside, outside, false);
    forward(outside, inside, true);
  }
}

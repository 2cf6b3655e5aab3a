import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { GatewayConfig } from '../config/gateway-config.js';
import type { Log } from '../platform/logging/log.js';
import { acknowledgment } from './acknowledgment.js';
import type { LabIntake } from './intake.js';
import { framed, Framer } from './mllp.js';

/** The limits of the server; tests shorten the times. */
export interface MllpLimits {
  connections: number;
  /** Of one address. */
  perAddress: number;
  /** A connection that says nothing is closed. */
  idleMs: number;
  /** A frame that has begun must be complete by then. */
  frameMs: number;
  /** Bytes of all frames that are not complete. */
  heldBytes: number;
  /** Bytes of messages that one address may send within an hour; a laboratory's whole day is a few MB. */
  hourBytes: number;
}
export const MLLP_LIMITS: MllpLimits = {
  connections: 64,
  perAddress: 16,
  idleMs: 300_000,
  frameMs: 60_000,
  heldBytes: 64 * 1024 * 1024,
  hourBytes: 512 * 1024 * 1024,
};
const HOUR_MS = 3_600_000;
const HANDSHAKE_MS = 10_000;
/** Who does not read its answers gets no more of them. */
const UNREAD_BYTES = 64 * 1024;

interface Sender {
  socket: Socket;
  framer: Framer;
  /** When its frame began; 0 while none is open. */
  since: number;
}

/** MLLP over TCP or TLS: each message is answered once it is stored, one after another on a connection. */
export class MllpServer {
  private readonly server: Server;
  private readonly senders = new Set<Sender>();
  private watch: NodeJS.Timeout | undefined;
  /** By address, since the hour began. */
  private readonly sent = new Map<string, number>();
  private hour = 0;

  constructor(
    private readonly intake: LabIntake,
    private readonly config: Pick<GatewayConfig, 'host' | 'port' | 'tls'>,
    private readonly log: Pick<Log, 'warn' | 'error'>,
    private readonly limits: MllpLimits = MLLP_LIMITS,
  ) {
    const { tls } = config;
    const serve = (socket: Socket) => void this.serve(socket);
    this.server = tls
      ? createTlsServer(
          {
            cert: readFileSync(tls.cert),
            key: readFileSync(tls.key),
            ca: readFileSync(tls.clientCa),
            requestCert: true,
            rejectUnauthorized: true,
            minVersion: 'TLSv1.2',
            handshakeTimeout: HANDSHAKE_MS,
          },
          serve,
        )
      : createServer(serve);
    this.server.on('tlsClientError', () =>
      this.log.warn('a laboratory connection failed to prove who it is'),
    );
    this.server.maxConnections = limits.connections;
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ host: this.config.host, port: this.config.port }, () => resolve());
    });
    this.server.on('error', (error) => this.log.error('the MLLP server failed', error));
    this.watch = setInterval(() => this.endSlow(), Math.min(1000, this.limits.frameMs)).unref();
    const address = this.server.address();
    return typeof address === 'object' && address ? address.port : this.config.port;
  }

  async stop(): Promise<void> {
    clearInterval(this.watch);
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const { socket } of this.senders) socket.destroy();
    await closed;
  }

  private async serve(socket: Socket): Promise<void> {
    const sender: Sender = { socket, framer: new Framer(), since: 0 };
    // The iterator below ends with it; here it only must not end the process.
    socket.on('error', () => undefined);
    if (this.fromSameAddress(socket) >= this.limits.perAddress) {
      this.log.warn('a laboratory connection was refused: too many from its address');
      socket.destroy();
      return;
    }
    this.senders.add(sender);
    socket.setTimeout(this.limits.idleMs, () => socket.destroy());
    try {
      // The next piece is read only after the answers to this one.
      for await (const piece of socket) await this.receive(sender, piece as Buffer);
    } catch {
      // A sender that goes away sends again what was not answered.
    } finally {
      this.senders.delete(sender);
      socket.destroy();
    }
  }

  private fromSameAddress({ remoteAddress }: Socket): number {
    return [...this.senders].filter(({ socket }) => socket.remoteAddress === remoteAddress).length;
  }

  private async receive(sender: Sender, piece: Buffer): Promise<void> {
    const { socket, framer } = sender;
    const frames = framer.push(piece);
    if (!framer.open) sender.since = 0;
    else if (!sender.since || frames.length) sender.since = performance.now();
    this.endHeaviest();
    for (const frame of frames) {
      const answer = this.isWithinHour(socket, frame.bytes.length)
        ? await this.intake.answer(frame)
        : acknowledgment(frame.bytes, 'AE', 'Too much within an hour. Send it again later.', new Date());
      if (socket.destroyed) return;
      socket.write(framed(answer));
      if (socket.writableLength > UNREAD_BYTES) socket.destroy();
    }
  }

  /** So that a sender gone wrong, or a thief in its place, cannot fill the disk. */
  private isWithinHour({ remoteAddress = '' }: Socket, bytes: number): boolean {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== this.hour) this.sent.clear();
    this.hour = hour;
    const sent = (this.sent.get(remoteAddress) ?? 0) + bytes;
    if (sent > this.limits.hourBytes) {
      this.log.warn('a laboratory message was not taken: too much from its address within an hour');
      return false;
    }
    this.sent.set(remoteAddress, sent);
    return true;
  }

  private endSlow(): void {
    const now = performance.now();
    for (const { socket, since } of this.senders)
      if (since && now - since > this.limits.frameMs) {
        this.log.warn('a laboratory connection was closed: its message did not end');
        socket.destroy();
      }
  }

  /** Where unfinished messages take too much room, the one that has been open longest goes. */
  private endHeaviest(): void {
    let held = 0;
    for (const { framer } of this.senders) held += framer.held;
    const open = [...this.senders].filter(({ framer }) => framer.open).sort((a, b) => a.since - b.since);
    for (const { socket, framer } of open) {
      if (held <= this.limits.heldBytes) return;
      this.log.warn('a laboratory connection was closed: too many unfinished messages');
      held -= framer.held;
      socket.destroy();
    }
  }
}

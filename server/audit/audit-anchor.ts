import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';

const SEND_LIMIT_MS = 5000;
const SYSLOG_PORT = 514;
/** Facility "log audit", severity "notice". */
const SYSLOG_PRIORITY = 13 * 8 + 5;

/** Where the chain stood at one moment, signed. */
export interface AnchorLine {
  at: string;
  position: string;
  hash: string;
  mac: string;
}
export interface Head {
  position: string;
  hash: Buffer;
}

const signed = (position: string, hash: string): string => `audit head\n${position}\n${hash}`;

/** Signs the head of the audit chain and ships it to AUDIT_ANCHOR, out of reach of database administrators. */
@Injectable()
export class AuditAnchor {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'auditAnchor'>,
    private readonly cipher: FieldCipher,
    @Inject(Log) private readonly log: Log,
  ) {}

  macOf({ position, hash }: Head): Buffer {
    return this.cipher.auditMac(signed(position, hash.toString('hex')));
  }

  isSigned({ position, hash }: Head, mac: Buffer): boolean {
    return this.cipher.auditMacMatches(signed(position, hash.toString('hex')), mac);
  }

  async ship(head: Head): Promise<void> {
    const to = this.config.auditAnchor;
    if (!to) return;
    const line: AnchorLine = {
      at: new Date().toISOString(),
      position: head.position,
      hash: head.hash.toString('hex'),
      mac: this.macOf(head).toString('hex'),
    };
    const text = JSON.stringify(line);
    if (to.kind === 'file') await appendFile(to.path, `${text}\n`, { mode: 0o600, flush: true });
    else if (to.kind === 'syslog') await sendSyslog(to.host, to.port ?? SYSLOG_PORT, text);
    else await post(to.url, text);
  }

  /** The lines of the file that AUDIT_ANCHOR names, none before the first; null: it cannot be trusted. */
  async own(): Promise<AnchorLine[] | null> {
    const to = this.config.auditAnchor;
    if (to?.kind !== 'file' || !existsSync(to.path)) return [];
    try {
      return await this.read(to.path);
    } catch (error) {
      this.log.error('audit anchor unreadable', error);
      return null;
    }
  }

  /**
   * The lines of an anchor file. One that was cut off while it was written is left out where it is the last.
   * @throws Error naming the line that is none, or that was not signed by a key of this portal
   */
  async read(path: string): Promise<AnchorLine[]> {
    const texts = (await readFile(path, 'utf8')).split('\n');
    const last = texts.pop();
    const lines = texts.map((text, i) => {
      const line = parsed(text);
      if (!line || !this.isSigned(headOf(line), Buffer.from(line.mac, 'hex')))
        throw new Error(`Line ${i + 1} of the anchor file is not one that this portal wrote.`);
      return line;
    });
    if (!lines.length)
      throw new Error(last ? 'The anchor file is cut off in its first line.' : 'The anchor file is empty.');
    return lines;
  }
}

export const headOf = ({ position, hash }: AnchorLine): Head => ({
  position,
  hash: Buffer.from(hash, 'hex'),
});

function parsed(text: string): AnchorLine | null {
  try {
    const line = JSON.parse(text) as Partial<AnchorLine>;
    const fits = /^\d{1,18}$/.test(line.position ?? '') && /^[0-9a-f]{64}$/.test(line.hash ?? '');
    return fits && /^[0-9a-f]{64}$/.test(line.mac ?? '') ? (line as AnchorLine) : null;
  } catch {
    return null;
  }
}

/** RFC 5424 over UDP. */
async function sendSyslog(host: string, port: number, text: string): Promise<void> {
  const message = `<${SYSLOG_PRIORITY}>1 ${new Date().toISOString()} ${hostname()} trt-portal ${process.pid} audit-anchor - ${text}`;
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    await new Promise<void>((resolve, reject) =>
      socket.send(message, port, host, (error) => (error ? reject(error) : resolve())),
    );
  } finally {
    socket.close();
  }
}

async function post(url: string, body: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(SEND_LIMIT_MS),
  });
  if (!answer.ok) throw new Error(`The audit anchor was answered with ${answer.status}`);
}

import { connect, type Socket } from 'node:net';
import type { TestPortal } from './portal.js';

/** A patient as the message of a laboratory names them. */
export interface Drawn {
  patient_id: string;
  mrn: string;
  given: string;
  family: string;
  /** YYYYMMDD */
  dob: string;
}

export async function drawnOf(portal: TestPortal, email: string): Promise<Drawn> {
  const [row] = await portal.database.asSuperuser<{ id: string; mrn: string; name: string; dob: string }>(
    `SELECT p.id, p.mrn, p.full_name AS name, to_char(p.dob, 'YYYYMMDD') AS dob FROM patients p JOIN users u ON u.id = p.user_id
      WHERE u.email = $1`,
    [email],
  );
  const [given = '', ...family] = row!.name.split(' ');
  return { patient_id: row!.id, mrn: row!.mrn, given, family: family.join(' '), dob: row!.dob };
}

export interface Result {
  code: string;
  value?: string;
  unit?: string;
  status?: string;
  system?: string;
  flags?: string;
  type?: string;
}
export interface MessageParts {
  patient: Drawn | string;
  results: readonly Result[];
  controlId?: string;
  /** YYYYMMDDHHMM with an offset, or what is sent in its place. */
  drawn?: string;
  sender?: readonly [application: string, facility: string];
  receiver?: string;
  filler?: string;
  specimen?: string;
  charset?: string;
}

let numbers = 0;
export const nextControlId = (): string => `C${process.pid}-${++numbers}`;

/** An hour of an earlier day, in the morning of New York. */
export function drawAt(daysAgo: number, time = '0815'): string {
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return `${day}${time}-0500`;
}

const pid = (patient: Drawn | string): string =>
  typeof patient === 'string'
    ? patient
    : `PID|1||${patient.mrn}^^^CLINIC^MR||${patient.family}^${patient.given}||${patient.dob}|M`;

/** A message as laboratories send it. */
export function oru({
  patient,
  results,
  controlId = nextControlId(),
  drawn = drawAt(2),
  sender: [application, facility] = ['LIS', 'ACME'],
  receiver = 'CLINIC',
  filler = '',
  specimen = '',
  charset = '',
}: MessageParts): string {
  const obx = results.map(
    ({ code, value = '', unit = '', status = 'F', system = 'LN', flags = '', type = 'NM' }, i) =>
      `OBX|${i + 1}|${type}|${code}^Test ${code}^${system}||${value}|${unit}||${flags}|||${status}`,
  );
  return [
    `MSH|^~\\&|${application}|${facility}|PORTAL|${receiver}|20260101080000||ORU^R01^ORU_R01|${controlId}|P|2.5.1||||||${charset}`,
    pid(patient),
    `OBR|1||${filler}|PANEL^Hormones^L|||${drawn}||||||||${specimen}`,
    ...obx,
    '',
  ].join('\r');
}

export const frame = (message: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x0b]), Buffer.from(message), Buffer.from([0x1c, 0x0d])]);

/** A connection to the gateway, with the answers it got. */
export class LaboratorySocket {
  readonly answers: string[] = [];
  closed = false;
  private rest = '';

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (piece) => {
      this.rest += String(piece);
      for (let end = this.rest.indexOf('\x1c\r'); end >= 0; end = this.rest.indexOf('\x1c\r')) {
        this.answers.push(this.rest.slice(this.rest.indexOf('\x0b') + 1, end));
        this.rest = this.rest.slice(end + 2);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
    });
  }

  static async open(port: number): Promise<LaboratorySocket> {
    const socket = connect({ host: '127.0.0.1', port });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new LaboratorySocket(socket);
  }

  write(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  /** The answer with this number, counted from 0; null if the connection closes first. */
  async answer(n: number, limitMs = 10_000): Promise<string | null> {
    const until = Date.now() + limitMs;
    while (this.answers.length <= n) {
      if (this.closed || Date.now() > until) return null;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.answers[n]!;
  }

  end(): void {
    this.socket.destroy();
  }
}

/** The code of an acknowledgment (MSA-1) and the message it is for. */
export const ackOf = (answer: string | null): [code: string, controlId: string] | null => {
  const [, code = '', controlId = ''] = /\rMSA.([A-Z]{2}).([^\r|]*)/.exec(answer ?? '') ?? [];
  return code ? [code, controlId] : null;
};

/** Sends one message and waits for its acknowledgment. */
export async function send(port: number, message: string | Buffer): Promise<[string, string] | null> {
  const line = await LaboratorySocket.open(port);
  try {
    line.write(frame(message));
    return ackOf(await line.answer(0));
  } finally {
    line.end();
  }
}

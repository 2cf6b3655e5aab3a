import { randomBytes } from 'node:crypto';
import { parseMessage } from '../lab-spool/hl7.js';

/** AA: stored. AE: not stored now, send it again. AR: no message of results; sending it again changes nothing. */
export type AckCode = 'AA' | 'AE' | 'AR';

const plain = (text: string): string => text.replace(/[^\w ,.-]/g, ' ');
const stamp = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * The answer to a message, with its own separators and names turned round.
 * @param bytes the message as it came, also one that cannot be read
 */
export function acknowledgment(bytes: Buffer, code: AckCode, text: string, at: Date): string {
  const msh = parseMessage(bytes.toString('latin1'))?.[0];
  const field = msh?.raw(1) ?? '|';
  const raw = (n: number): string => msh?.raw(n) ?? '';
  const component = raw(2)[0] ?? '^';
  const own = randomBytes(8).toString('hex');
  const header = [
    'MSH',
    raw(2) || '^~\\&',
    raw(5),
    raw(6),
    raw(3),
    raw(4),
    stamp(at),
    '',
    `ACK${component}R01`,
    own,
    raw(11) || 'P',
    raw(12) || '2.5.1',
  ];
  const answer = ['MSA', code, raw(10), ...(text ? [plain(text)] : [])];
  return `${header.join(field)}\r${answer.join(field)}\r`;
}

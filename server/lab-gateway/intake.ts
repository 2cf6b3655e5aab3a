import { Log } from '../platform/logging/log.js';
import { readMessage } from '../lab-spool/message.js';
import type { Spool } from '../lab-spool/spool.js';
import { acknowledgment, type AckCode } from './acknowledgment.js';
import type { Frame } from './mllp.js';

/** Takes messages, however they come: stored first, answered then. */
export class LabIntake {
  constructor(
    private readonly spool: Spool,
    private readonly log: Pick<Log, 'info' | 'warn' | 'error'>,
  ) {}

  /** @returns what became of it, and why it was not taken */
  async take({ bytes, tooLarge }: Frame): Promise<{ code: AckCode; why: string }> {
    const read = tooLarge ? { fault: 'Larger than 10 MB' } : readMessage(bytes);
    if ('fault' in read) {
      this.log.warn('a laboratory message was refused', { why: read.fault, bytes: bytes.length });
      return { code: 'AR', why: read.fault };
    }
    try {
      await this.spool.add(bytes);
    } catch (error) {
      this.log.error('a laboratory message could not be stored', error);
      return { code: 'AE', why: 'Not stored. Send it again.' };
    }
    this.log.info('a laboratory message was stored', { bytes: bytes.length });
    return { code: 'AA', why: '' };
  }

  async answer(frame: Frame): Promise<string> {
    const { code, why } = await this.take(frame);
    return acknowledgment(frame.bytes, code, why, new Date());
  }

  /** Entries of the drop folder that stay there, for the portal to say. */
  async stuck(entries: number): Promise<void> {
    await this.spool.noteStuck(entries);
  }
}

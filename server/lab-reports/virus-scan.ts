import { createConnection } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { AppError, validationFailed } from '../platform/errors/errors.js';
import { TEXT } from './text/en.js';

const DEADLINE_MS = 10_000;
const CHUNK = 64 * 1024;
const LONGEST_ANSWER = 4096;

/** What clamd says of a file, by its command INSTREAM: chunks with their length, ended by an empty one. */
export function askClamd(
  { host, port }: { host: string; port: number },
  content: Buffer,
  deadlineMs = DEADLINE_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), deadlineMs);
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      answer = (answer + part).slice(0, LONGEST_ANSWER);
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(answer.replaceAll('\0', '').trim());
    });
    socket.write('zINSTREAM\0');
    for (let at = 0; at < content.length; at += CHUNK) {
      const part = content.subarray(at, at + CHUNK);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      socket.write(length);
      socket.write(part);
    }
    socket.write(Buffer.alloc(4));
  });
}

/** Asks the scanner of the clinic, if it runs one; a file that no scanner could read is not accepted. */
@Injectable()
export class VirusScan {
  private readonly log = new Logger('VirusScan');

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'virusScanner'>) {}

  async assertClean(content: Buffer): Promise<void> {
    const { virusScanner } = this.config;
    if (!virusScanner) return;
    const answer = await askClamd(virusScanner, content).catch((error: unknown) => {
      this.log.warn(
        `The virus scanner does not answer: ${error instanceof Error ? error.message : 'unknown'}`,
      );
      return '';
    });
    if (answer === 'stream: OK') return;
    if (answer.endsWith(' FOUND')) throw validationFailed({ file: TEXT.fileContainsVirus });
    throw new AppError(503, 'overloaded', TEXT.filesCannotCheckedForVirusesRight, {
      detail: 'scanner_unavailable',
      retryAfterS: 60,
    });
  }
}

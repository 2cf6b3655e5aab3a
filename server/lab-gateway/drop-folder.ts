import { mkdir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LARGEST_MESSAGE } from '../lab-spool/message.js';
import type { Log } from '../platform/logging/log.js';
import type { LabIntake } from './intake.js';

const EVERY_MS = 2000;
/** A file that was written to just now may still grow. */
const AT_REST_MS = 2000;
const NAME = /^[^.].*\.(hl7|oru|txt)$/i;
export const REFUSED_FOLDER = 'refused';

/** The messages of a file: it may hold several, and the envelope of a batch. */
export function messagesIn(bytes: Buffer): Buffer[] {
  const text = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replaceAll('\v', '\r')
    .replaceAll('\u001c', '\r');
  const lines = text.split(/[\r\n]+/).filter((line) => line && !/^(FHS|BHS|BTS|FTS)\W/.test(line));
  const messages: string[][] = [];
  for (const line of lines) {
    if (/^MSH\W/.test(line) || !messages.length) messages.push([]);
    messages.at(-1)!.push(line);
  }
  return messages.map((one) => Buffer.from(`${one.join('\r')}\r`, 'latin1'));
}

/** A folder where files with messages are put. One that was taken is deleted, one that was not is moved to `refused`. */
export class DropFolder {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly intake: LabIntake,
    private readonly log: Pick<Log, 'warn' | 'error'>,
  ) {}

  async start(): Promise<void> {
    await mkdir(join(this.folder, REFUSED_FOLDER), { recursive: true, mode: 0o700 });
    const round = () => {
      this.running = this.look()
        .catch((error: unknown) => this.log.error('the drop folder could not be read', error))
        .finally(() => {
          this.timer = setTimeout(round, EVERY_MS);
        });
    };
    round();
  }

  async stop(): Promise<void> {
    await this.running;
    clearTimeout(this.timer);
  }

  async look(): Promise<void> {
    for (const name of (await readdir(this.folder)).filter((one) => NAME.test(one)).toSorted()) {
      const file = join(this.folder, name);
      const { size, mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs < AT_REST_MS) continue;
      if (size > LARGEST_MESSAGE) await this.refuse(name);
      else await this.take(name, messagesIn(await readFile(file)));
    }
  }

  /** A file that is taken again after a kill adds nothing: its messages are known by their content. */
  private async take(name: string, messages: readonly Buffer[]): Promise<void> {
    let refused = !messages.length;
    for (const bytes of messages) {
      const { code } = await this.intake.take({ bytes, tooLarge: false });
      if (code === 'AE') return;
      refused ||= code === 'AR';
    }
    if (refused) await this.refuse(name);
    else await unlink(join(this.folder, name));
  }

  private async refuse(name: string): Promise<void> {
    this.log.warn('a file in the drop folder was refused');
    await rename(join(this.folder, name), join(this.folder, REFUSED_FOLDER, name));
  }
}

import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, unlink } from 'node:fs/promises';
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
  /** Inodes that the log has. */
  private readonly told = new Set<number>();

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

  /** One entry that cannot be taken delays no other. */
  async look(): Promise<void> {
    const stuck = new Set<number>();
    for (const name of (await readdir(this.folder)).filter((one) => NAME.test(one)).toSorted()) {
      const found = await lstat(join(this.folder, name)).catch(() => null);
      if (!found) continue;
      try {
        if (await this.isTakenOrGrows(name, found)) continue;
        this.tellOnce(found, 'an entry of the drop folder is no file and stays where it is');
      } catch (error) {
        this.tellOnce(found, 'a file in the drop folder could not be taken and stays where it is', error);
      }
      stuck.add(found.ino);
    }
    for (const inode of this.told) if (!stuck.has(inode)) this.told.delete(inode);
    await this.intake.stuck(stuck.size);
  }

  /** false: it is a folder, a link, a pipe: reading it could wait forever, or lead elsewhere. */
  private async isTakenOrGrows(name: string, found: Stats): Promise<boolean> {
    if (!found.isFile()) return false;
    if (Date.now() - found.mtimeMs < AT_REST_MS) return true;
    if (found.size > LARGEST_MESSAGE) await this.refuse(name, found);
    else await this.take(name, found, messagesIn(await readFile(join(this.folder, name))));
    return true;
  }

  /** Logs hold no names of files, which may be of patients: `find -inum` finds it. */
  private tellOnce({ ino }: Stats, what: string, error?: unknown): void {
    if (this.told.has(ino)) return;
    this.told.add(ino);
    if (error === undefined) this.log.warn(what, { inode: ino });
    else this.log.error(what, error, { inode: ino });
  }

  /** A file that is taken again after a kill adds nothing: its messages are known by their content. */
  private async take(name: string, found: Stats, messages: readonly Buffer[]): Promise<void> {
    let refused = !messages.length;
    for (const bytes of messages) {
      const { code } = await this.intake.take({ bytes, tooLarge: false });
      if (code === 'AE') return;
      refused ||= code === 'AR';
    }
    if (refused) await this.refuse(name, found);
    else await unlink(join(this.folder, name));
  }

  /** Two of one name are both kept. */
  private async refuse(name: string, { ino }: Stats): Promise<void> {
    this.log.warn('a file in the drop folder was refused', { inode: ino });
    const folder = join(this.folder, REFUSED_FOLDER);
    const taken = new Set(await readdir(folder));
    let free = name;
    for (let n = 2; taken.has(free); n++) free = name.replace(/(\.\w+)$/, `-${n}$1`);
    await rename(join(this.folder, name), join(folder, free));
  }
}

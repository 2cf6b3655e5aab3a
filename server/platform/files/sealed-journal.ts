import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { FieldCipher } from '../crypto/field-cipher.js';
import { appendDurably } from './durable-append.js';

/** The characters of a seal, and of the first line. */
const SEAL = 44;

/**
 * A list on disk that only grows, one JSON line each. A seal covers its line and the seal before; the first line seals
 * the last seal: a line that was changed, moved, torn or cut off shows.
 */
export class SealedJournal<T> {
  constructor(
    private readonly path: string,
    /** What the list is of, so that no other one passes for it. */
    private readonly name: string,
    private readonly cipher: Pick<FieldCipher, 'mac' | 'macMatches'>,
  ) {}

  /** null: it is not as it was written, or cannot be read. */
  read(): T[] | null {
    const text = this.text();
    if (!text?.endsWith('\n')) return null;
    const [head = '', ...lines] = text.slice(0, -1).split('\n');
    const entries: T[] = [];
    // The process may have ended between a line and the head: more lines than the head knows of are good.
    let seal = '';
    let reachesHead = this.matches(head, 'head', seal);
    for (const line of lines) {
      const json = line.slice(0, -SEAL - 1);
      const next = line.slice(-SEAL);
      if (!this.matches(next, seal, json)) return null;
      seal = next;
      reachesHead ||= this.matches(head, 'head', seal);
      entries.push(JSON.parse(json) as T);
    }
    return reachesHead ? entries : null;
  }

  rewrite(entries: readonly T[]): void {
    const { lines, seal } = this.sealed(entries, '');
    const text = [this.seal('head', seal), ...lines].map((line) => `${line}\n`).join('');
    const temporary = `${this.path}.${randomUUID()}`;
    try {
      writeFileSync(temporary, text, { mode: 0o600, flush: true });
      renameSync(temporary, this.path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** On disk when this returns. @returns whether the list ended where its head says; else nothing is added */
  append(entries: readonly T[]): boolean {
    const text = this.text();
    if (!text?.endsWith('\n')) return false;
    const before = text.length === SEAL + 1 ? '' : text.slice(-SEAL - 1, -1);
    if (!this.matches(text.slice(0, SEAL), 'head', before)) return false;
    const { lines, seal } = this.sealed(entries, before);
    appendDurably(this.path, lines.join('\n'));
    const file = openSync(this.path, 'r+');
    try {
      writeSync(file, this.seal('head', seal), 0);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return true;
  }

  private text(): string | null {
    try {
      return readFileSync(this.path, 'utf8');
    } catch {
      return null;
    }
  }

  private sealed(entries: readonly T[], before: string): { lines: string[]; seal: string } {
    let seal = before;
    const lines = entries.map((entry) => {
      const json = JSON.stringify(entry);
      seal = this.seal(seal, json);
      return `${json} ${seal}`;
    });
    return { lines, seal };
  }

  private seal(before: string, content: string): string {
    return this.cipher.mac(this.message(before, content)).toString('base64');
  }

  private matches(seal: string, before: string, content: string): boolean {
    return this.cipher.macMatches(this.message(before, content), Buffer.from(seal, 'base64'));
  }

  private message(before: string, content: string): string {
    return `${this.name}:${before}:${content}`;
  }
}

import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** One line more in the file, on disk when this returns. Half a line would spoil the next one: it is taken back. */
export function appendDurably(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    const { size } = fstatSync(file);
    try {
      const bytes = Buffer.from(`${line}\n`);
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } catch (error) {
      if (fstatSync(file).isFile()) ftruncateSync(file, size);
      throw error;
    }
  } finally {
    closeSync(file);
  }
}

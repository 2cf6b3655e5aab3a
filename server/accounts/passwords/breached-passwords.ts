import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

const HASH_LENGTH = 40;
/** Longer than one line: hash, colon, count, line end. */
const CHUNK = 128;
/** Ranges this small are read at once and scanned. */
const READ_WHOLE = 4096;

/**
 * Looks up a password in a file of SHA-1 hashes in upper case hexadecimal, sorted, one at the start of each line (the
 * format in which breached passwords are published). The file may be larger than memory.
 */
export async function isBreached(password: string, path: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await search(file, wanted, size);
  } finally {
    await file.close();
  }
}

async function search(file: FileHandle, wanted: string, size: number): Promise<boolean> {
  // The hash's line, if there is one, starts at or after `low` and before `high`.
  let [low, high] = [0, size];
  while (high - low > READ_WHOLE) {
    const middle = Math.floor((low + high) / 2);
    const piece = await text(file, middle, CHUNK);
    const lineEnd = piece.indexOf('\n');
    const found = piece.slice(lineEnd + 1, lineEnd + 1 + HASH_LENGTH).toUpperCase();
    if (lineEnd < 0 || found.length < HASH_LENGTH)
      throw new Error('PWNED_FILE is not a list of SHA-1 hashes');
    if (found === wanted) return true;
    if (found < wanted) low = middle + lineEnd + 1;
    else high = middle + lineEnd + 1;
  }
  const lines = (await text(file, low, high - low + CHUNK)).split('\n');
  return lines.some((line) => line.slice(0, HASH_LENGTH).toUpperCase() === wanted);
}

async function text(file: FileHandle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.toString('latin1', 0, bytesRead);
}

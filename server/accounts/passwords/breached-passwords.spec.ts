import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isBreached } from './breached-passwords.js';

const LISTED = 3000;
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();
const password = (i: number): string => `breached password ${i}`;

describe('breached passwords', () => {
  let folder: string;
  const file = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'breached-'));
    const hashes = Array.from({ length: LISTED }, (_, i) => sha1(password(i))).sort();
    writeFileSync(file('counted'), hashes.map((h, i) => `${h}:${i ** 3}\r\n`).join(''));
    writeFileSync(file('bare'), hashes.join('\n'));
    writeFileSync(file('short'), `${sha1('only this one')}:3\n`);
    writeFileSync(file('empty'), '');
    writeFileSync(file('other'), 'x'.repeat(100_000));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['counted', 'bare'])('are found in a sorted file, each of them: %s', async (name) => {
    for (let i = 0; i < LISTED; i++)
      expect([i, await isBreached(password(i), file(name))]).toEqual([i, true]);
    for (let i = 0; i < 300; i++) expect(await isBreached(`another ${i}`, file(name))).toBe(false);
  });

  it('are found in a one-line file, and none in an empty one', async () => {
    expect(await isBreached('only this one', file('short'))).toBe(true);
    expect(await isBreached('only this on', file('short'))).toBe(false);
    expect(await isBreached('only this one', file('empty'))).toBe(false);
  });

  it('are not looked up in a file of another kind', async () => {
    await expect(isBreached('x', file('other'))).rejects.toThrow('PWNED_FILE is not a list of SHA-1 hashes');
  });
});

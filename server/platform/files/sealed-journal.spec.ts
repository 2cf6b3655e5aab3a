import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FieldCipher } from '../crypto/field-cipher.js';
import { SealedJournal } from './sealed-journal.js';

const folder = mkdtempSync(join(tmpdir(), 'trt-sealed-'));
const path = join(folder, 'list');
const keyed = (...kids: string[]) =>
  new FieldCipher({ appKeys: kids.map((kid) => ({ kid, secret: Buffer.alloc(32, kid) })) });
const listOf = (name = 'people', cipher = keyed('a')) => new SealedJournal<number>(path, name, cipher);
const text = () => readFileSync(path, 'utf8');
const lines = () => text().split('\n');

afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  listOf().rewrite([1]);
  listOf().append([2, 3]);
  listOf().append([4]);
});

describe('a sealed list', () => {
  it('is read as it was written, by who knows one of its keys, and as what it is', () => {
    expect(listOf().read()).toEqual([1, 2, 3, 4]);
    expect(listOf('people', keyed('b', 'a')).read()).toEqual([1, 2, 3, 4]);
    expect(listOf('people', keyed('b')).read()).toBeNull();
    expect(listOf('others').read()).toBeNull();
  });

  it('may be empty, and begun anew', () => {
    listOf().rewrite([]);
    expect(listOf().read()).toEqual([]);
    listOf().append([7]);
    expect(listOf().read()).toEqual([7]);
  });

  it('may have a line its head does not know yet', () => {
    const [head] = lines();
    listOf().append([5]);
    writeFileSync(path, [head, ...lines().slice(1)].join('\n'));
    expect(listOf().read()).toEqual([1, 2, 3, 4, 5]);
    expect(listOf().append([6])).toBe(false);
  });

  it.each<[string, () => string]>([
    ['is empty', () => ''],
    ['has its head only', () => `${lines()[0]}\n`],
    ['lost its head', () => lines().slice(1).join('\n')],
    ['lost its last line', () => [...lines().slice(0, -2), ''].join('\n')],
    ['lost its first line', () => lines().toSpliced(1, 1).join('\n')],
    ['lost one in the middle', () => lines().toSpliced(2, 1).join('\n')],
    ['has two lines exchanged', () => [lines()[0], lines()[2], lines()[1], ...lines().slice(3)].join('\n')],
    ['has a line twice', () => `${text()}${lines().at(-2)}\n`],
    ['has a changed line', () => text().replace('\n3 ', '\n9 ')],
    ['has a torn last line', () => text().slice(0, -9)],
    ['lost the end of its last line only', () => text().slice(0, -1)],
    ['has lines without seals', () => '1\n2\n'],
  ])('that %s is not read', (_, damaged) => {
    writeFileSync(path, damaged());
    expect(listOf().read()).toBeNull();
  });

  it('that is cut short does not become good by what is added', () => {
    writeFileSync(path, [...lines().slice(0, 3), ''].join('\n'));
    expect(listOf().append([5])).toBe(false);
    expect(listOf().read()).toBeNull();
  });

  it('that is gone cannot be added to', () => {
    rmSync(path);
    expect(listOf().append([5])).toBe(false);
    expect(listOf().read()).toBeNull();
  });
});

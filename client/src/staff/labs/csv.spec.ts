import { describe, expect, it } from '@jest/globals';
import { addAnswer, chunksOf, csvRecords, EMPTY_REPORT } from './csv.js';

describe('csvRecords', () => {
  it('ends a record at a line break outside quotes, whatever the line break is', () => {
    expect(csvRecords('a,b\r\n1,"x\ny"\n\n2,z')).toEqual(['a,b', '1,"x\ny"', '2,z']);
  });
  it('keeps doubled quotes together', () => {
    expect(csvRecords('a\n"he said ""no\n"""\nb')).toEqual(['a', '"he said ""no\n"""', 'b']);
  });
});

describe('chunksOf', () => {
  const { chunks, total } = chunksOf('\uFEFFh1,h2\n1,a\n2,b\n3,c\n', 2);
  it('repeats the header without the mark of the file', () => {
    expect(chunks.map((chunk) => chunk.csv)).toEqual(['h1,h2\n1,a\n2,b', 'h1,h2\n3,c']);
    expect(total).toBe(3);
  });
  it('counts refused rows from the start of the file', () => {
    const second = chunks[1];
    if (!second) throw new Error('no second chunk');
    const rows = [{ row: 1, ok: false, error: 'unit: wrong' }];
    expect(addAnswer(EMPTY_REPORT, second, { accepted: 0, duplicates: 2, rejected: 1, rows })).toEqual({
      accepted: 0,
      duplicates: 2,
      rejected: [{ row: 3, ok: false, error: 'unit: wrong' }],
    });
  });
});
it('a file with a header only has no chunk', () => expect(chunksOf('h1,h2\n', 2).total).toBe(0));

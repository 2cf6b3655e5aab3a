import { describe, expect, it } from '@jest/globals';
import { addAnswer, chunksOf, csvRecords, EMPTY_REPORT, rejectsCsv } from './csv.js';

describe('csvRecords', () => {
  it('ends a record at a line break outside quotes, whatever the line break is', () => {
    const records = csvRecords('a,b\r\n1,"x\ny"\n\n2,z');
    expect(records.map((record) => record.text)).toEqual(['a,b', '1,"x\ny"', '2,z']);
    expect(records.map((record) => record.line)).toEqual([1, 3, 5]);
  });
  it('keeps doubled quotes together', () => {
    expect(csvRecords('a\n"he said ""no\n"""\nb').map((record) => record.text)).toEqual([
      'a',
      '"he said ""no\n"""',
      'b',
    ]);
  });
});

describe('chunksOf', () => {
  const { chunks, total } = chunksOf('\uFEFFh1,h2\n1,a\n2,b\n3,c\n', 2);
  it('repeats the header without the byte order mark', () => {
    expect(chunks.map((chunk) => chunk.csv)).toEqual(['h1,h2\n1,a\n2,b', 'h1,h2\n3,c']);
    expect(total).toBe(3);
  });
  it('counts rejected rows from the start of the file', () => {
    const second = chunks[1];
    if (!second) throw new Error('no second chunk');
    const rows = [{ row: 1, line: 2, ok: false, error: 'wrong' }];
    const answer = { accepted: 0, corrected: 0, duplicates: 2, rejected: 1, rows, critical: [] };
    expect(addAnswer(EMPTY_REPORT, second, answer)).toEqual({
      ...EMPTY_REPORT,
      duplicates: 2,
      rejected: [{ row: 3, line: 4, ok: false, error: 'wrong' }],
    });
  });
});
it('makes no chunk of a file with only a header', () => expect(chunksOf('h1,h2\n', 2).total).toBe(0));

it('rejectsCsv names line, patient and value, and contains no formula', () => {
  const row = { row: 1, line: 2, ok: false, error: 'Not "found"', patient: '=cmd()', value: '300 ng/dL' };
  expect(rejectsCsv([row]).split('\r\n')[1]).toBe(`2,"'=cmd()","","300 ng/dL","","Not ""found"""`);
});

import { describe, expect, it } from '@jest/globals';
import { digestOf, serializeAnswer, shareRows } from './shared-rows.js';

const rows = () => [
  { id: 'a', name: 'Zoë "Q" \u2028' },
  { id: 'b', name: null },
];

describe('an answer with shared rows', () => {
  it('says what it would say without sharing', () => {
    const shared = shareRows(rows());
    const list = { items: shared, total: 2, left_out: undefined, source: 'db' };
    expect(JSON.parse(serializeAnswer(list))).toEqual(JSON.parse(JSON.stringify(list)));
    expect(serializeAnswer({ items: shared })).toBe(JSON.stringify({ items: rows() }));
    expect(serializeAnswer({ items: shareRows([]), total: 0 })).toBe('{"items":[],"total":0}');
  });

  it('is JSON as before where nothing is shared', () => {
    for (const answer of [null, 1, 'text', [1], { a: rows() }])
      expect(serializeAnswer(answer)).toBe(JSON.stringify(answer));
  });

  it('has rows that cannot be changed', () => {
    const shared = shareRows(rows());
    expect(() => shared.push({ id: 'c', name: null })).toThrow(TypeError);
    expect(() => Object.assign(shared[0]!, { name: 'another' })).toThrow(TypeError);
  });

  it('has another digest as soon as a row or anything beside it differs', () => {
    const digest = (items: object[], total: number) => digestOf({ items, total });
    const first = digest(shareRows(rows()), 2);
    expect(digest(shareRows(rows()), 2)).toBe(first);
    expect(digest(shareRows(rows()), 3)).not.toBe(first);
    expect(digest(shareRows(rows().slice(1)), 2)).not.toBe(first);
  });
});

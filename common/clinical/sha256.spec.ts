import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { sha256 } from './sha256.js';

describe('sha256', () => {
  it('gives the standard digest', () => {
    const expected = (text: string): string => createHash('sha256').update(text).digest('hex');
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 10_000])
      expect(sha256('é'.repeat(length))).toBe(expected('é'.repeat(length)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => sha256(text) === expected(text)));
  });
});

import { describe, expect, it } from '@jest/globals';
import { remembered } from './remembered.js';

describe('remembered', () => {
  it('reads a text once, and again only after it was dropped', () => {
    const asked: string[] = [];
    const length = remembered((text) => {
      asked.push(text);
      return text.length;
    }, 2);
    expect(['', 'a', '', 'a', 'bb', 'a'].map(length)).toEqual([0, 1, 0, 1, 2, 1]);
    expect(asked).toEqual(['', 'a', 'bb', 'a']);
    const long = 'x'.repeat(1001);
    expect([length(long), length(long)]).toEqual([1001, 1001]);
    expect(asked.filter((text) => text === long)).toHaveLength(2);
  });
});

import { describe, expect, it } from '@jest/globals';
import { strengthOf } from './strength.js';

describe('strengthOf', () => {
  it.each([
    ['', 'short'],
    ['eleven char', 'short'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['abababababababab', 'weak'],
    ['abcdefghijklmnop', 'weak'],
    ['password12345678', 'weak'],
    ['Qwertyuiop1234567890', 'weak'],
    ['testosterone2026', 'weak'],
    ['velvet otter mountain quarry 71', 'strong'],
    ['k7#Vq9!mZx2$Lp', 'strong'],
    ['mountain quarry', 'fair'],
  ])('%s is %s', (password, strength) => {
    expect(strengthOf(password)).toBe(strength);
  });

  it('gives no credit for the name in the email address', () => {
    expect(strengthOf('marcus.bellamy', 'marcus.bellamy@demo.test')).toBe('weak');
  });
});

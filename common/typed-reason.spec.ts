import { describe, expect, it } from '@jest/globals';
import { FEWEST_NAMED_CHARACTERS, saysWhy } from './typed-reason.js';

describe('saysWhy', () => {
  it.each(['Repeat was 45', 'Hct 49 on repeat', ' Agreed by phone '])('accepts %j', (text) => {
    expect(saysWhy(text)).toBe(true);
  });
  it.each(['', 'aaa', 'ok then', 'Discussed!!', 'aaaaa aaaaa', '. . . . . . . .', '1234567 1234567'])(
    'refuses %j',
    (text) => {
      expect(saysWhy(text)).toBe(false);
    },
  );
  it('requires more where more is at stake', () => {
    expect(saysWhy('Repeat was 45', FEWEST_NAMED_CHARACTERS)).toBe(false);
    expect(saysWhy('Repeat was 45 this morning', FEWEST_NAMED_CHARACTERS)).toBe(true);
  });
});

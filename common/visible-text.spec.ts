import { describe, expect, it } from '@jest/globals';
import { hasVisibleText, withoutTurning } from './visible-text.js';

describe('hasVisibleText', () => {
  it.each([
    '',
    ' \n\t',
    '\u00a0',
    '\u200b',
    '\u200e\u202e\u2066',
    '\ufeff \u2060',
    '\u00ad',
    '\u3164',
    '\u2800',
  ])('%j shows nothing', (text) => expect(hasVisibleText(text)).toBe(false));
  it.each(['x', '\u200bx', '-', '0', '🙂', '👨\u200d👩', '名', 'ع', '?'])('%j shows', (text) =>
    expect(hasVisibleText(text)).toBe(true),
  );
});

it('withoutTurning leaves letters of every direction, and nothing that turns them', () =>
  expect(withoutTurning('labs\u202efdp.exe \u2067שלום\u2069')).toBe('labsfdp.exe שלום'));

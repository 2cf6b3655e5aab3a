import { describe, expect, it } from '@jest/globals';
import { hasVisibleText, NAMES_NO_ADDRESS, READS_AS_WRITTEN, withoutTurning } from './visible-text.js';

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

describe('READS_AS_WRITTEN', () => {
  it.each([
    'Elm\u3164Street',
    'Elm Street\u3164',
    'Elm\u2800Street',
    '\u202emlE',
    'Elm\u2066',
    'Elm\u200bStreet',
    'Elm\u200dStreet',
    'Elm\ufe0f',
    '\u200dElm',
    'E\u00adlm',
    'Elm\nStreet',
    'Elm\u2028Street',
  ])('%j does not', (name) => expect(READS_AS_WRITTEN.test(name)).toBe(false));
  it.each([
    'Elm Street',
    'O’Neill & Søn, Nr. 5',
    '診療所',
    'שלום',
    'می\u200cخواهم',
    'क्\u200dष',
    '👨\u200d👩',
    '❤\ufe0f\u200d🔥 Pharmacy',
  ])('%j does', (name) => expect(READS_AS_WRITTEN.test(name)).toBe(true));
});

it('withoutTurning leaves letters of every direction, and nothing that turns them', () =>
  expect(withoutTurning('labs\u202efdp.exe \u2067שלום\u2069')).toBe('labsfdp.exe שלום'));

it.each([
  ['Dr. Ada Okafor', true],
  ['St. Mary’s Pharmacy', true],
  ['Walgreens.com Pharmacy', true],
  ['A. B.Sc/M.D. Smith', true],
  ['Wwwilliam', true],
  ['Confirm at https://evil.example/x Dr. Eve', false],
  ['Call HTTP://1.2.3.4', false],
  ['Verify at www.evil.example', false],
  ['Verify at evil.example/v214', false],
])('takes %s as a name: %s', (name, taken) => {
  expect(NAMES_NO_ADDRESS.test(name)).toBe(taken);
});

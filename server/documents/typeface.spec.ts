import { describe, expect, it } from '@jest/globals';
import { printable } from './typeface.js';

describe('a printable text', () => {
  it.each([
    ['English', 'More energy', 'More energy'],
    ['text in the built-in font', 'Zoë “Quill” — €5 ™', 'Zoë “Quill” — €5 ™'],
    ['decomposed accents', 'Zoe\u0308', 'Zoë'],
    ['tabs and line breaks', 'a\tb\r\nc\rd', 'a    b\nc\nd'],
    ['nothing', '', ''],
  ])('%s stays in the built-in font', (_, text, shown) =>
    expect(printable(text)).toEqual({ text: shown, font: 'Helvetica', replaced: false }),
  );

  it.each([
    ['Polish', 'Łukasz Żółć'],
    ['Vietnamese', 'Nguyễn Đặng Thị'],
    ['Greek', 'Καλύτερος ύπνος'],
    ['Cyrillic', 'Усталость, їжак'],
    ['Armenian', 'հայերեն'],
    ['Georgian', 'ქართული'],
    ['symbols', '→ ✓ ♥ ≥ ½'],
  ])('%s uses a font that has it, line breaks kept', (_, text) => {
    expect(printable(`${text}\nEnglish`, 'bold')).toEqual({
      text: `${text}\nEnglish`,
      font: 'DejaVuSans-Bold',
      replaced: false,
    });
  });

  it.each([
    ['a script without glyphs', '中', '[U+4E2D]'],
    ['beyond the first plane', '𓀀', '[U+13000]'],
    ['Hebrew, written from right to left', 'אב', '[U+05D0][U+05D1]'],
    ['Arabic, written from right to left', 'عا', '[U+0639][U+0627]'],
    ['a bidirectional control character', 'a\u202eb', 'a[U+202E]b'],
    ['an invisible character', 'a\u200bb', 'a[U+200B]b'],
    ['a control character', 'a\u0007b', 'a[U+0007]b'],
    ['half a character', 'a\ud83d', 'a[U+D83D]'],
  ])('%s is printed as a number', (_, text, shown) =>
    expect(printable(text)).toEqual({ text: shown, font: 'Helvetica', replaced: true }),
  );

  it('prints characters with glyphs next to ones without', () =>
    expect(printable('Łódź 中')).toEqual({ text: 'Łódź [U+4E2D]', font: 'DejaVuSans', replaced: true }));
});

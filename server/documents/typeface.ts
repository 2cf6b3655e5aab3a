import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The two fonts of a printed document, by the characters they can show. */
const LATIN = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const;
/** Greek, Cyrillic, Vietnamese, Polish, Armenian, Georgian, signs and symbols; only the glyphs used are embedded. */
const WORLD = { regular: 'DejaVuSans', bold: 'DejaVuSans-Bold' } as const;
const WORLD_SCALE = 0.92;
type Weight = keyof typeof LATIN;

export interface Printable {
  text: string;
  font: (typeof LATIN | typeof WORLD)[Weight];
  /** Some characters are printed as numbers. */
  replaced: boolean;
}

/** What the built-in fonts of every PDF reader can show, besides line breaks. */
const IN_LATIN = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Right-to-left scripts, which pdfkit does not support; and invisible characters. */
const UNPRINTABLE = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/u;

const require = createRequire(import.meta.url);
/** pdfkit's own font reader, which has no types. */
const fontkit = require('fontkit') as {
  create: (file: Buffer) => { hasGlyphForCodePoint(codePoint: number): boolean };
};
const files = new Map<string, { data: Buffer; has: (codePoint: number) => boolean }>();
/** Loaded when a text first needs it. */
function worldFont(name: (typeof WORLD)[Weight]) {
  let file = files.get(name);
  if (!file) {
    const data = readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
    const font = fontkit.create(data);
    file = { data, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
    files.set(name, file);
  }
  return file;
}

/**
 * A text in one font that has all of its letters. A character that no font can show is printed as its Unicode number, so
 * that nothing that was signed disappears.
 */
export function printable(text: string, weight: Weight = 'regular'): Printable {
  const tidy = text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', '    ');
  if (IN_LATIN.test(tidy)) return { text: tidy, font: LATIN[weight], replaced: false };
  const { has } = worldFont(WORLD[weight]);
  let replaced = false;
  const shown = Array.from(tidy, (character) => {
    const codePoint = character.codePointAt(0)!;
    if (character === '\n' || (has(codePoint) && !UNPRINTABLE.test(character))) return character;
    replaced = true;
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
  return { text: shown, font: IN_LATIN.test(shown) ? LATIN[weight] : WORLD[weight], replaced };
}

/** Selects the font; one that not every reader has is embedded, and is drawn larger for its size. */
export function chooseFont(
  pdf: PDFKit.PDFDocument,
  font: Printable['font'],
  size: number,
): PDFKit.PDFDocument {
  if (font !== WORLD.regular && font !== WORLD.bold) return pdf.font(font).fontSize(size);
  return pdf
    .registerFont(font, worldFont(font).data)
    .font(font)
    .fontSize(size * WORLD_SCALE);
}

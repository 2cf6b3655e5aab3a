import { inflateRawSync, inflateSync } from 'node:zlib';
import type { Response } from 'supertest';
import type { Person } from './person.js';

/** The body of a download as bytes. */
export const bytesOf = (response: Response): Buffer =>
  Buffer.isBuffer(response.body) ? response.body : Buffer.from(response.text, 'utf8');

/** The decompressed stream of the object that starts here; null if there is none. */
function streamAt(pdf: Buffer, raw: string, from: number): string | null {
  const [opening] = /stream\r?\n/.exec(raw.slice(from)) ?? [];
  if (!opening) return null;
  const start = raw.indexOf(opening, from) + opening.length;
  try {
    return inflateSync(pdf.subarray(start, raw.indexOf('endstream', start))).toString('latin1');
  } catch {
    return null;
  }
}

/** The characters for the glyphs of each embedded font, by the font's name in the pages. */
function embeddedFonts(pdf: Buffer, raw: string): Map<string, string[]> {
  const fonts = new Map<string, string[]>();
  const objectAt = (number: string) => raw.indexOf(`\n${number} 0 obj`);
  for (const [, name = '', number = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const font = raw.slice(objectAt(number), raw.indexOf('endobj', objectAt(number)));
    const [, table] = /\/ToUnicode (\d+) 0 R/.exec(font) ?? [];
    const content = table && streamAt(pdf, raw, objectAt(table));
    if (!content) continue;
    const glyphs: string[] = [];
    for (const [, first = '', list = ''] of content.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
      [...list.matchAll(/<([0-9a-f]*)>/g)].forEach(([, hex = ''], index) => {
        glyphs[parseInt(first, 16) + index] = Buffer.from(hex, 'hex').swap16().toString('utf16le');
      });
    fonts.set(name, glyphs);
  }
  return fonts;
}

/** The text of a PDF written by pdfkit, line by line: built-in fonts byte for byte, embedded ones in Unicode. */
export function pdfText(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const fonts = embeddedFonts(pdf, raw);
  const lines: string[] = [];
  for (const match of raw.matchAll(/stream\r?\n/g)) {
    const content = streamAt(pdf, raw, match.index) ?? '';
    let font = '';
    for (const [, chosen, shown = ''] of content.matchAll(
      /\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d.\s])*)\] TJ/g,
    )) {
      if (chosen) {
        font = chosen;
        continue;
      }
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map((m) => m[1]).join('');
      const glyphs = fonts.get(font);
      lines.push(
        glyphs
          ? [...hex.matchAll(/.{4}/g)].map(([code]) => glyphs[parseInt(code, 16)] ?? '').join('')
          : Buffer.from(hex, 'hex').toString('latin1'),
      );
    }
  }
  return lines.join('\n');
}

/** The files in a ZIP, by name. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let i = zip.readUInt16LE(end + 10); i > 0; i--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((o) => zip.readUInt16LE(at + o));
    const header = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength!);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const body = zip.subarray(start, start + size);
    files.set(name, method === 8 ? inflateRawSync(body) : body);
    at += 46 + nameLength! + extra! + comment!;
  }
  return files;
}

/** A patient sends a lab report. @param mark in its name and in the file */
export const sendReport = (person: Person, mark = 'report'): Promise<Response> =>
  person.raw(
    '/api/lab-reports',
    [
      '--x',
      `content-disposition: form-data; name="file"; filename="${mark}.pdf"`,
      'content-type: application/pdf',
      '',
      `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${mark}\ntrailer<</Root 1 0 R>>\n%%EOF`,
      '--x--',
      '',
    ].join('\r\n'),
    { 'content-type': 'multipart/form-data; boundary=x' },
  );

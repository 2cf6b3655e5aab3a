import { inflateSync } from 'node:zlib';
import type { LabReportType } from '../../common/api/lab-reports.js';

const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

const startsWith = (content: Buffer, ...bytes: number[]): boolean =>
  content.length > bytes.length && bytes.every((byte, index) => content[index] === byte);

/** A file's type, by its first bytes; its name says nothing. Null: not an accepted type. */
export function typeOf(content: Buffer): LabReportType | null {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (startsWith(content, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  const box = content.subarray(4, 12).toString('latin1');
  if (box.startsWith('ftyp') && HEIC_BRANDS.has(box.slice(4))) return 'image/heic';
  return null;
}

/** What a PDF can do besides being read: scripts, programs, files and forms. */
const ACTIVE = /\/(JavaScript|Launch|RichMedia|EmbeddedFiles?|XFA)(?![A-Za-z0-9])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/;
/** Objects in a compressed stream; limited, or a few bytes could become gigabytes. */
const MOST_UNPACKED = 32 * 1024 * 1024;
const PACKED = /\/ObjStm(?![A-Za-z0-9])/g;

/** A name may be written with codes: #4A is J. */
const named = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The decompressed stream after a position in the file; null if that is impossible or too large. */
function unpackedAt(content: Buffer, place: number): string | null {
  const mark = content.indexOf('stream', place, 'latin1');
  if (mark < 0) return null;
  const start = mark + 'stream'.length;
  const begin = content[start] === 0x0d ? start + 2 : start + 1;
  const end = content.indexOf('endstream', begin, 'latin1');
  if (end < 0) return null;
  try {
    return inflateSync(content.subarray(begin, end), { maxOutputLength: MOST_UNPACKED }).toString('latin1');
  } catch {
    return null;
  }
}

/** Why this PDF is rejected, for the sender; null if it is accepted. */
export function pdfFault(content: Buffer): string | null {
  const text = named(content.toString('latin1'));
  if (ENCRYPTED.test(text))
    return 'This PDF is protected by a password. Send one that opens without it, or a photo.';
  const refused = 'This PDF holds a script or another file. Print it to a new PDF, or send a photo.';
  if (ACTIVE.test(text)) return refused;
  const packed = [...content.toString('latin1').matchAll(PACKED)];
  // No legitimate program encodes the name of a compressed stream.
  if (packed.length !== (text.match(PACKED) ?? []).length) return refused;
  let room = MOST_UNPACKED;
  for (const { index } of packed) {
    const unpacked = unpackedAt(content, index);
    // What cannot be inspected is rejected.
    if (unpacked === null || (room -= unpacked.length) < 0) return refused;
    if (ACTIVE.test(named(unpacked))) return refused;
  }
  return null;
}

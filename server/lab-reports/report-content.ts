import { inflateSync } from 'node:zlib';
import type { LabReportType } from '#common/api/lab-reports.js';
import { TEXT } from './text/en.js';

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

/** What a PDF can do besides being read: scripts, programs, other files and forms. */
const ACTIVE =
  /\/(?:(?:JavaScript|Launch|RichMedia|Rendition|Movie|Sound|Thread|EmbeddedFiles?|Filespec|FFilter|XFA|SubmitForm|ImportData|GoTo[ER])(?![A-Za-z0-9])|JS\s*(?:[(<%]|\d+\s+\d+\s+R))/;
/** Done as soon as the file is opened, other than to show one of its pages; and where to go. */
const BY_ITSELF = /\/(?:AA\s*(?:<<|\d+\s+\d+\s+R)|OpenAction(?!\s*\[|[A-Za-z0-9]))/;
const ADDRESS = /\/URI(?![A-Za-z0-9])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/;
/** Objects in a compressed stream; limited, or a few bytes could become gigabytes. */
const MOST_UNPACKED = 16 * 1024 * 1024;
/** Blocks without content take as long to decompress as full ones. */
const MOST_PACKED = 4 * 1024 * 1024;
const MOST_STREAMS = 1000;
/** Far more than a dictionary of such a stream needs on either side of its type. */
const DICTIONARY = 512;
const PACKED = /\/ObjStm(?![A-Za-z0-9])/g;
/**
 * The whole dictionary of a compressed stream. Anything else in it could show readers other objects than were inspected:
 * a string with a stream in it, a second filter, a predictor.
 */
const PLAIN_DICTIONARY =
  /^\s*<<(?:\s*\/(?:Type\s*\/ObjStm|(?:N|First|DL)\s+\d+|Length\s+\d+(?:\s+\d+\s+R)?|Extends\s+\d+\s+\d+\s+R|Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])))+\s*>>\s*$/;

/** Readers take any stream with this key for one of objects, whatever its type says. */
const FIRST = /\/First(?![A-Za-z0-9])/g;
/** The first of the bookmarks: another object, where a stream of objects has a number. */
const FIRST_BOOKMARK = /\/First\s+\d+\s+\d+\s+R(?![A-Za-z0-9])/g;
/** A table that leads into streams of objects has this key; its number may be another object too. */
const TABLE_STREAM = /\/W\s*(?:[[%]|\d+\s+\d+\s+R)/;

const HASH = 0x23;
const hexDigit = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
};

/** A name may be written with codes: #4A is J. Byte by byte, because a file may be nothing but codes. */
function named(content: Buffer): string {
  let at = content.indexOf(HASH);
  if (at < 0) return content.toString('latin1');
  const plain = Buffer.from(content);
  let end = at;
  while (at < content.length) {
    const code = content[at] === HASH && at + 2 < content.length;
    const high = code ? hexDigit(content[at + 1]!) : -1;
    const low = high < 0 ? -1 : hexDigit(content[at + 2]!);
    plain[end++] = low < 0 ? content[at]! : high * 16 + low;
    at += low < 0 ? 1 : 3;
  }
  return plain.toString('latin1', 0, end);
}

/** Where the data of the compressed stream with this type is; null if its dictionary or its end cannot be read. */
function streamAt(content: Buffer, type: number): { begin: number; end: number } | null {
  const around = content.toString('latin1', Math.max(0, type - DICTIONARY), type + DICTIONARY);
  const middle = Math.min(type, DICTIONARY);
  const opened = around.lastIndexOf('obj', middle);
  const mark = around.indexOf('stream', middle);
  if (opened < 0 || mark < 0 || !PLAIN_DICTIONARY.test(around.slice(opened + 'obj'.length, mark)))
    return null;
  const line = /^stream\r?\n/.exec(around.slice(mark, mark + 'stream\r\n'.length));
  if (!line) return null;
  const begin = type - middle + mark + line[0].length;
  const end = content.indexOf('endstream', begin, 'latin1');
  return end < 0 ? null : { begin, end };
}

function unpacked(packed: Buffer, room: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: room });
  } catch {
    return null;
  }
}

/** Reads part after part of one file: what opens by itself and where it leads may be in two of them. */
function inspection(): (objects: string) => boolean {
  let byItself = false;
  let leads = false;
  return (objects) => {
    byItself ||= BY_ITSELF.test(objects);
    leads ||= ADDRESS.test(objects);
    return ACTIVE.test(objects) || (byItself && leads);
  };
}

/** What is wrong with the compressed streams. Each byte is read once, so the time is bounded. */
function faultInStreams(
  content: Buffer,
  types: readonly number[],
  isHarmful: (objects: string) => boolean,
): string | null {
  let room = MOST_UNPACKED;
  let packedRoom = MOST_PACKED;
  let inspected = 0;
  for (const type of types) {
    // Two types of one stream would have it inspected twice.
    const stream = type < inspected ? null : streamAt(content, type);
    if (!stream) return TEXT.pdfContainsWhatCannotChecked;
    const { begin, end } = stream;
    packedRoom -= end - begin;
    const objects = packedRoom < 0 || room <= 0 ? null : unpacked(content.subarray(begin, end), room);
    if (!objects) return TEXT.pdfContainsWhatCannotChecked;
    if (isHarmful(named(objects))) return TEXT.pdfHoldsScript;
    room -= objects.length;
    inspected = end;
  }
  return null;
}

/** Where compressed streams are named; one more than are inspected is enough. */
function streamTypes(text: string): number[] {
  const types: number[] = [];
  for (const { index } of text.matchAll(PACKED)) if (types.push(index) > MOST_STREAMS) break;
  return types;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}

/** Streams of objects that are none by their type, so that they were not inspected. */
function hidesObjects(text: string, inspected: number): boolean {
  const all = count(text, FIRST);
  const bookmarks = count(text, FIRST_BOOKMARK);
  return all - bookmarks !== inspected || (bookmarks > 0 && TABLE_STREAM.test(text));
}

/** Why this PDF is rejected, for the sender; null if it is accepted. */
export function pdfFault(content: Buffer): string | null {
  const text = named(content);
  if (ENCRYPTED.test(text)) return TEXT.pdfProtectedByPassword;
  const isHarmful = inspection();
  if (isHarmful(text)) return TEXT.pdfHoldsScript;
  const types = streamTypes(content.toString('latin1'));
  // No legitimate program encodes the name of a compressed stream.
  const encoded = streamTypes(text).length !== types.length;
  if (encoded || types.length > MOST_STREAMS || hidesObjects(text, types.length))
    return TEXT.pdfContainsWhatCannotChecked;
  return faultInStreams(content, types, isHarmful);
}

import type { LabReportType } from '#common/api/lab-reports.js';

/** A reader looks for the end of a PDF in its last kilobyte; some programs pad a file. */
const PDF_TAIL = 1024;
const isPadding = (byte: number): boolean => byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const PDF_OBJECT = /\d\s+\d+\s+obj\b/;

function wholePdf(content: Buffer): boolean {
  let end = content.length;
  while (end > 0 && isPadding(content[end - 1]!)) end -= 1;
  const ended = content.subarray(Math.max(0, end - PDF_TAIL), end).includes('%%EOF');
  return ended && PDF_OBJECT.test(content.toString('latin1', 0, end));
}

const SCAN = 0xda;
/** Frame headers: C0 to CF without the tables and the reserved marker among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments up to the scan with a picture's size among them, and an end after it. */
function wholeJpeg(content: Buffer): boolean {
  let sized = false;
  for (let at = 2; at + 4 <= content.length;) {
    if (content[at] !== 0xff) return false;
    const marker = content[at + 1]!;
    // A marker may be padded.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = content.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > content.length) return false;
    if (isFrame(marker) && length >= 8)
      sized = content.readUInt16BE(at + 5) > 0 && content.readUInt16BE(at + 7) > 0;
    at += 2 + length;
    if (marker === SCAN) return sized && content.indexOf(Buffer.from([0xff, 0xd9]), at) >= 0;
  }
  return false;
}

/** Chunks from the header to the end, with picture data among them. */
function wholePng(content: Buffer): boolean {
  let pictured = false;
  for (let at = 8; at + 12 <= content.length;) {
    const length = content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + 8);
    if (at === 8 && (type !== 'IHDR' || length !== 13)) return false;
    if (at + 12 + length > content.length) return false;
    if (type === 'IDAT') pictured = true;
    if (type === 'IEND') return pictured;
    at += 12 + length;
  }
  return false;
}

/** Boxes that fill the file, with a description and data among them. */
function wholeHeic(content: Buffer): boolean {
  let described = false;
  let filled = false;
  for (let at = 0; at < content.length;) {
    if (at + 8 > content.length) return false;
    let size = content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + 8);
    described ||= type === 'meta' || type === 'moov';
    filled ||= type === 'mdat';
    // 0: up to the end of the file; 1: a longer size follows.
    if (size === 0) size = content.length - at;
    else if (size === 1) {
      if (at + 16 > content.length) return false;
      size = Number(content.readBigUInt64BE(at + 8));
    }
    if (size < 8 || at + size > content.length) return false;
    at += size;
  }
  return described && filled;
}

const WHOLE: Record<LabReportType, (content: Buffer) => boolean> = {
  'application/pdf': wholePdf,
  'image/jpeg': wholeJpeg,
  'image/png': wholePng,
  'image/heic': wholeHeic,
};

/** Whether a file holds what its first bytes promise, from start to end; its picture is not decoded. */
export const isWhole = (type: LabReportType, content: Buffer): boolean => WHOLE[type](content);

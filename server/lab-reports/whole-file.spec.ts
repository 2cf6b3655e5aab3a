import { describe, expect, it } from '@jest/globals';
import type { LabReportType } from '#common/api/lab-reports.js';
import { isWhole } from './whole-file.js';

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const segment = (marker: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body]);
const chunk = (type: string, body: Buffer): Buffer =>
  Buffer.concat([u32(body.length), Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
const box = (type: string, body: Buffer): Buffer =>
  Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);

const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << >>\n%%EOF\n');
const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xe0, Buffer.from('JFIF\0')),
  segment(0xc0, Buffer.from([8, 0, 2, 0, 2, 1, 1, 0x11, 0])),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0x34, 0xff, 0xd9]),
]);
const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', Buffer.alloc(13, 1)),
  chunk('IDAT', Buffer.alloc(10)),
  chunk('IEND', Buffer.alloc(0)),
]);
const HEIC = Buffer.concat([
  box('ftyp', Buffer.from('heic\0\0\0\0mif1', 'latin1')),
  box('meta', Buffer.alloc(20)),
  box('mdat', Buffer.alloc(40)),
]);
const LARGE_SIZES = Buffer.concat([
  HEIC.subarray(0, 20 + 28),
  u32(1),
  Buffer.from('mdat', 'latin1'),
  u32(0),
  u32(24),
  Buffer.alloc(8),
]);

describe('a whole file', () => {
  it.each<[string, LabReportType, Buffer]>([
    ['a PDF', 'application/pdf', PDF],
    ['a PDF that a program padded', 'application/pdf', Buffer.concat([PDF, Buffer.alloc(5000)])],
    ['a photo', 'image/jpeg', JPEG],
    ['a photo with a film behind it', 'image/jpeg', Buffer.concat([JPEG, Buffer.alloc(3000, 7)])],
    ['a picture', 'image/png', PNG],
    ['a photo of a phone', 'image/heic', HEIC],
    ['a photo with long sizes', 'image/heic', LARGE_SIZES],
    [
      'a photo up to the end',
      'image/heic',
      Buffer.concat([HEIC.subarray(0, 48), u32(0), Buffer.from('mdat1234', 'latin1')]),
    ],
  ])('is %s', (_, type, content) => expect(isWhole(type, content)).toBe(true));

  it.each<[string, LabReportType, Buffer]>([
    ['the first line of a PDF', 'application/pdf', Buffer.from('%PDF-1.4\n%\n')],
    ['a PDF without an object', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')],
    ['a PDF that was cut off', 'application/pdf', PDF.subarray(0, -8)],
    ['the first bytes of a photo', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])],
    ['a photo cut off in its header', 'image/jpeg', JPEG.subarray(0, 20)],
    ['a photo cut off in its picture', 'image/jpeg', JPEG.subarray(0, -2)],
    [
      'noise behind the mark of a photo',
      'image/jpeg',
      Buffer.concat([JPEG.subarray(0, 4), Buffer.alloc(99, 3)]),
    ],
    ['the first bytes of a picture', 'image/png', PNG.subarray(0, 9)],
    ['a picture cut off', 'image/png', PNG.subarray(0, -12)],
    ['a picture without data', 'image/png', Buffer.concat([PNG.subarray(0, 33), PNG.subarray(-12)])],
    ['the first bytes of a phone photo', 'image/heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
    ['a phone photo cut off', 'image/heic', HEIC.subarray(0, -1)],
    ['a phone photo without data', 'image/heic', HEIC.subarray(0, 48)],
  ])('is not %s', (_, type, content) => expect(isWhole(type, content)).toBe(false));

  it('is none of its own beginnings', () => {
    for (const [type, content] of [
      ['application/pdf', PDF.subarray(0, -1)],
      ['image/jpeg', JPEG],
      ['image/png', PNG],
      ['image/heic', HEIC],
    ] as const)
      for (let bytes = 0; bytes < content.length; bytes += 1)
        expect([type, bytes, isWhole(type, content.subarray(0, bytes))]).toEqual([type, bytes, false]);
  });

  it('that ends in ten megabytes of spaces and one letter is judged at once', () => {
    const from = performance.now();
    expect(isWhole('application/pdf', Buffer.concat([Buffer.alloc(10_000_000, ' '), Buffer.from('x')]))).toBe(
      false,
    );
    expect(performance.now() - from).toBeLessThan(5000);
  });
});

import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { pdfFault, typeOf } from './report-content.js';

const pdf = (body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(body), Buffer.from('\n%%EOF\n')]);
const packed = (objects: string): Buffer =>
  Buffer.concat([
    Buffer.from('1 0 obj << /Type /ObjStm /N 1 /Filter /FlateDecode >>\nstream\r\n'),
    deflateSync(objects),
    Buffer.from('\nendstream endobj'),
  ]);

describe('the type of a report', () => {
  it.each([
    ['application/pdf', Buffer.from('%PDF-1.4\n')],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])],
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
    ['image/heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
    [null, Buffer.from('MZ\x90\0', 'latin1')],
    [null, Buffer.from('<html><script>')],
    [null, Buffer.from('GIF89a')],
    [null, Buffer.from(' %PDF-1.4')],
    [null, Buffer.alloc(0)],
  ])('is %s by its first bytes', (type, content) => expect(typeOf(content)).toBe(type));
});

describe('a PDF', () => {
  it.each([
    ['plain', pdf('1 0 obj << /Type /Page >> endobj')],
    ['with a name that only starts like one', pdf('<< /JavaScriptless true /LaunchPad 1 >>')],
    ['with compressed objects', pdf(packed('<< /Type /Page >>'))],
    ['with noise in a stream', pdf(Buffer.concat([Buffer.from('stream\n'), Buffer.from('/JS (', 'latin1')]))],
  ])('%s is accepted', (_, content) => expect(pdfFault(content)).toBeNull());

  it.each([
    ['a script', pdf('<< /S /JavaScript /JS (app.alert(1)) >>')],
    ['an encoded script', pdf('<< /S /Java#53cript /JS (app.alert(1)) >>')],
    ['a compressed script', pdf(packed('<< /S /JavaScript /JS (app.alert(1)) >>'))],
    ['a compressed, encoded script', pdf(packed('<< /S /#4aavaScript >>'))],
    ['a program launch', pdf('<< /S /Launch /F (cmd.exe) >>')],
    ['a file', pdf('<< /Names << /EmbeddedFiles 3 0 R >> >>')],
    [
      'compressed objects that cannot be decompressed',
      pdf('<< /Type /ObjStm >> stream\nnot packed\nendstream'),
    ],
    ['compressed objects with an encoded name', pdf('<< /Type /Obj#53tm >> stream\nx\nendstream')],
    ['far too much data', pdf(packed(' '.repeat(40 * 1024 * 1024)))],
  ])('with %s is rejected', (_, content) => expect(pdfFault(content)).toContain('script'));

  it('with a password is rejected', () =>
    expect(pdfFault(pdf('trailer << /Encrypt 5 0 R >>'))).toContain('password'));
});

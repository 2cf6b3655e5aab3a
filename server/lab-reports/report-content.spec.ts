import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { pdfFault, typeOf } from './report-content.js';

const pdf = (body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(body), Buffer.from('\n%%EOF\n')]);
const stream = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`1 0 obj << ${dictionary} >>\nstream\r\n`, 'latin1'),
    data,
    Buffer.from('\nendstream endobj\n'),
  ]);
const TYPE = '/Type /ObjStm /N 1 /First 4 /Length 40 /Filter /FlateDecode';
const packed = (objects: string | Buffer): Buffer => stream(TYPE, deflateSync(objects));

const MB = 1024 * 1024;
const EMPTY_BLOCK = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
/** Compressed data that is long to read and holds nothing. */
const nothing = (length: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x78, 0x01]),
    Buffer.alloc(length - (length % EMPTY_BLOCK.length), EMPTY_BLOCK),
    Buffer.from([0x01, 0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01]),
  ]);
const fill = (text: string, length: number): Buffer => Buffer.alloc(length, text);

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
    [
      'with compressed objects twice, as programs write them',
      pdf(
        Buffer.concat([
          stream('/Type/ObjStm/N 3/First 20/Length 5 0 R/Filter[/FlateDecode]', deflateSync('<< >>')),
          stream('/Extends 1 0 R/Length 9/Filter/FlateDecode/Type/ObjStm/First 9/N 2', deflateSync('<< >>')),
        ]),
      ),
    ],
    [
      'that opens at its first page',
      pdf('<< /OpenAction [3 0 R /Fit] /A << /S /URI /URI (https://lab) >> >>'),
    ],
    ['with bookmarks', pdf('<< /Type /Outlines /First 4 0 R /Last 9 0 R >> /W 1 /FirstChar 32')],
    [
      'with noise in a stream',
      pdf(Buffer.concat([Buffer.from('stream\n'), Buffer.from('/JS \xff', 'latin1')])),
    ],
  ])('%s is accepted', (_, content) => expect(pdfFault(content)).toBeNull());

  it.each([
    ['a script', pdf('<< /S /JavaScript /JS (app.alert(1)) >>')],
    ['an encoded script', pdf('<< /S /Java#53cript /JS (app.alert(1)) >>')],
    ['a compressed script', pdf(packed('<< /S /JavaScript /JS (app.alert(1)) >>'))],
    ['a compressed, encoded script', pdf(packed('<< /S /#4aavaScript >>'))],
    ['a script in a rendition', pdf('<< /S /Rendition /OP 0 /JS 7 0 R >>')],
    ['a script without its kind', pdf('<< /JS (app.alert(1)) >>')],
    ['another file in its articles', pdf('<< /S /Thread /F (//evil/a.pdf) >>')],
    ['a program launch', pdf('<< /S /Launch /F (cmd.exe) >>')],
    ['a form that is sent', pdf('<< /OpenAction << /S /SubmitForm /F (https://evil) >> >>')],
    ['another file that opens', pdf('<< /OpenAction << /S /GoToR /F (//evil/a.pdf) >> >>')],
    ['an address that opens by itself', pdf('<< /OpenAction << /S /URI /URI (https://evil) >> >>')],
    [
      'an address that opens by itself, in two parts',
      pdf(
        Buffer.concat([
          Buffer.from('<< /AA << /O 5 0 R >> >>'),
          stream(
            '/Type/ObjStm/N 1/First 4/Filter/FlateDecode',
            deflateSync('<< /S /URI /URI (https://evil) >>'),
          ),
        ]),
      ),
    ],
    ['a file', pdf('<< /Names << /EmbeddedFiles 3 0 R >> >>')],
    [
      'compressed objects that cannot be decompressed',
      pdf('<< /Type /ObjStm >> stream\nnot packed\nendstream'),
    ],
    ['compressed objects with an encoded name', pdf('<< /Type /Obj#53tm >> stream\nx\nendstream')],
    ['far too much data', pdf(packed(' '.repeat(40 * 1024 * 1024)))],
  ])('with %s is rejected', (_, content) => expect(pdfFault(content)).toContain('script'));

  const data = deflateSync('<< /Type /Page >>');
  const decoy = data.toString('latin1');
  it.each([
    ['a string with a stream in it', `${TYPE} /X(stream\n${decoy}\nendstream)`],
    ['a string in digits', `${TYPE} /X <00>`],
    ['a remark with a stream in it', `${TYPE} % stream\n${decoy}\nendstream\n`],
    ['a stream inside its dictionary', `${TYPE} /X << >> stream\n${decoy}\nendstream`],
    ['a predictor', `${TYPE} /DecodeParms<</Predictor 12/Columns 4>>`],
    ['a predictor in another object', `${TYPE} /DecodeParms 7 0 R`],
    ['a second filter', '/Type /ObjStm /Filter [/FlateDecode /ASCIIHexDecode]'],
    ['an encoded name', `${TYPE} /Decode#50arms 7 0 R`],
    ['a dictionary that is too long', `${TYPE} ${' '.repeat(5000)}`],
  ])('whose compressed objects have %s is rejected', (_, dictionary) =>
    expect(pdfFault(pdf(stream(dictionary, data)))).toContain('cannot be checked'),
  );

  it.each([
    ['no type', '/N 1 /First 4 /Filter /FlateDecode'],
    ['another type', '/Type /XObject /N 1 /First 4 /Filter /FlateDecode'],
    ['its key in codes', '/N 1 /#46irst 4 /Filter /FlateDecode'],
    ['another filter', '/N 1 /First%\n4 /Filter /RunLengthDecode'],
    ['its number in another object', '/N 1 /First 7 0 R /W [1 2 1]'],
    ['its number in another object, as the table has', '/N 1 /First 7 0 R >> 2 0 obj << /W 8 0 R'],
  ])('whose compressed objects have %s is rejected', (_, dictionary) =>
    expect(pdfFault(pdf(stream(dictionary, deflateSync('<< /S /JavaScript >>'))))).toContain(
      'cannot be checked',
    ),
  );

  it('whose script a predictor hides is rejected', () => {
    // Each row is written as the difference from the row above.
    const script = '/S /JavaScript /JS (app.alert(1))   ';
    const rows = Array.from({ length: script.length / 4 }, (_, row) => [
      2,
      ...[0, 1, 2, 3].map(
        (i) => (script.charCodeAt(row * 4 + i) - (row ? script.charCodeAt(row * 4 - 4 + i) : 0)) & 0xff,
      ),
    ]);
    const hidden = deflateSync(Buffer.from(rows.flat()));
    const content = pdf(stream(`${TYPE} /DecodeParms<</Predictor 12/Columns 4>>`, hidden));
    expect(pdfFault(content)).toContain('cannot be checked');
  });

  it.each([
    [
      'names that all mean one stream',
      Buffer.concat([
        fill('/ObjStm ', 8 * 900),
        Buffer.from('\nstream\n'),
        nothing(9 * MB),
        Buffer.from('\nendstream'),
      ]),
    ],
    ['nothing but such names', fill('/ObjStm ', 10 * MB)],
    ['one stream without content', stream(TYPE, nothing(10 * MB))],
    ['more streams than are inspected', Buffer.concat(Array.from({ length: 1001 }, () => packed('<< >>')))],
    [
      'streams inside each other',
      Buffer.concat(Array.from({ length: 900 }, () => packed(nothing(100)).subarray(0, 90))),
    ],
  ])('with %s is rejected at once', (_, body) => {
    const from = performance.now();
    expect(pdfFault(pdf(body))).toContain('cannot be checked');
    // Well under a second alone; minutes where each name is followed.
    expect(performance.now() - from).toBeLessThan(5000);
  });

  it.each([
    ['codes', Buffer.concat([packed(fill('#2fJava', 15 * MB)), fill('#41', 9 * MB)])],
    ['slashes', Buffer.concat([packed(fill('/E', 15 * MB)), fill('/', 9 * MB)])],
  ])('of nothing but %s is read in time', (_, body) => {
    const from = performance.now();
    expect(pdfFault(pdf(body))).toBeNull();
    expect(performance.now() - from).toBeLessThan(15_000);
  });

  it('with a password is rejected', () =>
    expect(pdfFault(pdf('trailer << /Encrypt 5 0 R >>'))).toContain('password'));
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LARGEST_MESSAGE } from '../lab-spool/message.js';
import { acknowledgment } from './acknowledgment.js';
import { messagesIn } from './drop-folder.js';
import { framed, Framer, type Frame } from './mllp.js';

const texts = (frames: readonly Frame[]): string[] => frames.map(({ bytes }) => bytes.toString('latin1'));

describe('the framer', () => {
  it('finds the same messages in whatever pieces they come', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\v', '').replaceAll('\u001c', '')),
          { maxLength: 5 },
        ),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (messages, sizes) => {
          const sent = Buffer.concat(messages.map((text) => framed(Buffer.from(text).toString('latin1'))));
          const framer = new Framer();
          const found: string[] = [];
          for (let at = 0, i = 0; at < sent.length; i++) {
            const size = sizes[i % sizes.length]!;
            found.push(...texts(framer.push(sent.subarray(at, at + size))));
            at += size;
          }
          expect(found).toEqual(messages.map((text) => Buffer.from(text).toString('latin1')));
          expect([framer.open, framer.held]).toEqual([false, 0]);
        },
      ),
    ));

  it('skips what lies between two messages', () =>
    expect(
      texts(new Framer().push(Buffer.from('noise\x0bone\x1c\rGET / HTTP\r\n\r\n\x0btwo\x1c\r'))),
    ).toEqual(['one', 'two']));

  it('takes a message that begins within another as the one that counts', () =>
    expect(texts(new Framer().push(Buffer.from('\x0bcut off \x0bwhole\x1c\r')))).toEqual(['whole']));

  it('keeps little of a message that is too large, and finds the next one', () => {
    const framer = new Framer();
    framer.push(Buffer.from('\x0bMSH'));
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let i = 0; i < 12; i++) framer.push(piece);
    const [large, next] = framer.push(Buffer.from('\x1c\r\x0bnext\x1c\r'));
    expect([large!.tooLarge, large!.bytes.length < LARGEST_MESSAGE]).toEqual([true, true]);
    expect([next!.tooLarge, next!.bytes.toString()]).toEqual([false, 'next']);
  });
});

describe('the acknowledgment', () => {
  const at = new Date('2026-01-01T08:00:00Z');
  const parts = (text: string) => text.split('\r').map((line) => line.split(/[|*]/));

  it('turns the names round, and answers in the separators of the message', () => {
    const [msh, msa] = parts(
      acknowledgment(Buffer.from('MSH*%@!$*LIS*ACME*PORTAL*CLINIC*1**ORU%R01*C7*T*2.3'), 'AA', '', at),
    );
    expect(msh!.slice(2, 7)).toEqual(['PORTAL', 'CLINIC', 'LIS', 'ACME', '20260101080000']);
    expect([msh![8], msh![10], msh![11]]).toEqual(['ACK%R01', 'T', '2.3']);
    expect(msa).toEqual(['MSA', 'AA', 'C7']);
  });

  it('answers what cannot be read, and hides nothing in its text', () =>
    expect(parts(acknowledgment(Buffer.from('nonsense'), 'AR', 'No|MSH\r', at))[1]).toEqual([
      'MSA',
      'AR',
      '',
      'No MSH ',
    ]));
});

describe('a file', () => {
  it('may hold several messages, and the envelope of a batch', () =>
    expect(
      messagesIn(Buffer.from('\uFEFFFHS|^~\\&\rBHS|^~\\&\rMSH|1\rPID|1\nMSH|2\r\nPID|2\rBTS|2\rFTS|1\r')).map(
        String,
      ),
    ).toEqual(['MSH|1\rPID|1\r', 'MSH|2\rPID|2\r']));

  it('without a message is one that is refused', () =>
    expect(messagesIn(Buffer.from('hello')).map(String)).toEqual(['hello\r']));
});

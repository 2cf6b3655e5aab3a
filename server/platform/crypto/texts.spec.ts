import { describe, expect, it } from '@jest/globals';
import { FieldCipher } from './field-cipher.js';
import { bothOf, openText, openTexts, sealText } from './texts.js';

const cipher = new FieldCipher({ appKeys: [{ kid: 'k1', secret: Buffer.alloc(32, 1) }] });
const sealed = (text: string | null) => sealText(cipher, 'notes', 'text', { id: '1', text });
const row = (text: string | null, text_enc: string | null) => ({ id: '1', kind: 'a', text, text_enc });

describe('texts', () => {
  it.each<[string, string | null, string | null, string | null]>([
    ['encrypted', null, sealed('secret'), 'secret'],
    ['in clear, written by an earlier release since', 'newer', sealed('older'), 'newer'],
    ['emptied where the column takes no null', '', sealed('secret'), 'secret'],
    ['absent', null, null, null],
  ])('%s', (_, text, text_enc, opened) =>
    expect(openTexts(cipher, 'notes', row(text, text_enc), ['text'])).toEqual({
      id: '1',
      kind: 'a',
      text: opened,
    }),
  );

  it('are bound to their row, and no text is no value', () => {
    expect(openText(cipher, 'notes', 'text', { id: '1', stored: sealed('secret') })).toBe('secret');
    expect(() => openText(cipher, 'notes', 'text', { id: '2', stored: sealed('secret') })).toThrow();
    expect([sealed(null), sealed('')]).toEqual([null, null]);
  });

  it('are selected with their encrypted columns', () =>
    expect(bothOf('n', 'text', 'reason')).toBe('n.text, n.text_enc, n.reason, n.reason_enc'));
});

import { describe, expect, it } from '@jest/globals';
import { FieldCipher } from './field-cipher.js';

const key = (kid: string, fill: number) => ({ kid, secret: Buffer.alloc(32, fill) });
const cipher = new FieldCipher({ appKeys: [key('k1', 1)] });
const rotated = new FieldCipher({ appKeys: [key('k2', 2), key('k1', 1)] });

describe('what is encrypted', () => {
  it('opens at its place, also under new keys, and nowhere else', () => {
    const stored = cipher.encrypt('secret', 'notes.text:1');
    expect(stored).not.toContain('secret');
    expect([cipher.decrypt(stored, 'notes.text:1'), rotated.decrypt(stored, 'notes.text:1')]).toEqual([
      'secret',
      'secret',
    ]);
    expect(() => cipher.decrypt(stored, 'notes.text:2')).toThrow();
    const other = new FieldCipher({ appKeys: [key('k1', 3)] });
    expect(() => other.decrypt(stored, 'notes.text:1')).toThrow();
  });
});

describe('what is packed before it is encrypted', () => {
  const place = 'rule_evaluations.facts:1';
  const text = JSON.stringify(Array.from({ length: 200 }, () => ({ rule_key: 'psä', fired: false })));
  const stored = cipher.encryptPacked(text, place);

  it('takes a fraction of the room, and opens as any other', () => {
    expect(stored.length).toBeLessThan(cipher.encrypt(text, place).length / 10);
    expect(cipher.decrypt(stored, place)).toBe(text);
    expect(() => cipher.decrypt(stored, 'rule_evaluations.facts:2')).toThrow();
  });

  it('stays packed under a new key', () => {
    const renewed = rotated.encryptAgain(stored, place);
    expect([renewed.startsWith('v1:k2:'), renewed.length]).toEqual([true, stored.length]);
    expect(rotated.decrypt(renewed, place)).toBe(text);
    expect(rotated.decrypt(rotated.encryptAgain(cipher.encrypt(text, place), place), place)).toBe(text);
  });

  it('says so under its seal', () => {
    expect(() => cipher.decrypt(stored.slice(0, -':z'.length), place)).toThrow();
    expect(() => cipher.decrypt(`${cipher.encrypt(text, place)}:z`, place)).toThrow();
    expect(() => cipher.decrypt(stored.replace(/z$/, 'y'), place)).toThrow(
      'A stored value cannot be decrypted',
    );
  });
});

describe('a stored value that is not whole', () => {
  const parts = cipher.encrypt('secret', 'notes.text:1').split(':');
  const without = (at: number, instead = '') => parts.map((part, i) => (i === at ? instead : part)).join(':');

  it.each([
    ['of another version', without(0, 'v2')],
    ['under an unknown key', without(1, 'k9')],
    ['without its random start', without(2)],
    ['without its content', parts.slice(0, 3).join(':')],
    ['without its tag', without(4)],
  ])('%s is refused', (_, stored) => {
    expect(() => cipher.decrypt(stored, 'notes.text:1')).toThrow('A stored value cannot be decrypted');
  });

  it.each([4, 8, 12, 15])('with a tag cut to %s bytes is refused', (bytes) => {
    const cut = Buffer.from(parts[4]!, 'base64').subarray(0, bytes).toString('base64');
    expect(() => cipher.decrypt(without(4, cut), 'notes.text:1')).toThrow();
  });

  it('needs a key to begin with', () => {
    expect(() => new FieldCipher({ appKeys: [] })).toThrow('FieldCipher needs at least one key');
  });
});

describe('MACs', () => {
  const message = 'device:1:2:3';

  it('made for one purpose prove nothing for another', () => {
    const macs = [
      cipher.mac(message),
      cipher.auditMac(message),
      ...(['device', 'idempotency', 'limit'] as const).map((purpose) => cipher.macFor(purpose, message)),
    ];
    expect(new Set(macs.map((mac) => mac.toString('hex'))).size).toBe(5);
    expect(cipher.macForMatches('device', message, cipher.macFor('limit', message))).toBe(false);
    expect(cipher.macForMatches('device', message, cipher.mac(message))).toBe(false);
  });

  it('hold while their key is among the configured ones', () => {
    const mac = cipher.macFor('device', message);
    expect(rotated.macForMatches('device', message, mac)).toBe(true);
    expect(new FieldCipher({ appKeys: [key('k2', 2)] }).macForMatches('device', message, mac)).toBe(false);
  });
});

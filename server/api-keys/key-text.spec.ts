import { describe, expect, it } from '@jest/globals';
import { bearerOf, newKey, readKey, shownPrefix } from './key-text.js';

describe('the text of a key', () => {
  it('is parsed back as created, and reveals only its public part', () => {
    const { key, publicId, secretHash } = newKey();
    expect(readKey(key)).toEqual({ publicId, secretHash });
    expect(key.startsWith(`${shownPrefix(publicId)}_`)).toBe(true);
  });

  it.each(['', 'trt_live_', 'trt_test_0123456789abcdef_x', `${newKey().key} `, newKey().key.slice(1)])(
    'is null for %p',
    (text) => expect(readKey(text)).toBeNull(),
  );
});

describe('the Authorization header', () => {
  it('carries a key only as Bearer, in any case', () => {
    expect(bearerOf('Bearer abc')).toBe('abc');
    expect(bearerOf('bearer abc')).toBe('abc');
    expect(bearerOf('Bearer')).toBe('');
    expect(bearerOf('Basic YTpi')).toBeNull();
    expect(bearerOf(undefined)).toBeNull();
  });
});

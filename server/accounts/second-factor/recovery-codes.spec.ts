import { describe, expect, it } from '@jest/globals';
import { parseRecoveryCode } from './recovery-codes.service.js';

describe('a typed recovery code', () => {
  const parsed = { number: 3, secret: 'ABCD1234EFGH0JKM' };
  it.each([
    '3-ABCD-1234-EFGH-0JKM',
    '3abcd1234efgh0jkm',
    ' 3 abcd 1234 efgh ojkm ',
    '3-ABCD-I234-EFGH-OJKM',
    '3-ABCD-L234-EFGH-0JKM',
  ])('is read from %s', (typed) => {
    expect(parseRecoveryCode(typed)).toEqual(parsed);
  });
  it('may have the number 10', () => {
    expect(parseRecoveryCode('10-ABCD-1234-EFGH-0JKM')).toEqual({ ...parsed, number: 10 });
  });
  it.each([
    '',
    '123456',
    '3-ABCD-1234-EFGH',
    '3-ABCD-1234-EFGH-0JKMX',
    'ABCD-1234-EFGH-0JKM',
    '3-ABCD-1234-EFGH-0JKU',
    '3-ÄBCD-1234-EFGH-0JKM',
  ])('is not %s', (typed) => {
    expect(parseRecoveryCode(typed)).toBeNull();
  });
});

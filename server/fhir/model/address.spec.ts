import { describe, expect, it } from '@jest/globals';
import { addressOf } from './address.js';

describe('addressOf', () => {
  it.each([
    ['12 Elm Street\nSpringfield, IL 62701', ['12 Elm Street'], 'Springfield', 'IL', '62701'],
    [
      '12 Elm Street, Apt 4, Salt Lake City, UT 84101-1234',
      ['12 Elm Street, Apt 4'],
      'Salt Lake City',
      'UT',
      '84101-1234',
    ],
    ['c/o Bell\n12 Elm Street\nAustin TX 78701', ['c/o Bell', '12 Elm Street'], 'Austin', 'TX', '78701'],
    ['12 Elm Street', ['12 Elm Street'], undefined, undefined, undefined],
    ['1 Rue X\nParis, FR 75001', ['1 Rue X', 'Paris, FR 75001'], undefined, undefined, undefined],
  ])('of %j', (text, line, city, state, postalCode) => {
    expect(addressOf(text)).toMatchObject({ text, line });
    const found = addressOf(text);
    expect([found.city, found.state, found.postalCode]).toEqual([city, state, postalCode]);
  });
});

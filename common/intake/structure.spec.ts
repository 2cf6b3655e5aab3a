import { describe, expect, it } from '@jest/globals';
import { answersThatShowEverything } from './fixtures.js';
import { FIELDS, MAX_TEXT_LENGTH, MESSAGES, structuralErrors } from './index.js';

const none = { unknown: [], invalid: {} };

describe('structuralErrors', () => {
  it('allows every scalar in every known field, of the right kind or not', () => {
    for (const value of ['', 'half typ', '🦦 \u202e', 0, -1.5, 1e9, true, false, null]) {
      expect(structuralErrors(Object.fromEntries(FIELDS.map((field) => [field.name, value])))).toEqual(none);
    }
    expect(structuralErrors(answersThatShowEverything())).toEqual(none);
    expect(structuralErrors({})).toEqual(none);
  });

  it.each([
    'nickname',
    'snoring',
    'FULL_NAME',
    'status',
    'user_id',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
  ])('reports the unknown key %j', (key) =>
    expect(structuralErrors({ full_name: 'A', [key]: 'x' })).toEqual({ unknown: [key], invalid: {} }),
  );

  it('reports __proto__ as parsed from JSON', () => {
    expect(structuralErrors(JSON.parse('{"__proto__": {"a": 1}}'))).toEqual({
      unknown: ['__proto__'],
      invalid: {},
    });
  });

  it.each([[['a']], [{ $gt: 0 }], [[]], [{}], [new Date()], [() => 1], [Symbol('x')]])(
    'rejects %p as a value',
    (value) => {
      expect(structuralErrors({ weight: value })).toEqual({
        unknown: [],
        invalid: { weight: MESSAGES.scalar('Weight') },
      });
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('rejects %p', (value) => {
    expect(structuralErrors({ weight: value }).invalid).toEqual({ weight: MESSAGES.number('Weight') });
  });

  it('rejects texts one character too long', () => {
    expect(structuralErrors({ allergies: 'a'.repeat(MAX_TEXT_LENGTH) })).toEqual(none);
    expect(structuralErrors({ allergies: 'a'.repeat(MAX_TEXT_LENGTH + 1) }).invalid).toEqual({
      allergies: 'Shorten “Allergies” to 10,000 characters or fewer.',
    });
  });

  it('counts a surrogate pair as one character', () => {
    expect(structuralErrors({ allergies: '🦦'.repeat(MAX_TEXT_LENGTH) })).toEqual(none);
    expect(Object.keys(structuralErrors({ allergies: '🦦'.repeat(MAX_TEXT_LENGTH + 1) }).invalid)).toEqual([
      'allergies',
    ]);
  });

  it.each(['a\0b', '\0', '\ud83d', 'x\udc00', '\udc00\ud83d', 'ok 🦦 but \ud83d'])('rejects %j', (value) => {
    expect(structuralErrors({ allergies: value }).invalid).toEqual({
      allergies: MESSAGES.badCharacters('Allergies'),
    });
  });

  it.each([[null], [undefined], ['text'], [5], [['full_name']]])(
    'rejects %p instead of an object',
    (data) => {
      expect(structuralErrors(data)).toEqual({ unknown: [], invalid: { data: MESSAGES.notAnObject } });
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import { fileNameOf, personName } from './order-message.js';

describe('a name in a message', () => {
  it.each([
    ['Dr. Elena Rossi', ['Rossi', 'Elena', '', '', 'Dr.', '']],
    ['Elena Rossi, MD', ['Rossi', 'Elena', '', '', '', 'MD']],
    ['John Q Smith Jr.', ['Smith', 'John', 'Q', 'Jr.', '', '']],
    ['Juan de la Cruz', ['de la Cruz', 'Juan', '', '', '', '']],
    ['Van Morrison', ['Morrison', 'Van', '', '', '', '']],
    ['Cher', ['Cher', '', '', '', '', '']],
  ])('%s', (name, parts) => expect(personName(name)).toEqual(parts));
});

it('an order is taken before its cancellation by whoever sorts files by name', () => {
  expect([fileNameOf('1', 'CA'), fileNameOf('1', 'NW')].toSorted()).toEqual(['1-1-NW', '1-2-CA']);
});

import { describe, expect, it } from '@jest/globals';
import { signsAs } from './signature.js';

describe('a typed signature', () => {
  it.each([
    ['ALEX  morgan', 'Alex Morgan'],
    ['Jose Munoz-Diaz', 'José Muñoz Díaz'],
    ['John Q. Public', 'John Q Public'],
    ['J.R. Smith', 'J. R. Smith'],
    ['Cher', 'cher'],
    ['Dr', 'Dr'],
  ])('%s signs for %s', (typed, name) => expect(signsAs(typed, name)).toBe(true));

  it.each([
    ['', 'Alex Morgan'],
    ['   ', '   '],
    ['Alex', 'Alex Morgan'],
    ['Sam Morgan', 'Alex Morgan'],
    ['x', 'Alex Morgan'],
  ])('%j does not sign for %j', (typed, name) => expect(signsAs(typed, name)).toBe(false));
});

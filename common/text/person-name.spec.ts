import { describe, expect, it } from '@jest/globals';
import { isSameName } from './person-name.js';

describe('a name', () => {
  it.each([
    ['José Muñoz', 'Jose Munoz'],
    ['JOSÉ MUÑOZ', 'josé muñoz'],
    ['Jose\u0301 Mun\u0303oz', 'José Muñoz'],
    ['Jean-Luc  Picard', 'Jean Luc Picard'],
    ['Conor O’Brien', "Conor O'Brien"],
    ['Martin Luther King Jr.', 'Martin Luther King, Jr'],
    [' Rex Twice ', 'REX twice'],
    ['Søren Łukasz', 'Soren Lukasz'],
    ['Müller', 'Muller'],
    ['王小明', '王 小明'],
    ['José Núñez-Ortega', 'Nunez-Ortega, José'],
    ['José Núñez-Ortega', 'Jose M. Nunez Ortega'],
    ['José Núñez-Ortega', 'Dr. Jose Nunez-Ortega Jr.'],
    ['José Núñez-Ortega', 'José Núñez'],
  ])('%s is %s', (one, other) => expect(isSameName(one, other)).toBe(true));

  it.each([
    ['José Muñoz', 'José Munez'],
    ['王小明', '李小明'],
    ['José Núñez', 'José Ortega'],
    ['José', 'José Núñez'],
    ['-', '.'],
    ['', ''],
  ])('%s is not %s', (one, other) => expect(isSameName(one, other)).toBe(false));
});

import { describe, expect, it } from '@jest/globals';
import { lookalike, passesFor } from './lookalike.js';

describe('names that could be taken for each other', () => {
  it.each([
    'Fоunders Clinic',
    'FΟUNDERS CLINIC',
    'Founders  Clinic.',
    'Ｆounders Clinic',
    'Foünders-Clinic',
    'F0unders C1inic',
    'Founders CIinic',
  ])('%j is Founders Clinic', (name) => expect(lookalike(name)).toBe(lookalike('Founders Clinic')));

  it.each([
    ['Founders Clinic Portal', 'Founders Clinic', true],
    ['The Fоunders  Clinic', 'Founders Clinic', true],
    ['Clinic', 'Founders Clinic', false],
    ['My health app', 'Founders Clinic', false],
    ['My health app', 'My', false],
    ['My', 'My', true],
    ['My health app', '診療所', false],
    ['診療所', '診療所', true],
  ])('%j passes for %j: %s', (name, other, passes) => expect(passesFor(name, other)).toBe(passes));
});

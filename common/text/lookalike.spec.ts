import { describe, expect, it } from '@jest/globals';
import { businessName, inLatinLetters, lookalike, passesFor, resemblesBusiness } from './lookalike.js';

describe('names that could be taken for each other', () => {
  it.each([
    'Fоunders Clinic',
    'FΟUNDERS CLINIC',
    'Founders  Clinic.',
    'Ｆounders Clinic',
    'Foünders-Clinic',
    'F0unders C1inic',
    'Founders CIinic',
    'Founders\u3164Clinic',
    'Føunders Clinic',
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

describe('names of businesses', () => {
  it.each([
    'Elm St. Pharmacy',
    'The Elm Street Pharmacy',
    'Elrn Street Pharmacy',
    'Ełm Street Pharmacy',
    'Elm Street Pharmacy, Inc.',
    'ELM ST PHARMACY LLC',
  ])('%j passes for Elm Street Pharmacy', (name) =>
    expect(businessName(name)).toBe(businessName('Elm Street Pharmacy')),
  );
  it.each(['Elm Avenue Pharmacy', 'Elm Street', 'Oak Street Pharmacy'])('%j does not', (name) =>
    expect(businessName(name)).not.toBe(businessName('Elm Street Pharmacy')),
  );
  it('are told apart also where each word may be left out', () =>
    expect(businessName('The Co.')).not.toBe(businessName('LLC')));
});

describe('a business could be taken for Elm Street Pharmacy', () => {
  it.each([
    'Elm Street Phannacy',
    'Elm Street Pharmcy',
    'Elm Street Phamracy',
    'Elm Street Pharmacy 2',
    'Elm Street Pharmacy #1',
    'Elm Street Pharmacy No. 12',
    'Pharmacy Elm Street',
    'Pharmcy Elm St',
    'Elm Street Pharmacy East',
    'Elm Street',
    'Elm Str. Pharmacy',
  ])('%j', (name) => {
    expect(resemblesBusiness(name, 'Elm Street Pharmacy')).toBe(true);
    expect(resemblesBusiness('Elm Street Pharmacy', name)).toBe(true);
  });
  it.each(['Oak Street Pharmacy', 'Elm Avenue Pharmacy', 'Pharmacy', 'Lake Pharmacy', '7'])(
    'not %j',
    (name) => expect(resemblesBusiness(name, 'Elm Street Pharmacy')).toBe(false),
  );
});

it.each([
  ['Elm Street Pharmacy #2, Inc.', true],
  ['Apothéke Łódź & Søn', true],
  ['Ｅlm', true],
  ['Elm Strɛet', false],
  ['ᗴlm Street', false],
  ['Еlm Street', false],
  ['Elm Street ٣', false],
  ['診療所', false],
])('%j is in Latin letters: %s', (name, latin) => expect(inLatinLetters(name)).toBe(latin));

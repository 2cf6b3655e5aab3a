import { describe, expect, it } from '@jest/globals';
import { plainWords } from './denials.js';
import { CASTOR, namesVehicle, SESAME, VEHICLE_KEYS, VEHICLES } from './allergy-words.js';

const found = (text: string): string[] =>
  Object.entries(VEHICLES).flatMap(([key, pattern]) => (pattern.test(plainWords(text)) ? [key] : []));

describe('what a vehicle is made of, as patients write it', () => {
  it.each([
    'cotton seed, hives and throat swelling',
    'cotton-seed',
    'Cottenseed oil',
    'cotton',
    'semilla de algodón',
    'benzil alcohol',
    'alcohol bencílico',
  ])('cypionate: %s', (text) => expect(found(text)).toEqual(['allergy_cypionate_vehicle']));
  it.each(['sesame seeds', 'seseme', 'ajonjolí', 'tahini', 'chlorobutanol'])('enanthate: %s', (text) =>
    expect(found(text)).toEqual(['allergy_enanthate_vehicle']),
  );
  it.each(['castor beans', 'aceite de ricino'])('castor oil: %s', (text) =>
    expect(found(text)).toEqual(['allergy_castor_vehicle']),
  );
  it.each(['benzyl benzoate, anaphylaxis', 'benzoato de bencilo', 'benzyl benzoat'])(
    'cypionate and Aveed: %s',
    (text) => expect(found(text)).toEqual(['allergy_cypionate_vehicle', 'allergy_castor_vehicle']),
  );
  it.each(['penicillin', 'cats', 'latex', 'sulfa', 'peanuts'])('none: %s', (text) =>
    expect(found(text)).toEqual([]),
  );
  it('tells what is in every product of a kind from what is in one', () => {
    expect([SESAME.test('chlorobutanol'), CASTOR.test('benzyl benzoate')]).toEqual([false, false]);
  });
});

describe('a vehicle named outside of the allergies', () => {
  const told = (text: string): string[] => VEHICLE_KEYS.filter((key) => namesVehicle('message', key, text));
  it.each([
    ['I am allergic to cottonseed oil', 'allergy_cypionate_vehicle'],
    ['I come out in a rash from sesame seeds', 'allergy_enanthate_vehicle'],
    ['Turns out tahini makes my lips swell', 'allergy_enanthate_vehicle'],
    ['Halva gives me hives', 'allergy_enanthate_vehicle'],
  ])('counts with a reaction: %s', (text, key) => expect(told(text)).toEqual([key]));
  it.each([
    'I cook with sesame oil',
    'I have a rash. We cook with sesame.',
    'My wife is allergic to sesame',
    'I am not allergic to sesame',
  ])('does not count: %s', (text) => expect(told(text)).toEqual([]));
});

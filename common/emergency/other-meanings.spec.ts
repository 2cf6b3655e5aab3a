import { describe, expect, it } from '@jest/globals';
import { emergencyKinds } from './emergency.js';

describe('what only sounds like an emergency', () => {
  it.each([
    ['I saw someone about it', []],
    ['I sell half of it', []],
    ['I let my buddy have half of it', []],
    ['Doc number two has other ideas', []],
    ['Something came up on the scan of my calf', ['clot']],
    ['I inject it in the vein', ['too_much']],
    ['I saw someone about it. I still want to die', ['self_harm']],
    ['Doc number two has other ideas. My left arm went numb', ['stroke']],
  ])('%s: %j', (text, kinds) => {
    expect(emergencyKinds(text)).toEqual(kinds);
  });
});

describe('a contact with the gel, asked in one sentence and told in another', () => {
  it.each([
    'what happens if a kid touches the gel? mine did',
    'does the gel rub off on my wife? it did',
    'Is it dangerous if the gel gets on my wife? That happened yesterday',
  ])('is one: %s', (text) => {
    expect(emergencyKinds(text)).toContain('child_exposure');
  });

  it.each(['Can my wife touch the gel?', 'Can my wife touch the gel? My son has an exam today'])(
    'is none: %s',
    (text) => {
      expect(emergencyKinds(text)).toEqual([]);
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import { dialed, doseLine, flagReasons, formulationName, ruleTitle } from './words.js';

describe('ruleTitle', () => {
  it.each([
    ['pdmp_not_checked', 'PDMP not checked'],
    ['psa_rise_over_1_4', 'PSA rise >1.4 ng/mL in first year'],
    ['hct_baseline_48_50', 'Hct 48–50% at baseline'],
    ['some_retired_rule', 'Some retired rule'],
    ['switched_from_testosterone_gel_1_62', `Switched from ${formulationName('testosterone_gel_1_62')}`],
  ])('%s reads %s', (key, title) => expect(ruleTitle(key)).toBe(title));
});

describe('flagReasons', () => {
  it('separates rule keys and leaves free text alone', () => {
    expect(flagReasons('psa_missing, hct_missing_baseline')).toEqual([
      'Baseline PSA missing',
      'Baseline Hct missing',
    ]);
    expect(flagReasons('Ask about migraines, then decide')).toEqual(['Ask about migraines, then decide']);
    expect(flagReasons(null)).toEqual([]);
    expect(flagReasons(' ')).toEqual([]);
  });
  it.each([
    [
      'Dose outside the catalogue range, psa_missing',
      ['Dose outside the catalogue range', 'Baseline PSA missing'],
    ],
    [
      'psa_missing, Ask about migraines, then decide, hct_missing_baseline',
      ['Baseline PSA missing', 'Ask about migraines, then decide', 'Baseline Hct missing'],
    ],
    ['Yes,no, maybe', ['Yes,no, maybe']],
  ])('"%s" mixes both', (reason, shown) => expect(flagReasons(reason)).toEqual(shown));
});

it('doseLine says how much, how often and by which route', () => {
  expect(doseLine({ dose: 80, frequency: 'once weekly', route: 'intramuscular' })).toBe(
    '80 mg once weekly, intramuscular',
  );
});

it.each([
  ['555-0142', 'tel:5550142'],
  ['+1 (212) 555-0142', 'tel:+12125550142'],
  ['212-555-0142 ext. 12', 'tel:2125550142,12'],
  ['212-555-0142 x7', 'tel:2125550142,7'],
])('%s is dialed as %s', (phone, href) => expect(dialed(phone)).toBe(href));

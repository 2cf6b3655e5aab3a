import { describe, expect, it } from '@jest/globals';
import { doseSites, restedSite } from './dose-sites.js';

const CYPIONATE = 'testosterone_cypionate_im';

describe('the site that is suggested', () => {
  it.each<[string, (string | null)[], string | null, string | null]>([
    ['is none before any was told', [null], CYPIONATE, null],
    ['is the other side after one', ['left thigh'], CYPIONATE, 'right thigh'],
    [
      'is the other side after the same one again',
      ['left thigh', null, 'left thigh'],
      CYPIONATE,
      'right thigh',
    ],
    [
      'has rested longest of those used',
      ['left thigh', 'right thigh', 'right buttock'],
      CYPIONATE,
      'right buttock',
    ],
    [
      'is one of the product',
      ['left abdomen', 'right buttock'],
      'testosterone_enanthate_sc_auto',
      'right abdomen',
    ],
    ['is none of a product without sites', ['left thigh'], 'testosterone_nasal', null],
    ['is none for a place of no figure', ['left knee'], CYPIONATE, null],
    ['may be any while no product counts', ['left knee'], null, 'right knee'],
    ['is never the last one', ['belly'], null, null],
  ])('%s', (_, used, formulation, site) => expect(restedSite(used, formulation)).toBe(site));

  it('is among those of the product', () => {
    expect(doseSites(CYPIONATE)).toHaveLength(6);
    expect(doseSites('testosterone_oral_undecanoate')).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { nextSite, sitesOf, unitsOf } from './sites.js';

describe('dose sites', () => {
  it('depend on the product', () => {
    expect(sitesOf('testosterone_cypionate_im').map(({ name }) => name)).toContain('left thigh');
    expect(sitesOf('testosterone_enanthate_sc_auto').map(({ name }) => name)).not.toContain('left buttock');
    expect(sitesOf('testosterone_nasal')).toEqual([]);
    expect(unitsOf('testosterone_gel_1_62')).toEqual(['mg', 'pumps', 'packets', 'g']);
    expect(unitsOf('testosterone_cypionate_im')[0]).toBe('mg');
  });

  it('rotate to the one rested longest, or the one on the other side', () => {
    const sites = sitesOf('testosterone_cypionate_im');
    expect(nextSite('left thigh', 'right buttock', sites)).toBe('right buttock');
    expect(nextSite('left thigh', 'left thigh', sites)).toBe('right thigh');
    expect(nextSite(null, null, sites)).toBeNull();
    expect(nextSite('left knee', null, sites)).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import { sitesOf } from './sites.js';

describe('dose sites', () => {
  it('depend on the product', () => {
    expect(sitesOf('testosterone_cypionate_im').map(({ name }) => name)).toContain('left thigh');
    expect(sitesOf('testosterone_enanthate_sc_auto').map(({ name }) => name)).not.toContain('left buttock');
    expect(sitesOf('testosterone_nasal')).toEqual([]);
  });

  it('stand on the side of the figure where the patient has them', () => {
    const at = (formulation: string, name: string) => sitesOf(formulation).find((site) => site.name === name);
    expect(at('testosterone_cypionate_im', 'right thigh')).toMatchObject({ side: 'front', x: 36 });
    expect(at('testosterone_cypionate_im', 'left thigh')).toMatchObject({ side: 'front', x: 64 });
    expect(at('testosterone_cypionate_im', 'left buttock')).toMatchObject({ side: 'back', x: 36 });
  });
});

import { describe, expect, it } from '@jest/globals';
import { freeTestosterone } from './index.js';

describe('freeTestosterone', () => {
  it.each([
    [300, 35, 4.3, 56.97, 1.9, 133.5],
    [1000, 35, 4.3, 233.84, 2.34, 548.01],
    [300, 90, 4.3, 28.48, 0.95, 66.74],
    [280, 9, 4.3, 92.57, 3.31, 216.93],
    [50, 35, 4.3, 8.71, 1.74, 20.41],
  ])('%i ng/dL with SHBG %i and albumin %f', (tt, shbg, albumin, free, percent, bioavailable) => {
    const result = freeTestosterone({ tt_ng_dl: tt, shbg_nmol_l: shbg, albumin_g_dl: albumin });
    expect(result.free_pg_ml).toBeCloseTo(free, 1);
    expect(result.free_percent).toBeCloseTo(percent, 1);
    expect(result.bioavailable_ng_dl).toBeCloseTo(bioavailable, 0);
    expect(result.albumin_assumed).toBe(false);
  });

  it.each([
    [600, 35, undefined, 125.46],
    [320, 85, undefined, 32.02],
    [520, 22, 4.0, 142.04],
    [300, 15, null, 85.72],
  ])('%i ng/dL with SHBG %i: %p', (tt, shbg, albumin, free) => {
    const result = freeTestosterone({
      tt_ng_dl: tt,
      shbg_nmol_l: shbg,
      ...(albumin === undefined ? {} : { albumin_g_dl: albumin }),
    });
    expect(result.free_pg_ml).toBeCloseTo(free, 1);
    expect(result.albumin_assumed).toBe(typeof albumin !== 'number');
  });

  it('rejects anything but a positive number', () => {
    expect(() => freeTestosterone({ tt_ng_dl: 0, shbg_nmol_l: 35 })).toThrow(RangeError);
    expect(() => freeTestosterone({ tt_ng_dl: 300, shbg_nmol_l: Number.NaN })).toThrow(RangeError);
  });
});

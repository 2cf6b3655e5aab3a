import { describe, expect, it } from '@jest/globals';
import { changes } from './changes.js';

describe('what an act changed', () => {
  it('is what differs, with what it was', () => {
    const before = { name: 'Acme', phone: '', codes: { A: 'hgb_g_dl', B: 'not_used', C: 'tt_ng_dl' } };
    const after = { name: 'Acme', phone: '555-0100', codes: { A: 'hgb_g_dl', B: 'hct_pct', D: 'not_used' } };
    expect(changes(before, after)).toEqual({
      phone: '555-0100',
      codes: { B: 'hct_pct', C: null, D: 'not_used' },
      was: { phone: null, codes: { B: 'not_used', C: 'tt_ng_dl', D: null } },
    });
  });

  it('is nothing where nothing differs, and keeps an answer of no', () => {
    expect(changes({ a: 1, b: '' }, { a: 1 })).toEqual({});
    expect(changes({ on: true }, { on: false })).toEqual({ on: false, was: { on: true } });
  });
});

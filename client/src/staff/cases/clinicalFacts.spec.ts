import { describe, expect, it } from '@jest/globals';
import { changedFacts, factProblems, rebase, serverProblems, toForm } from './clinicalFacts.js';

const stored = { bp_systolic: 128, symptoms_improved: false, pdmp_checked_on: '2026-01-02' };

describe('clinical facts', () => {
  it('shows every fact, empty where nothing is recorded', () => {
    expect(toForm(stored)).toMatchObject({
      bp_systolic: '128',
      symptoms_improved: 'no',
      pdmp_checked_on: '2026-01-02',
      ipss_total: '',
    });
  });
  it('sends only what was changed, and null for what was cleared', () => {
    const form = { ...toForm(stored), bp_systolic: '', symptoms_improved: 'yes', ipss_total: '7' };
    expect(changedFacts(form, stored)).toEqual({ bp_systolic: null, symptoms_improved: true, ipss_total: 7 });
    expect(changedFacts(toForm(stored), stored)).toEqual({});
  });
  it('keeps what was typed here over newer facts, and takes the rest from them', () => {
    const form = { ...toForm(stored), bp_systolic: '140' };
    const newer = { ...stored, bp_systolic: 122, ipss_total: 9 };
    expect(rebase(form, stored, newer)).toEqual({ ...toForm(newer), bp_systolic: '140' });
  });
  it('reports mistakes before sending', () => {
    const changes = changedFacts({ ...toForm(stored), bp_systolic: '400', ipss_total: 'many' }, stored);
    expect(Object.keys(factProblems(changes, stored, '2026-03-10')).sort()).toEqual([
      'bp_systolic',
      'ipss_total',
    ]);
    expect(factProblems({ pdmp_checked_on: '2026-03-11' }, stored, '2026-03-10')).toHaveProperty(
      'pdmp_checked_on',
    );
    expect(factProblems({ pdmp_checked_on: '2026-03-10' }, stored, '2026-03-10')).toEqual({});
  });
  it('finds the field the server names', () => {
    expect(serverProblems({ 'extras.ipss_total': 'No.' })).toEqual({ ipss_total: 'No.' });
  });
});

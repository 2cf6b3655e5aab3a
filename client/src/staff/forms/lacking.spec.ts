import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../shared/api/index.js';
import { lackingOf, lacks, NOTHING_LACKS, refusedOf } from './lacking.js';
import { NAMED_RULES_TEXT as words } from './text/named-rules.js';

const LONG = 'Discussed with the patient today';
const entered = { rules: ['a', 'b'], read: new Set(['a']), reason: LONG, named: true, missing: 'Enter it.' };

describe('lackingOf', () => {
  it('marks the boxes, the reason, or both', () => {
    expect(lackingOf(entered)).toEqual({ rules: words.each, reason: null });
    expect(lackingOf({ ...entered, read: new Set(['a', 'b']), reason: 'x' })).toEqual({
      rules: null,
      reason: words.reason,
    });
    expect(lackingOf({ ...entered, reason: '' })).toEqual({ rules: words.each, reason: 'Enter it.' });
    expect(lackingOf({ ...entered, named: false, reason: 'x' })).toEqual(NOTHING_LACKS);
  });
});

describe('refusedOf', () => {
  it('marks the boxes, and an empty reason, where a rule fired since', () => {
    const since = new ApiError(409, 'rule_blocked', 'Since the approval a safety rule applies', {});
    expect(refusedOf(since, '')).toEqual({ rules: words.each, reason: words.reason });
    expect(refusedOf(since, LONG)).toEqual({ rules: words.each, reason: null });
  });
  it('marks nothing where the refusal is about something else', () =>
    expect(lacks(refusedOf(new ApiError(409, 'invalid_state', 'x', {}), ''))).toBe(false));
});

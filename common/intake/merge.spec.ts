import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyChanges, changedFields, mergeSave } from './index.js';
import type { FieldName, IntakeChanges, IntakeData } from './index.js';

const base: IntakeData = { full_name: 'Two Tabs', phone: '555-0101', occupation: 'baker' };

describe('changedFields', () => {
  it('finds new, changed and cleared answers', () => {
    expect(changedFields(base, { ...base, phone: '555-0102', occupation: null, race: 'x' })).toEqual([
      'phone',
      'occupation',
      'race',
    ]);
  });
  it('treats absent as unchanged, and null, empty and absent as equal', () => {
    expect(changedFields(base, {})).toEqual([]);
    expect(changedFields({}, { race: null, ethnicity: '' })).toEqual([]);
  });
  it('distinguishes false, zero and spaces from no answer', () => {
    expect(changedFields({}, { asthma: false, number_of_children: 0, race: ' ' })).toHaveLength(3);
    expect(changedFields({ height: 70 }, { height: '70' })).toEqual(['height']);
  });
});

describe('mergeSave', () => {
  it('merges two sets of changes that do not overlap', () => {
    const current = { ...base, phone: '555-0102' };
    expect(mergeSave(base, current, { ...base, occupation: 'miller' })).toEqual({
      ok: true,
      changed: ['occupation'],
      data: { full_name: 'Two Tabs', phone: '555-0102', occupation: 'miller' },
    });
  });
  it('reports the same field with two answers', () => {
    const current = { ...base, phone: '555-0102' };
    expect(mergeSave(base, current, { ...base, phone: '555-0103' })).toEqual({
      ok: false,
      conflicts: ['phone'],
    });
    expect(mergeSave(base, current, { ...base, phone: null })).toEqual({ ok: false, conflicts: ['phone'] });
  });
  it('accepts the same answer on both sides', () => {
    const current = { ...base, phone: '555-0102' };
    expect(mergeSave(base, current, { ...base, phone: '555-0102' })).toMatchObject({
      ok: true,
      data: current,
    });
  });
  it('clears cleared fields', () => {
    expect(mergeSave(base, base, { ...base, occupation: '' })).toMatchObject({
      ok: true,
      data: { full_name: 'Two Tabs', phone: '555-0101' },
    });
  });

  const names: FieldName[] = ['full_name', 'phone', 'occupation', 'race'];
  const answer = fc.constantFrom('a', 'b', 'c', false, 0, 7);
  const dataOf = fc.dictionary(fc.constantFrom(...names), answer, { maxKeys: 4 }) as fc.Arbitrary<IntakeData>;
  const changesOf = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(answer, fc.constant(null)),
  ) as fc.Arbitrary<IntakeChanges>;

  it('keeps every change of both sides, or names a field both changed', () => {
    fc.assert(
      fc.property(dataOf, changesOf, changesOf, (start, theirs, ours) => {
        const current = applyChanges(start, theirs);
        const result = mergeSave(start, current, ours);
        if (result.ok) {
          for (const name of changedFields(start, ours))
            expect(result.data[name]).toEqual(ours[name] ?? undefined);
          for (const name of changedFields(start, theirs)) expect(result.data[name]).toEqual(current[name]);
        } else {
          expect(result.conflicts.length).toBeGreaterThan(0);
          for (const name of result.conflicts) {
            expect(changedFields(start, ours)).toContain(name);
            expect(changedFields(start, theirs)).toContain(name);
          }
        }
      }),
    );
  });
});

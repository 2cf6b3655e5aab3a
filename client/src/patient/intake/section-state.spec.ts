import { describe, expect, it } from '@jest/globals';
import { completeAnswers } from '#common/intake/fixtures.js';
import { toDoCount, missingInSection, sectionMark, visibleProblems } from './section-state.js';

const TODAY = '2026-11-20';
const marks = (data: Parameters<typeof sectionMark>[1], problems: Record<string, string> = {}) =>
  Array.from({ length: 10 }, (_, index) => sectionMark(index + 1, data, problems));

describe('section marks', () => {
  it('show what is required and what is optional in an empty form', () => {
    expect(marks({})).toEqual([
      'incomplete',
      'incomplete',
      'optional',
      'optional',
      'incomplete',
      'optional',
      'optional',
      'optional',
      'optional',
      'incomplete',
    ]);
  });
  it('are complete in a finished form where something was asked for or answered', () => {
    expect(marks({ ...completeAnswers(), asthma: false })).toEqual([
      'complete',
      'complete',
      'optional',
      'optional',
      'complete',
      'complete',
      'optional',
      'optional',
      'optional',
      'complete',
    ]);
  });
  it('count what is to do: a section that needs nothing is not, and is not called complete before a word is typed', () => {
    expect(toDoCount(marks({}))).toBe(4);
    expect(toDoCount(marks(completeAnswers()))).toBe(0);
    expect(toDoCount(marks(completeAnswers(), { phone: 'x' }))).toBe(1);
  });
  it('show a problem before anything else', () => {
    expect(marks(completeAnswers(), { phone: 'x' })[0]).toBe('problem');
  });
});

describe('visibleProblems', () => {
  it('does not report missing answers in a section the patient has not left', () => {
    expect(visibleProblems({}, new Set(), TODAY)).toEqual({});
    expect(Object.keys(visibleProblems({}, new Set([2]), TODAY))).toEqual(['height', 'weight']);
  });
  it('reports invalid answers everywhere', () => {
    expect(Object.keys(visibleProblems({ height: 5 }, new Set(), TODAY))).toEqual(['height']);
  });
});

describe('missingInSection', () => {
  it('includes what submission requires', () => {
    expect(Object.keys(missingInSection(5, {}))).toEqual([
      'desire_fertility',
      'treatment_goals',
      'previous_trt_experience',
      'formulation_preference',
    ]);
    expect(missingInSection(3, {})).toEqual({});
  });
});

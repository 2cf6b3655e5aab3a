import { describe, expect, it } from '@jest/globals';
import { closest } from '../../common/assistant/spelling.js';
import { likeness, meaningOf, mostAlike, stem } from './likeness.js';
import { conceptsOf, doubtful, respelt } from './question.js';

const everyday = new Map([
  ['bathroom', 1_245],
  ['people', 100],
  ['snapping', 10_000],
]);
const alike = (a: string, b: string): number => likeness(meaningOf(a), meaningOf(b));

describe('a parsed question', () => {
  it('is one concept per meaning, and weighs unknown words by how telling they are', () => {
    const { concepts, sure } = conceptsOf('does my grapefruit in the bathroom at 7 hurt people', everyday);
    expect(sure).toBe(true);
    expect(concepts.map((c) => [c.query, c.unknown])).toEqual([
      ['grapefruit', 1.5],
      ['bathroom', 0.3],
      ['hurt', 0.6],
    ]);
    expect(conceptsOf('shots and injections', everyday).concepts).toHaveLength(2);
    expect(conceptsOf('pill or capsule', everyday).concepts).toHaveLength(1);
    expect(conceptsOf('smokers', everyday).concepts[0]!.query).toBe('smokers | smok:*');
  });

  it('is uncertain if there are only small words', () => {
    expect(conceptsOf('what did you mean before', everyday).sure).toBe(false);
    expect(conceptsOf('is it', everyday)).toEqual({ concepts: [], sure: false });
  });

  it('is corrected where a word is not English, never where it is', () => {
    expect(doubtful('snapping injecton people', everyday)).toEqual(['injecton']);
    const similar = new Map([['injecton', ['injection', 'inject']]]);
    expect(respelt('snapping injecton', similar)).toBe('snapping injection');
    expect(respelt('injections', new Map([['injections', ['injection']]]))).toBe('injections');
    expect(closest('rase', ['rash', 'raise'])).toBe('raise');
    expect(closest('waht', ['wait', 'what'])).toBe('what');
    expect(closest('zzzz', ['rash'])).toBeNull();
  });
});

describe('similarity', () => {
  it('is full for the same question with other word forms, and zero without a common word', () => {
    expect(stem('injections')).toBe(stem('injecting'));
    expect(alike('how do I inject?', 'how is it injected')).toBe(1);
    expect(alike('where do I inject', 'where do I inject')).toBe(1);
    expect(alike('where do I inject', 'sperm count')).toBe(0);
    expect(alike('', '')).toBe(0);
  });

  it('distinguishes when from how often', () => {
    const lines = ['how often are my labs', 'which day are my labs'];
    expect(alike('how often labs', lines[0]!)).toBeGreaterThan(alike('how often labs', lines[1]!));
    expect(mostAlike('how often labs', lines)).toBe(alike('how often labs', lines[0]!));
    expect(mostAlike('how often labs', [])).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { closest } from '#common/text/spelling.js';
import { KnownQuestions, meaningOf, stem } from './likeness.js';
import { conceptsOf, doubtful, respelt } from './question.js';

const everyday = new Map([
  ['bathroom', 1_245],
  ['people', 100],
  ['snapping', 10_000],
]);

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
    expect(conceptsOf('heading', new Map([['head', 500]])).concepts[0]!.query).toBe('heading');
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

describe('known questions', () => {
  const known = new KnownQuestions([
    { slug: 'schedule', title: 'Lab schedule', asked_as: ['how often are my labs'] },
    { slug: 'timing', title: 'Lab timing', asked_as: ['which day are my labs', 'what day do I test'] },
    { slug: 'sites', title: 'Injection sites', asked_as: ['where do I inject'] },
  ]);
  const closest = (question: string): string | undefined =>
    [...known.closeTo(question)].sort((a, b) => b[1] - a[1])[0]?.[0];

  it('match other word forms, and nothing without a common word', () => {
    expect(stem('injections')).toBe(stem('injecting'));
    expect(meaningOf('injecting shots').size).toBe(1);
    expect(closest('where should it be injected')).toBe('sites');
    expect(known.closeTo('sperm count').size).toBe(0);
    expect(known.closeTo('').size).toBe(0);
  });

  it('distinguish when from how often', () => {
    expect(closest('how often labs')).toBe('schedule');
    expect(closest('which day labs')).toBe('timing');
  });

  it('count a rare word more than a common one, and the same question nearly fully', () => {
    const exact = known.closeTo('where do I inject');
    expect(exact.get('sites')).toBeGreaterThan(0.7);
    expect(exact.get('timing') ?? 0).toBeLessThan(0.3);
  });
});

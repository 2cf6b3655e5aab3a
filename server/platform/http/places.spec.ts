import { describe, expect, it } from '@jest/globals';
import { Places } from './places.js';

describe('places', () => {
  it('are given to each caller up to its limit, and back', () => {
    const places = new Places({ ofOne: 2, ofAll: Infinity });
    const first = places.enter('one') as () => void;
    expect(places.enter('one')).toBeInstanceOf(Function);
    expect(places.enter('one')).toBe('one');
    expect(places.enter('another')).toBeInstanceOf(Function);
    first();
    expect(places.enter('one')).toBeInstanceOf(Function);
    expect(places.enter('one')).toBe('one');
  });

  it('are given to all callers up to the limit of all', () => {
    const places = new Places({ ofOne: 2, ofAll: 3 });
    const leave = ['a', 'b', 'c'].map((caller) => places.enter(caller) as () => void);
    expect(places.enter('d')).toBe('all');
    leave[0]!();
    expect(places.enter('d')).toBeInstanceOf(Function);
    expect(places.enter('a')).toBe('all');
  });
});

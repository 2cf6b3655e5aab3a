import { describe, expect, it } from '@jest/globals';
import { changeTellsOf, textsInOwnWords, wordsInHistory } from './history.js';
import { affirmedIn } from './asked-words.js';

const message = (text: string, asked?: string) => ({
  check_id: 'm1',
  on: '2026-11-28',
  kind: 'message' as const,
  text,
  ...(asked !== undefined && { asked }),
});

describe('medicine that is passed on', () => {
  it.each([
    'I sell half of it',
    'gave the second vial to my brother',
    'I sold a vial at the gym',
    'I share my gel with my brother in law',
    'My brother takes half of it',
    'I let my buddy have the rest',
    'I trade my vials for protein powder',
    'we split the vials with some friends',
    'le doy un frasco a mi primo',
  ])('is told: %s', (text) => {
    expect(changeTellsOf(message(text), 'diversion')).toBe(true);
    expect(wordsInHistory({ treatment_goals: text }, 'diversion')).not.toEqual([]);
  });

  it.each([
    'I left half of it in the vial',
    'I never sold any of it',
    'I would never give my vials to a friend',
    'Can I give a vial to my brother?',
    'I gave my dad a call about it',
    'My wife gives me the shot',
    'I give the shots with my left hand',
    'My girlfriend got some of the gel on her skin',
    'I sell cars at a dealer',
    'the nurse gave me half of it',
  ])('is not: %s', (text) => {
    expect(changeTellsOf(message(text), 'diversion')).toBe(false);
  });

  it('is told by a yes to our question', () => {
    const asked = 'Have you given your testosterone to someone else?';
    expect(affirmedIn(asked, 'Once')).not.toBe('');
    expect(changeTellsOf(message('Once', asked), 'diversion')).toBe(true);
    expect(changeTellsOf(message('No, never', asked), 'diversion')).toBe(false);
  });
});

describe('a yes to a question about children', () => {
  it.each([
    ['Do you want children?', true],
    ['Are you trying for a baby?', true],
    ['Any plans for kids?', true],
    ['Did you talk with your wife about children?', false],
    ['Do you have children?', false],
    ['Did you read about fertility?', false],
    ['Do you have kids at home who could touch the gel?', false],
  ])('tells of a wish only where it asks for one: %s', (asked, told) => {
    expect(changeTellsOf(message('Yes', asked), 'wish_for_children')).toBe(told);
  });
});

describe('quiet words of the form that are looked at', () => {
  it.each([
    [{ treatment_goals: 'Have a big family' }, 1],
    [{ allergies: 'peanuts' }, 1],
    [{ exercise_type: 'Lifting, with a little help' }, 1],
    [{ treatment_goals: 'More energy for my family' }, 0],
    [{ allergies: 'penicillin' }, 0],
    [{ exercise_type: 'Lifting weights' }, 0],
  ])('%j', (answers, count) => {
    expect(textsInOwnWords(answers)).toHaveLength(count);
  });
});

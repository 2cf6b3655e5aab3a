import { describe, expect, it } from '@jest/globals';
import { savedText } from './saved-text.js';
import type { Status } from './types.js';

const NOW = 1_760_000_000_000;
const MIN = 60_000;

describe('savedText', () => {
  it.each([
    [0, 'Saved just now'],
    [59_999, 'Saved just now'],
    [MIN, 'Saved 1 min ago'],
    [59 * MIN + 59_999, 'Saved 59 min ago'],
    [60 * MIN, 'Saved 1 hr ago'],
    [25 * 60 * MIN, 'Saved 25 hr ago'],
    [-5000, 'Saved just now'],
  ])('%i ms after the save: %s', (age, text) => {
    expect(savedText('saved', NOW - age, NOW)).toBe(text);
  });

  it.each<Status>(['not-saved-yet', 'saving', 'offline', 'conflict'])('%s never reads Saved', (status) => {
    expect(savedText(status, NOW, NOW)).toBe('Not saved yet');
  });

  it('claims nothing before there is something to save', () => {
    expect(savedText('loading', null, NOW)).toBe('Loading your answers');
    expect(savedText('untouched', null, NOW)).toBe('Saves as you type');
    expect(savedText('saved', null, NOW)).toBe('Not saved yet');
  });
});

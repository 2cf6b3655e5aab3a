import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { QUESTIONNAIRE_VERSION, SCALE, SCALES } from '#common/scores/index.js';
import { SCALE_TEXT } from './text/questionnaires.js';

/** The words by version: change the version with the words, because totals of two wordings do not compare. */
const WORDS: Readonly<Record<string, string>> = {
  'qADAM 2010, en-US 2': '458869fd0a4397f7',
  'AMS 1999, en-US 2': '62a1a87bc9773a3c',
  'PHQ-2 2003, en-US 1': 'e9b78cf98ccb145f',
  'PHQ-9 2001, en-US 1': '1917a94ce7959ab0',
};
const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

describe('the words of the questionnaires', () => {
  it.each(SCALES)('%s has as many items and answers as it scores', (scale) => {
    const { count, low, high } = SCALE[scale];
    const { items } = SCALE_TEXT[scale];
    expect(items.map(({ options }) => options.length)).toEqual(
      Array.from({ length: count }, () => high - low + 1),
    );
    expect(new Set(items.map(({ label }) => label)).size).toBe(count);
  });

  it.each(SCALES)('%s is worded as its version says', (scale) => {
    const { lead, items } = SCALE_TEXT[scale];
    expect([QUESTIONNAIRE_VERSION[scale], digest({ lead, items })]).toEqual([
      QUESTIONNAIRE_VERSION[scale],
      WORDS[QUESTIONNAIRE_VERSION[scale]],
    ]);
  });

  it('anchors AMS from none to extremely severe, and qADAM from worst to best', () => {
    for (const { options } of SCALE_TEXT.ams.items)
      expect(options).toEqual(['None', 'Mild', 'Moderate', 'Severe', 'Extremely severe']);
    const ends = SCALE_TEXT.qadam.items.map(({ options }) => [options[0], options.at(-1)]);
    expect(ends[0]).toEqual(['Terrible', 'Excellent']);
    expect(ends[5]).toEqual(['Extremely weak', 'Extremely strong']);
    expect(ends[7]).toEqual(['Every night', 'Never']);
    expect(ends[9]).toEqual(['2 inches or more', 'None, or up to 0.4 inches']);
  });
});

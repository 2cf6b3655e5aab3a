import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  BOUNDS,
  PUBLISHED_HALF_LIVES,
  PUBLISHED_LEVELS,
  PUBLISHED_PELLETS,
  type PublishedLevel,
} from '../fixtures/published-levels.js';
import { steadyState } from './index.js';
import { PK_PRODUCTS } from './products.js';

const MONTH_DAYS = 30;
const DOC = readFileSync(
  new URL('../../../docs/decisions/0015-simulated-levels.md', import.meta.url),
  'utf8',
);

/** What the model draws there, with own production of 250 ng/dL before treatment. */
function drawn({ input, read }: PublishedLevel): number {
  const levels = steadyState({ c0: 250, ...input });
  return read === 'peak_hours' ? levels.peak_day * 24 : levels[read];
}
/** Against a range, the ratio to its nearer end; 1 inside. */
function ratioOf(level: PublishedLevel): number {
  const model = drawn(level);
  if (typeof level.published === 'number') return model / level.published;
  const [low, high] = level.published;
  return model < low ? model / low : model > high ? model / high : 1;
}
const shown = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const said = (published: PublishedLevel['published']): string =>
  typeof published === 'number' ? shown(published) : published.map(shown).join('–');
const READS = { average: 'average', peak: 'peak', trough: 'trough', peak_hours: 'hours to peak' } as const;
const rowOf = (level: PublishedLevel): string => {
  const limits = level.bound === 'none' ? 'no claim' : BOUNDS[level.bound].join('–');
  return `| ${level.product} | ${READS[level.read]} | ${said(level.published)} | ${shown(drawn(level))} | ${ratioOf(level).toFixed(2)} | ${limits} | ${level.source} ${level.mark} |`;
};

describe('the simulated level against what is published', () => {
  it.each(PUBLISHED_LEVELS.map((level) => [level.product, level.read, level] as const))(
    '%s: %s',
    (_, read, level) => {
      const [low, high] = BOUNDS[level.bound];
      const ratio = ratioOf(level);
      expect([read, ratio, ratio >= low && ratio <= high]).toEqual([read, ratio, true]);
    },
  );

  it.each(PUBLISHED_HALF_LIVES)('declines as printed: $formulation', ({ formulation, days }) => {
    const ratio = PK_PRODUCTS[formulation].decline_half_life / days;
    expect([ratio, ratio >= 0.8 && ratio <= 1.25]).toEqual([ratio, true]);
  });

  it('releases pellets over the months about as printed', () => {
    const left = (month: number): number =>
      2 ** ((-month * MONTH_DAYS) / PK_PRODUCTS.testosterone_pellet.decline_half_life);
    const ratios = PUBLISHED_PELLETS.shares.map((share, month) => (left(month) - left(month + 1)) / share);
    for (const ratio of ratios) expect([ratio, ratio >= 0.75 && ratio <= 1.33]).toEqual([ratio, true]);
  });

  it('claims no peak where the model misses the published ones', () => {
    for (const level of PUBLISHED_LEVELS.filter(({ bound }) => bound === 'none'))
      expect([level.product, PK_PRODUCTS[level.input.formulation].average_only]).toEqual([
        level.product,
        true,
      ]);
  });

  it('has every product with a model, and the table of the decision', () => {
    const compared = new Set<string>([
      ...PUBLISHED_LEVELS.map(({ input }) => input.formulation),
      'testosterone_pellet',
      'testosterone_undecanoate_oral',
    ]);
    expect(Object.keys(PK_PRODUCTS).filter((id) => !compared.has(id))).toEqual([]);
    const missing = PUBLISHED_LEVELS.map(rowOf).filter((row) => !DOC.includes(row));
    expect(missing.join('\n')).toBe('');
  });
});

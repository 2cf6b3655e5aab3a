import { describe, expect, it } from '@jest/globals';
import { RULES } from './registry.js';
import { recommendationFor, type Rule } from './rule.js';

const ADVICE =
  /\b(?:lower|raise|reduce|adjust|split|increase)(?: one| two| the| or split)?\b[^.;:]{0,12}\b(?:dose|doses|steps?)\b|\breview dose\b|\bdecide on dose\b/i;
/** Only of a treatment that goes on, or of an order. */
const isGated = ({ threshold, phases }: Rule, state: 'held' | 'after'): boolean =>
  phases.every((phase) => phase === 'RX') ||
  (state === 'after' && /(?<!not )on therapy|deviations|hold AND/.test(threshold));

// What is advised about the dose of a treatment that goes on does not stand where it is held or over.
describe('the words about the dose', () => {
  it.each(['held', 'after'] as const)('advise no other dose while treatment is %s', (state) => {
    const advising = RULES.filter(
      (rule) =>
        !isGated(rule, state) &&
        recommendationFor(rule, state)
          .split(/(?<=\.) /)
          .some((sentence) => ADVICE.test(sentence) && !/^After release:|\bno dose/.test(sentence)),
    );
    expect(advising.map(({ key }) => key)).toEqual([]);
  });

  it.each(RULES.filter((rule) => /DOSE|TITRATE/.test(rule.effect)).map((rule) => [rule.key, rule] as const))(
    'of %s say what applies while treatment is held',
    (_key, rule) =>
      expect(recommendationFor(rule, 'held')).toMatch(/After release: |do not restart|keep holding/),
  );
});

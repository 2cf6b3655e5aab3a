import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { criticalValues } from './critical-labs.js';
import { draw, treatedFacts } from './fixtures/facts.js';
import { deriveCase } from './case.js';
import { HCT, PSA } from './limits.js';
import { isPsaAlarm, judgedPsa, psaRise } from './psa.js';
import { evaluateRules } from './rules/evaluate.js';
import { nextLabSuggestion } from './schedule.js';

const hct = (value: number) => treatedFacts(100, { labs: [draw(2, { hct_percent: value })] });
const psa = (before: number, now: number, day = 100) =>
  treatedFacts(day, { labs: [draw(day + 1, { psa_ng_ml: before }), draw(2, { psa_ng_ml: now })] });
const fired = (facts: ReturnType<typeof hct>, key: string): boolean =>
  evaluateRules(facts).results.some((result) => result.rule_key === key && result.fired);

describe('limits', () => {
  it('are those of the guidelines and of the clinic', () => {
    expect(HCT).toEqual({ highNormal: 48, safe: 50, reduce: 52, stop: 54 });
    expect(PSA).toEqual({ limit: 4, highRiskLimit: 3, rise: 1.4, velocity: 0.75 });
  });

  it.each([
    [54, false],
    [54.1, true],
  ])(
    'a hematocrit of %s %% stops treatment, is critical and is drawn again in 28 days: %s',
    (value, stops) => {
      const facts = hct(value);
      expect(fired(facts, 'hct_on_therapy_over_54')).toBe(stops);
      expect(criticalValues({ hct_percent: value })).toHaveLength(stops ? 1 : 0);
      expect(nextLabSuggestion(facts)!.due_in_days).toBe(stops ? 26 : 40);
    },
  );

  it.each([
    [1, 2.4, 100, false],
    [1, 2.41, 100, true],
    [1, 2.41, 365, true],
    [1, 2.41, 366, false],
    [3, 4, 100, false],
    [3, 4.1, 400, true],
  ])(
    'PSA from %s to %s on day %s goes to urology by rule, schedule and measure: %s',
    (before, now, day, urology) => {
      const facts = psa(before, now, day);
      const c = deriveCase(facts);
      expect(fired(facts, 'psa_rise_over_1_4') || fired(facts, 'psa_on_therapy_over_4')).toBe(urology);
      expect(isPsaAlarm(judgedPsa(c, c.psa), psaRise(c), day)).toBe(urology);
      expect(nextLabSuggestion(facts)!.label.startsWith('PSA')).toBe(urology);
    },
  );
});

/** Articles and the changes of the rule set tell what was true when they were written; reference ranges are the laboratories’. */
const OTHERS =
  /limits\.ts|registry\.ts|clinical\/labs\.ts|\.spec\.|fixtures\/|demo\/|migrations\/|articles|education|questions|vocabulary/;
const LIMITS =
  /(?:hct|hematocrit).*(?<![\w.${])5[024](?:\.0)?(?! ?d)\b|psa.*(?<![\w.])(?:1\.40?|0\.75)\b|(?<![\w.>])54\b/i;
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

it('says each limit once: no other file has the number', () => {
  const files = ['common', 'server', 'client/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const again = files
    .filter((path) => /\.tsx?$/.test(path) && !OTHERS.test(path))
    .flatMap((path) =>
      withoutComments(readFileSync(path, 'utf8'))
        .split('\n')
        .filter((line) => LIMITS.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(again).toEqual([]);
});

import { describe, expect, it } from '@jest/globals';
import { ADAM_ITEMS, IIEF5_ITEMS } from '../scores/index.js';
import { deriveCase } from './case.js';
import { ago, treatedFacts } from './fixtures/facts.js';
import type { ReportedScores } from './reported.js';

const iief = (each: number) => Object.fromEntries(IIEF5_ITEMS.map((item) => [item, each]));
const severity = (each: number) =>
  Object.fromEntries(
    ADAM_ITEMS.flatMap((item) => [
      [item, true],
      [`${item}_severity`, each],
    ]),
  );
const checkIn = (days: number, scores: Partial<ReportedScores>): ReportedScores => ({
  on: ago(days),
  iief_total: null,
  adam_severity: null,
  ...scores,
});
type Facts = Parameters<typeof treatedFacts>[1];
const derived = (change: Facts) => deriveCase(treatedFacts(200, change)).facts.extras;

describe('symptoms_improved', () => {
  it.each<[string, Facts, boolean | undefined]>([
    ['4 points more on the IIEF-5', { intake: iief(3), check_ins: [checkIn(3, { iief_total: 19 })] }, true],
    ['3 points more', { intake: iief(3), check_ins: [checkIn(3, { iief_total: 18 })] }, false],
    ['a lower severity', { intake: severity(6), check_ins: [checkIn(3, { adam_severity: 59 })] }, true],
    ['the same severity', { intake: severity(6), check_ins: [checkIn(3, { adam_severity: 60 })] }, false],
    [
      'no dysfunction to improve',
      { intake: iief(5), check_ins: [checkIn(3, { iief_total: 25 })] },
      undefined,
    ],
    ['no score before', { check_ins: [checkIn(3, { iief_total: 25 })] }, undefined],
    [
      'a check-in before the start',
      { intake: iief(3), check_ins: [checkIn(200, { iief_total: 25 })] },
      undefined,
    ],
    [
      'the newest with a score',
      {
        intake: iief(3),
        check_ins: [checkIn(9, { iief_total: 25 }), checkIn(3, { iief_total: 15 }), checkIn(1, {})],
      },
      false,
    ],
  ])('is derived from %s', (_, change, improved) => {
    expect(derived(change).symptoms_improved).toBe(improved);
  });

  it.each<[string, string, boolean]>([
    ['older than the report', ago(4), true],
    ['of the same day', ago(3), false],
    ['newer', ago(1), false],
  ])('is overruled by a clinician, unless the finding is %s', (_, on, improved) => {
    const extras = { symptoms_improved: false, symptoms_improved_on: on };
    const known = derived({ intake: iief(3), check_ins: [checkIn(3, { iief_total: 25 })], extras });
    expect(known.symptoms_improved).toBe(improved);
  });
});

describe('breast_symptoms', () => {
  const told = (severity: 'none' | 'mild' | 'severe', on = ago(3)): Facts => ({
    side_effects: { on, reported: [{ key: 'breast_tenderness', severity, since: null }] },
  });
  it.each([
    ['mild', true],
    ['severe', true],
    ['none', false],
  ] as const)('are derived from breast tenderness: %s', (how, present) => {
    expect(derived(told(how))).toMatchObject({ breast_symptoms: present, breast_symptoms_on: ago(3) });
  });

  it('are unknown when it was not named, and a newer finding counts', () => {
    expect(derived({ side_effects: { on: ago(3), reported: [] } }).breast_symptoms).toBeUndefined();
    const extras = { breast_symptoms: false, breast_symptoms_on: ago(1) };
    expect(derived({ ...told('severe'), extras }).breast_symptoms).toBe(false);
  });
});

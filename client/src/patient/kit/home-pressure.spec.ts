import { describe, expect, it } from '@jest/globals';
import { evaluateRules } from '#common/clinical/index.js';
import { treatedFacts } from '#common/clinical/fixtures/facts.js';
import { isHighPressure, NO_PRESSURE } from './home-pressure.js';

describe('a home pressure that needs advice', () => {
  it.each([
    [159, 99],
    [160, 80],
    [150, 100],
    [120, 80],
    [185, 125],
  ])('%s/%s is the one for which the care team is asked to call', (systolic, diastolic) => {
    const facts = treatedFacts(300, { told_pressures: [{ systolic, diastolic, on: '2026-11-20' }] });
    const rule = evaluateRules(facts).results.find(({ rule_key: key }) => key === 'bp_reported_160_100');
    expect(isHighPressure({ ...NO_PRESSURE, systolic, diastolic })).toBe(rule?.fired === true);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import type { FiredRule } from '#common/api/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { JudgedRules } from './judged-rules.js';

const known = (change: Partial<CaseFacts> = {}, facts: object = {}): CaseFacts =>
  ({
    caseId: 'c',
    status: 'open',
    sources: { document: 'd1', labs: [], extras: {} },
    pendingPlan: { dose: 80 },
    facts: { today: '2026-11-20', labs: [], extras: {}, intake: {}, ...facts },
    ...change,
  }) as unknown as CaseFacts;

describe('JudgedRules', () => {
  it('judges the same facts once', () => {
    const judge = jest.fn(() => [{ rule_key: 'x' } as FiredRule]);
    const rules = new JudgedRules();
    expect(rules.of(known(), judge)).toBe(rules.of(known(), judge));
    expect(judge).toHaveBeenCalledTimes(1);
  });

  it.each<[string, CaseFacts]>([
    ['another day', known({}, { today: '2026-11-21' })],
    ['a lab value', known({}, { labs: [{ results: { hct_percent: 55 } }] })],
    ['a clinical fact', known({}, { extras: { ipss_total: 20 } })],
    ['another intake', known({ sources: { document: 'd2', labs: [], extras: {} } })],
    ['another plan', known({ pendingPlan: { dose: 100 } as CaseFacts['pendingPlan'] })],
    ['another status', known({ status: 'closed' })],
  ])('judges anew after %s', (_, changed) => {
    const judge = jest.fn(() => []);
    const rules = new JudgedRules();
    rules.of(known(), judge);
    rules.of(changed, judge);
    expect(judge).toHaveBeenCalledTimes(2);
  });

  it('forgets the oldest of very many', () => {
    const judge = jest.fn(() => []);
    const rules = new JudgedRules();
    for (let day = 0; day <= 1000; day++) rules.of(known({}, { today: String(day) }), judge);
    rules.of(known({}, { today: '1' }), judge);
    expect(judge).toHaveBeenCalledTimes(1001);
    rules.of(known({}, { today: '0' }), judge);
    expect(judge).toHaveBeenCalledTimes(1002);
  });
});

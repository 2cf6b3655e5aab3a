import type { FiredRule } from '#common/api/index.js';
import { RULE_SET_VERSION } from '#common/clinical/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';

const MOST = 1000;

/**
 * The rules of waiting plans as they were last judged: the same facts give the same rules, and a submitted intake never
 * changes. For the list only; every decision judges anew.
 */
export class JudgedRules {
  private readonly kept = new Map<string, FiredRule[]>();

  of(known: CaseFacts, judge: () => FiredRule[]): FiredRule[] {
    const { facts, pendingPlan, sources, status } = known;
    const key = JSON.stringify([
      RULE_SET_VERSION,
      sources.document,
      { ...facts, intake: null },
      pendingPlan,
      status,
    ]);
    const before = this.kept.get(key);
    const rules = before ?? judge();
    // The one used last stands last, so that the oldest goes first.
    if (before) this.kept.delete(key);
    else if (this.kept.size >= MOST) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, rules);
    return rules;
  }
}

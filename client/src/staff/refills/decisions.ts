import {
  REFILL_ASK_KEYS,
  type RefillAsk,
  type RefillAsks,
  type StaffRefillRequest,
} from '#common/api/supply.js';
import { ANALYTE_BY_KEY, isAnalyteKey } from '#common/clinical/labs.js';
import type { RefillDecision, RefillState } from '#common/vocabulary/index.js';

const NEXT: Partial<Record<RefillState, readonly RefillDecision[]>> = {
  requested: ['review', 'approve', 'needs_labs', 'needs_visit', 'refuse'],
  in_review: ['approve', 'needs_labs', 'needs_visit', 'refuse'],
  needs_labs: ['review', 'approve', 'needs_visit', 'refuse'],
  needs_visit: ['review', 'approve', 'needs_labs', 'refuse'],
  approved: ['refuse'],
};

/** The decisions available for a request in its current state. */
export const decisionsOn = (state: RefillState): readonly RefillDecision[] => NEXT[state] ?? [];

interface OpenAsk extends RefillAsk {
  /** Names of the tests without a result. */
  missing: string;
  /** First and last day of the draw; null: at once, or none. */
  days: readonly [string, string] | null;
  what: keyof RefillAsks;
  /** The name under which a reason passes it. */
  key: string;
}

/** What was asked for before the refill and has not come. */
export const openAsks = ({ asked }: Pick<StaffRefillRequest, 'asked'>): OpenAsk[] =>
  (['labs', 'visit'] as const).flatMap((what) => {
    // Answers that an earlier version cached for an outage do not include it.
    const ask = (asked as RefillAsks | undefined)?.[what];
    if (!ask) return [];
    const missing = 'missing' in ask ? ask.missing.map(testName).join(', ') : '';
    const { draw_from, draw_until } = 'missing' in ask ? ask : {};
    const days = draw_from && draw_until ? ([draw_from, draw_until] as const) : null;
    return [{ by: ask.by, at: ask.at, missing, days, what, key: REFILL_ASK_KEYS[what] }];
  });

const testName = (key: string): string => (isAnalyteKey(key) ? ANALYTE_BY_KEY.get(key)!.short : key);

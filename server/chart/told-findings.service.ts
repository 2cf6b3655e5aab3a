import { Injectable } from '@nestjs/common';
import type { ToldFindingRecord } from '#common/api/index.js';
import {
  UNCLEAR_ALLERGY,
  VEHICLE_KEYS,
  sameReview,
  titleOf,
  toldFindings,
  type ToldFinding,
} from '#common/clinical/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { HistoryReviewsRepository, type Decision } from './history-reviews.repository.js';

/** What patients told, with what a clinician decided about it. */
@Injectable()
export class ToldFindings {
  constructor(private readonly reviews: HistoryReviewsRepository) {}

  async ofCase({ caseId, facts }: CaseFacts): Promise<ToldFindingRecord[]> {
    const findings = toldFindings(facts);
    if (!findings.length) return [];
    const decisions = facts.told_settled?.length ? await this.reviews.decisions(caseId) : [];
    return findings.map((finding) => ({
      rule_key: finding.rule_key,
      title: titleOf(finding.rule_key) ?? finding.rule_key,
      texts: finding.texts.map(({ field, on, text }) => ({ field, on, text })),
      open: finding.open,
      settled: newestOf(finding, decisions),
    }));
  }
}

/** An allergy that was not clear may be recorded as one to a vehicle. */
function newestOf(
  { rule_key, texts }: ToldFinding,
  decisions: readonly Decision[],
): ToldFindingRecord['settled'] {
  const keys: readonly string[] = rule_key === UNCLEAR_ALLERGY ? [rule_key, ...VEHICLE_KEYS] : [rule_key];
  const found = decisions.find(
    (one) =>
      keys.includes(one.rule_key) &&
      one.texts.some((read) => texts.some(({ review }) => sameReview(review, read))),
  );
  if (!found) return null;
  const { texts: _texts, ...decision } = found;
  return decision;
}

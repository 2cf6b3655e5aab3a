import type { CaseDetailResponse } from '#common/api/index.js';
import { textsInOwnWords, unreadHistory, unreadOwnWords } from '#common/clinical/index.js';
import { effectiveAnswers } from '#common/intake/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import type { Reading } from './history-reviews.repository.js';

/** What the patient wrote and no clinician has read. */
export function unreadTexts({ facts }: CaseFacts): CaseDetailResponse['unread_history'] {
  const answers = effectiveAnswers(facts.intake);
  return [
    ...unreadHistory(answers, facts.history_reviewed, facts.safety_changes),
    ...unreadOwnWords(facts, answers),
  ].map(({ field, text, matched }) => ({ field, text, matched }));
}

/** Before the first dose: each text with the newest reading of it as it is now. */
export function readTexts(
  { facts }: CaseFacts,
  readings: readonly Reading[],
): CaseDetailResponse['read_history'] {
  if (facts.extras.therapy_started_on && !facts.start_assumed) return [];
  const answers = effectiveAnswers(facts.intake);
  return [...unreadHistory(answers, [], facts.safety_changes), ...textsInOwnWords(answers)].flatMap(
    ({ field, text, reviews }) => {
      const found = readings.find(({ fields }) =>
        reviews.every((review) => fields[review.field] === review.text_sha256),
      );
      if (!found) return [];
      const { by, at, note, against: against_treatment } = found;
      return [{ field, text, by, at, note, against_treatment }];
    },
  );
}

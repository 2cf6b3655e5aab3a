import type { CaseDetailResponse } from '#common/api/index.js';
import { isBeforeFirstDose, textsInOwnWords, unreadHistory, unreadOwnWords } from '#common/clinical/index.js';
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

/** Before the first dose: each text with a reading of it as it is now, the newest that says yes before the others. */
export function readTexts(
  { facts }: CaseFacts,
  readings: readonly Reading[],
): CaseDetailResponse['read_history'] {
  if (!isBeforeFirstDose(facts)) return [];
  const answers = effectiveAnswers(facts.intake);
  return [...unreadHistory(answers, [], facts.safety_changes), ...textsInOwnWords(answers)].flatMap(
    ({ field, text, reviews }) => {
      const readers = readings.filter(({ fields }) =>
        reviews.every((review) => fields[review.field] === review.text_sha256),
      );
      // A yes stands, no matter who said no before or says it later.
      const found = readers.find(({ against }) => against) ?? readers[0];
      if (!found) return [];
      const { by, at, note, against: against_treatment } = found;
      return [{ field, text, by, at, note, against_treatment }];
    },
  );
}

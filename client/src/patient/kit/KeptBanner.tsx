import type { MaybeKept } from '#common/api/index.js';
import { formatAge, Notice } from '../../shared/ui/index.js';
import { isKept } from '../data/queries.js';

interface KeptBannerProps {
  answer: MaybeKept & { case_source?: string };
  words: (age: string) => string;
}

/** Says that the data was read before the database became unavailable, and how long ago. */
export function KeptBanner({ answer, words }: KeptBannerProps) {
  if (!isKept(answer) || !answer.as_of) return null;
  return (
    <Notice tone="warning" role="status">
      {words(formatAge(answer.as_of))}
    </Notice>
  );
}

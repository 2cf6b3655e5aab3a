import type { CaseExtras } from '#common/clinical/index.js';
import { saysWhy } from '#common/typed-reason.js';
import { typedText } from '../audit/audit.service.js';
import type { StoredCase } from '../cases/cases.repository.js';
import { validationFailed } from '../platform/errors/errors.js';
import { TEXT } from './text/en.js';

/** Titration waits from them: moved back, a dose rises before its level is known. */
const DATES = ['therapy_started_on', 'last_change_on'] as const;

/**
 * A date on file is changed or removed for a typed reason only; one that was only assumed gives way to the real one.
 * @returns what the audit says of it; null where none is changed
 */
export function movedDates(
  { extras: stored, therapy_start_assumed: assumed }: Pick<StoredCase, 'extras' | 'therapy_start_assumed'>,
  changes: CaseExtras | undefined,
  reason: string | undefined,
): Record<string, unknown> | null {
  const moved = DATES.filter(
    (name) => stored[name] && changes?.[name] !== undefined && changes[name] !== stored[name],
  );
  if (assumed || !moved.length) return null;
  const typed = reason?.trim() ?? '';
  if (!saysWhy(typed)) throw validationFailed({ reason: TEXT.dosesCountedFromDateOnFile });
  return {
    ...Object.fromEntries(
      moved.map((name) => [name, typedText(`${stored[name]} to ${changes?.[name] ?? 'none'}`)]),
    ),
    reason: typedText(typed),
  };
}

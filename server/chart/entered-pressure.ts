import {
  firedKeys,
  pressureEntry,
  pressureInWords,
  pressureOf,
  type CaseExtras,
  type Evaluation,
  type Pressure,
} from '#common/clinical/index.js';
import { saysWhy } from '#common/typed-reason.js';
import { typedText } from '../audit/audit.service.js';
import { validationFailed } from '../platform/errors/errors.js';
import { TEXT } from './text/en.js';

interface Entered {
  extras: CaseExtras;
  /** A reading older than the one on file: it is only kept with the others. */
  older: Pressure | null;
  /** It counts from now on. */
  changed: boolean;
  /** For the audit. */
  detail: Record<string, unknown>;
}

/** Rules of a pressure that stop treatment or keep its orders back; not those of one that is missing or old. */
const stoppedBy = (evaluation: Evaluation): string[] =>
  firedKeys(evaluation, 'STOP', 'BLOCK', 'RXBLOCK').filter((key) => HIGH.has(key));
const HIGH: ReadonlySet<string> = new Set(['bp_severe', 'bp_160_100']);

/**
 * An older pressure never takes the place of a newer one, and one that stops treatment gives way to a newer one, or for
 * a typed reason.
 */
export function enteredPressure(
  { before, after, inEffect }: { before: CaseExtras; after: CaseExtras; inEffect: Pressure | null },
  judged: Evaluation,
  reason: string | undefined,
): Entered {
  const [stored, is] = [pressureOf(before), pressureOf(after)];
  const stops = stoppedBy(judged);
  // What the patient reported counts as one on file where it stops treatment; a form without a new reading changes nothing.
  const was = stops.length && pressureEntry(stored, is) !== 'same' ? inEffect : stored;
  const entry = pressureEntry(was, is);
  const { bp_systolic, bp_diastolic, bp_on } = before;
  if (entry === 'older')
    return { extras: { ...after, bp_systolic, bp_diastolic, bp_on }, older: is, changed: false, detail: {} };
  const rules = entry === 'replaced' ? stops : [];
  const changed = pressureEntry(stored, is) !== 'same';
  if (!rules.length) return { extras: after, older: null, changed, detail: {} };
  const typed = reason?.trim() ?? '';
  if (!saysWhy(typed))
    throw validationFailed({
      reason: TEXT.stoppedByPressure(pressureInWords(was)),
    });
  return {
    extras: after,
    older: null,
    changed,
    detail: {
      rules,
      before: typedText(pressureInWords(was)),
      after: typedText(pressureInWords(is)),
      reason: typedText(typed),
    },
  };
}

import type { LabCreateRequest } from '../../../../common/api/index.js';
import { ANALYTES, labValueError, type AnalyteKey } from '../../../../common/clinical/labs.js';

/** What the form holds: everything as typed. */
export interface LabDraft {
  collected: string;
  hours: string;
  specimen: string;
  values: Partial<Record<AnalyteKey, string>>;
}
export const EMPTY_DRAFT: LabDraft = { collected: '', hours: '', specimen: '', values: {} };

export const isTouched = (draft: LabDraft): boolean =>
  Boolean(draft.collected || draft.hours || draft.specimen || Object.values(draft.values).some(Boolean));

/** The four the program decides on; the others wait behind "More analytes". */
export const MAIN_ANALYTES: readonly AnalyteKey[] = [
  'tt_ng_dl',
  'hct_percent',
  'psa_ng_ml',
  'estradiol_pg_ml',
];
export const OTHER_ANALYTES: readonly AnalyteKey[] = ANALYTES.map((entry) => entry.key).filter(
  (key) => !MAIN_ANALYTES.includes(key),
);

const NUMBER = /^\d+([.,]\d+)?$/;
const toNumber = (text: string): number =>
  NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** The wall time as typed with the offset of this place: the morning rule reads the clock on the wall. */
export function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const sign = minutes < 0 ? '-' : '+';
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local.length === 16 ? `${local}:00` : local}${sign}${two(size / 60)}:${two(size % 60)}`;
}

export type LabProblems = Record<string, string>;

/** The request, or what has to be put right first (by field name). */
export function readLabDraft(
  draft: LabDraft,
  patientId: string,
  now: Date = new Date(),
): { request: LabCreateRequest } | { problems: LabProblems } {
  const problems: LabProblems = {};
  const at = new Date(draft.collected);
  if (!draft.collected || Number.isNaN(at.getTime()))
    problems['collected_at'] = 'Enter the date and time of the draw.';
  else if (at > now) problems['collected_at'] = 'Enter a time that is not in the future.';

  const results: Record<string, number> = {};
  for (const [key, text] of Object.entries(draft.values)) {
    if (!text?.trim()) continue;
    const value = toNumber(text);
    const complaint = labValueError(key, value);
    if (complaint) problems[`results.${key}`] = complaint;
    else results[key] = value;
  }
  if (
    Object.keys(results).length === 0 &&
    !Object.keys(problems).some((name) => name.startsWith('results.'))
  ) {
    problems['results'] = 'Enter at least one result.';
  }
  const hours = draft.hours.trim() ? toNumber(draft.hours) : undefined;
  if (hours !== undefined && Number.isNaN(hours))
    problems['since_last_dose_h'] = 'Enter the hours as a number.';
  if (Object.keys(problems).length > 0) return { problems };
  return {
    request: {
      patient_id: patientId,
      collected_at: withOffset(draft.collected),
      results,
      ...(hours !== undefined && { since_last_dose_h: hours }),
      ...(draft.specimen.trim() && { specimen: draft.specimen.trim() }),
    },
  };
}

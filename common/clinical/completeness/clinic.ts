import { completeness, type Completeness } from './completeness.js';
import type { CompletenessInput } from './input.js';
import { MEASURES } from './measures.js';

/** With fewer patients a percentage is meaningless. */
const ENOUGH_PATIENTS = 10;
/** 97.5% point of the normal distribution. */
const Z = 1.959964;

export interface ClinicMeasure {
  readonly id: string;
  /** Among patients for whom it is done or overdue. */
  readonly met: number;
  readonly of: number;
  /** Percent to one decimal with its 95% interval; null below ten patients. */
  readonly percent: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
export interface ClinicCompleteness {
  readonly patients: number;
  readonly measures: Readonly<Record<string, ClinicMeasure>>;
  /** Patients with nothing overdue, and with a critical measure overdue. */
  readonly complete: number;
  readonly critical: number;
}

/** A patient's facts, with or without a name. */
export type ClinicPatient = CompletenessInput | { readonly input: CompletenessInput };

const percent = (share: number): number => Number((100 * share).toFixed(1));

/** Wilson's 95% interval of a share, in percent. */
function wilson(met: number, of: number): { low: number; high: number } {
  const share = met / of;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  const middle = share + Z ** 2 / (2 * of);
  return {
    low: percent(Math.max(0, (middle - spread) / scale)),
    high: percent(Math.min(1, (middle + spread) / scale)),
  };
}

/** One measure across evaluated patients. */
function clinicMeasure(id: string, met: number, of: number): ClinicMeasure {
  if (of < ENOUGH_PATIENTS) return { id, met, of, percent: null, low: null, high: null };
  return { id, met, of, percent: percent(met / of), ...wilson(met, of) };
}

/** The sum of patients already evaluated. */
export function summarize(judged: readonly Completeness[]): ClinicCompleteness {
  const measures = MEASURES.map(({ id }) => {
    const count = (status: string): number => judged.filter((one) => one.measures[id] === status).length;
    const met = count('done');
    return clinicMeasure(id, met, met + count('overdue'));
  });
  return {
    patients: judged.length,
    measures: Object.fromEntries(measures.map((one) => [one.id, one])),
    complete: judged.filter((one) => one.overdue === 0).length,
    critical: judged.filter((one) => one.critical_overdue.length > 0).length,
  };
}

/**
 * Completeness of a clinic: the sum of its patients, each measure with Wilson's 95% interval. Bounds and errors as for
 * `completeness`; no patients give zeros. Source of the interval: Wilson 1927 (doi 10.1080/01621459.1927.10502953).
 */
export const clinicCompleteness = (patients: readonly ClinicPatient[]): ClinicCompleteness =>
  summarize(patients.map((patient) => completeness('input' in patient ? patient.input : patient)));

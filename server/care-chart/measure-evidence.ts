import type { MeasureEvidence } from '#common/api/care-chart.js';
import {
  addDays,
  dateIn,
  type AnalyteKey,
  type CompletenessInput,
  type JudgedMeasure,
} from '#common/clinical/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import type { CareDates } from './care-chart.repository.js';

type Part = keyof CompletenessInput;

/** The analyte that a part of the input is read from. */
const ANALYTE: Partial<Record<Part, AnalyteKey>> = {
  tt_pre: 'tt_ng_dl',
  tt: 'tt_ng_dl',
  lh: 'lh_miu_ml',
  hct: 'hct_percent',
  hct54: 'hct_percent',
  psa: 'psa_ng_ml',
  psa_alarm: 'psa_ng_ml',
};
/** What has neither a day nor a page of its own: the part and what it is. */
const WITHOUT_DAY: Partial<Record<Part, MeasureEvidence['kind']>> = {
  fertility: 'intake',
  stopbang_complete: 'intake',
  symptoms: 'intake',
  education: 'education',
  pdmp_first: 'pdmp_check',
};

interface CaseRecord {
  facts: CaseFacts;
  dates: CareDates;
  /** Day 0 of treatment. */
  start: string;
}

/** The entry of the record that a measure rests on. */
export function measureEvidence(
  { evidence: [part], status, evidence_day: day }: JudgedMeasure,
  { facts, dates, start }: CaseRecord,
): MeasureEvidence | null {
  if (!part) return null;
  const other = WITHOUT_DAY[part];
  if (other) {
    if (status !== 'done') return null;
    const { intake_at: at, timezone } = facts.facts;
    return { kind: other, id: null, on: other === 'intake' && at ? dateIn(new Date(at), timezone) : null };
  }
  if (day === null) return null;
  const on = addDays(start, day);
  if (part === 'bp') return { kind: 'blood_pressure', id: null, on };
  if (part === 'checkins') return { kind: 'check_in', id: null, on };
  const id = labOf(part, on, dates);
  // A finding counts from the day it came in; people know labs by the day they were drawn.
  return { kind: 'lab', id, on: dates.draws.find((draw) => draw.id === id)?.on ?? on };
}

/** The last panel of the day with the analyte; an abnormal one by the day it came in. */
function labOf(part: Part, on: string, { abnormal, draws }: CareDates): string | null {
  if (part === 'abnormal') return abnormal.find(({ found }) => found === on)?.id ?? null;
  const analyte = ANALYTE[part];
  return (
    draws.findLast((draw) => draw.on === on && analyte !== undefined && draw.analytes.includes(analyte))
      ?.id ?? null
  );
}

import { pressureMeasuredOn } from '#common/clinical/pressure-entry.js';
import {
  FORMULATIONS,
  addDays,
  daysBetween,
  judgedResults,
  wallTime,
  type CompletenessInput,
  type ProductForm,
} from '#common/clinical/index.js';
import { deriveCase, isNotMorning, type ClinicalCase } from '#common/clinical/case.js';
import { drawWindowHours, isGel, isOralUndecanoate } from '#common/clinical/formulations.js';
import type { AnalyteKey } from '#common/clinical/index.js';
import { HCT } from '#common/clinical/limits.js';
import { isPsaAlarm, judgedPsa, psaRise } from '#common/clinical/psa.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import type { CareDates } from './care-chart.repository.js';

/** An unknown age counts as one that requires PSA. */
const UNKNOWN_AGE = 40;

function formOf({ plan }: ClinicalCase): ProductForm {
  if (!plan) return 'injection';
  const { formulation } = plan;
  if (isGel(formulation)) return 'gel';
  if (isOralUndecanoate(formulation)) return 'oral';
  if (formulation === 'testosterone_patch') return 'patch';
  if (formulation === 'testosterone_nasal') return 'nasal';
  if (formulation === 'testosterone_pellet') return 'implant';
  return FORMULATIONS[formulation].routes[0] === 'oral' ? 'oral' : 'injection';
}

interface Drawn {
  day: number;
  value: number;
  since_h: number | null;
}

/** Values of one analyte by day of treatment. */
function drawn({ facts }: ClinicalCase, key: AnalyteKey, start: string): Drawn[] {
  const zone = facts.patient_timezone ?? facts.timezone;
  return facts.labs.flatMap((panel) => {
    const { collected_at, since_last_dose_h } = panel;
    const value = judgedResults(panel).results[key];
    if (typeof value !== 'number') return [];
    const day = daysBetween(start, wallTime(collected_at, zone).date);
    return [{ day, value, since_h: since_last_dose_h ?? null }];
  });
}

/** Whether a draw's hour is valid for the product in use. */
function validHour({ plan }: ClinicalCase, sinceH: number | null): boolean {
  const window = plan && drawWindowHours(plan.formulation, plan.frequency);
  if (!window) return true;
  return sinceH !== null && window.some(([from, to]) => sinceH >= from && sinceH <= to);
}

/** The day treatment began; for a case not on treatment day 0 is tomorrow. */
export const startOf = (known: ClinicalCase): string => known.startedOn ?? addDays(known.today, 1);

/** Matches each finding with the first action on or after its day. */
const answeredBy = (
  found: readonly number[],
  acts: readonly number[],
): (readonly [number, number | null])[] =>
  found.map((day) => [day, acts.filter((act) => act >= day).toSorted((a, b) => a - b)[0] ?? null] as const);

/** The days on treatment whose PSA requires urology. */
const psaAlarms = (known: ClinicalCase, psa: readonly Drawn[]): number[] =>
  psa
    .filter((draw) => draw.day > 0 && isPsaAlarm(judgedPsa(known, draw), psaRise(known, draw), draw.day))
    .map(({ day }) => day);

export function completenessInput(
  facts: CaseFacts,
  dates: CareDates,
): { input: CompletenessInput; start: string } {
  const known = deriveCase({ ...facts.facts, candidate_plan: null });
  const start = startOf(known);
  const dayOf = (on: string): number => daysBetween(start, on);
  const allOf = (list: readonly string[]): number[] => list.map(dayOf);
  const [hct, psa] = [drawn(known, 'hct_percent', start), drawn(known, 'psa_ng_ml', start)];
  const told = pressureMeasuredOn(known.answers);
  const reported = known.answers.blood_pressure_systolic !== undefined && told !== null ? [dayOf(told)] : [];
  const urology = known.facts.extras.urology_cleared_on;
  return {
    start,
    input: {
      age: known.age ?? UNKNOWN_AGE,
      form: formOf(known),
      today: dayOf(known.today),
      tt_pre: known.pretreatmentTotals.map((draw) => [
        dayOf(draw.date),
        draw.value,
        isNotMorning(draw) === false,
      ]),
      lh: drawn(known, 'lh_miu_ml', start).map(({ day }) => day),
      hct: hct.map(({ day }) => day),
      psa: psa.map(({ day }) => day),
      psa_declined: known.answers.psa_agreed === false,
      bp: [...allOf(dates.pressures), ...(known.bpOn ? [dayOf(known.bpOn)] : []), ...reported],
      fertility: known.answers.desire_fertility !== undefined,
      stopbang_complete: known.stopBang?.complete ?? false,
      apnea_known: known.answers.sleep_apnea === true,
      symptoms: known.adam !== null,
      education: known.facts.education_acknowledged === true,
      pdmp_first: dates.pdmp || Boolean(known.facts.extras.pdmp_checked_on),
      tt: drawn(known, 'tt_ng_dl', start)
        .filter(({ day }) => day > 0)
        .map(({ day, since_h }) => [day, validHour(known, since_h)]),
      checkins: allOf(dates.check_ins),
      abnormal: dates.abnormal
        .filter(({ found }) => dayOf(found) > 0)
        .map(({ found, reviewed }) => [dayOf(found), reviewed === null ? null : dayOf(reviewed)]),
      hct54: answeredBy(
        hct.filter(({ day, value }) => day > 0 && value > HCT.stop).map(({ day }) => day),
        allOf([...dates.therapy_acts, ...dates.hct_acts]),
      ),
      psa_alarm: answeredBy(psaAlarms(known, psa), allOf([...dates.psa_acts, ...(urology ? [urology] : [])])),
    },
  };
}

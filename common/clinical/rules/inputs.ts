import { FIELD_BY_NAME } from '../../intake/index.js';
import type { FieldName } from '../../intake/index.js';
import { daysBetween, isCalendarDate } from '../dates.js';
import { CASE_EXTRAS } from '../case-extras.js';
import type { CaseExtras } from '../case-extras.js';
import { textOf } from '../case.js';
import type { ClinicalCase, Draw, Measured } from '../case.js';
import type { Comparator } from '../lab-units.js';
import { ANALYTE_BY_KEY } from '../labs.js';
import type { AnalyteKey } from '../labs.js';

export type InputValue = string | number | boolean | null;
export interface Reading {
  readonly value: InputValue;
  readonly age_days?: number;
  readonly collected_at?: string;
  readonly since_last_dose_h?: number;
  readonly comparator?: Comparator;
}

/** One input a rule reads: where it comes from, its unit, how old it may be, the limit it is held against. */
export interface InputUse {
  readonly name: string;
  readonly unit?: string;
  readonly max_age_days?: number;
  readonly threshold?: string;
  readonly read: (c: ClinicalCase) => Reading;
}

interface More {
  readonly unit?: string;
  readonly max_age_days?: number;
}

export function input(
  name: string,
  read: (c: ClinicalCase) => InputValue | undefined,
  threshold?: string,
  more: More = {},
): InputUse {
  return { name, ...more, ...(threshold ? { threshold } : {}), read: (c) => ({ value: read(c) ?? null }) };
}

/** An intake answer. */
export function answer(name: FieldName, threshold?: string): InputUse {
  const field = FIELD_BY_NAME.get(name);
  const unit = field?.type === 'number' ? field.unit : undefined;
  return input(name, (c) => c.answers[name], threshold, unit ? { unit } : {});
}

export const answers = (...names: readonly FieldName[]): InputUse[] => names.map((name) => answer(name));

/** What a pattern finds in a text, instead of the text itself; 'no match' when it is filled in without a match. */
export function found(name: string, text: (c: ClinicalCase) => string | null, pattern: RegExp): InputUse {
  return input(
    name,
    (c) => {
      const value = text(c);
      return value === null ? null : (pattern.exec(value)?.[0] ?? 'no match');
    },
    String(pattern),
  );
}

export const foundInAnswer = (name: FieldName, pattern: RegExp): InputUse =>
  found(name, (c) => textOf(c.answers[name]), pattern);

export const foundInMeds = (pattern: RegExp): InputUse =>
  found('current_medications+supplements', (c) => c.meds, pattern);

/** A clinician-entered fact; a date carries its age. */
export function extra(name: keyof CaseExtras, threshold?: string, more: More = {}): InputUse {
  const unit = CASE_EXTRAS.find((definition) => definition.name === name)?.unit;
  return {
    name,
    ...(unit ? { unit } : {}),
    ...more,
    ...(threshold ? { threshold } : {}),
    read: (c) => {
      const value = c.facts.extras[name] ?? null;
      const on = CASE_EXTRAS.find((definition) => definition.name === name)?.on;
      const date = isCalendarDate(value) ? value : on && c.facts.extras[on];
      return value !== null && isCalendarDate(date)
        ? { value, age_days: daysBetween(date, c.today) }
        : { value };
    },
  };
}

const drawn = (draw: Measured): Reading => ({
  value: draw.limit?.value ?? draw.value,
  ...(draw.limit && { comparator: draw.limit.comparator }),
  age_days: draw.age_days,
  collected_at: draw.collected_at,
  ...(draw.since_h === null ? {} : { since_last_dose_h: draw.since_h }),
});

export function measured(
  name: string,
  unit: string,
  pick: (c: ClinicalCase) => Measured | null,
  threshold?: string,
  more: More = {},
): InputUse {
  return {
    name,
    unit,
    ...more,
    ...(threshold ? { threshold } : {}),
    read: (c) => {
      const draw = pick(c);
      return draw ? drawn(draw) : { value: null };
    },
  };
}

/** The newest value of any analyte. */
export const newest = (key: AnalyteKey, threshold?: string, more?: More): InputUse =>
  measured(key, ANALYTE_BY_KEY.get(key)?.unit ?? '', (c) => c.newest.get(key) ?? null, threshold, more);
export const hct = (threshold?: string, more?: More): InputUse =>
  measured('hct_percent', '%', (c) => c.hct, threshold, more);
export const hctSinceStart = (): InputUse =>
  measured('hct_percent_since_start', '%', (c) => c.hctSinceStart, 'any');
export const psa = (threshold?: string, more?: More): InputUse =>
  measured('psa_ng_ml', 'ng/mL', (c) => c.psa, threshold, more);
export const psaBaseline = (): InputUse => measured('psa_ng_ml_baseline', 'ng/mL', (c) => c.psaBaseline);
export const psaSinceStart = (threshold?: string): InputUse =>
  measured('psa_ng_ml_since_start', 'ng/mL', (c) => c.psaSinceStart, threshold);
export const estradiol = (threshold?: string): InputUse =>
  measured('estradiol_pg_ml', 'pg/mL', (c) => c.estradiol, threshold);
export const treatmentTotal = (threshold?: string, more?: More): InputUse =>
  measured('tt_ng_dl', 'ng/dL', (c) => c.treatmentTotal, threshold, more);

/** The same, or one of the first day after a dose. */
export const dosedTotal = (threshold?: string): InputUse =>
  measured('tt_ng_dl', 'ng/dL', (c) => c.dosedTotal, threshold);

/** The newest and the one before it among the morning totals that count. */
export const morningTotals = (threshold: string): InputUse[] => [
  measured('tt_ng_dl_morning_latest', 'ng/dL', (c) => c.latestTwo[0] ?? null, threshold, {
    max_age_days: 365,
  }),
  measured('tt_ng_dl_morning_previous', 'ng/dL', (c) => c.latestTwo[1] ?? null, threshold, {
    max_age_days: 365,
  }),
];

/** Wall time of the latest draw of a set, as 'HH:MM'. */
export const drawTime = (pick: (c: ClinicalCase) => Draw | undefined, threshold: string): InputUse => ({
  name: 'collected_at_local_time',
  threshold,
  read: (c) => {
    const draw = pick(c);
    if (!draw || draw.seconds === null) return { value: null };
    const pad = (part: number): string => String(part).padStart(2, '0');
    return {
      value: `${pad(Math.floor(draw.seconds / 3600))}:${pad(Math.floor((draw.seconds % 3600) / 60))}`,
      age_days: draw.age_days,
    };
  },
});

export const onTherapyInput = input('on_therapy', (c) => c.onTherapy);
export const therapyDay = (threshold: string): InputUse =>
  input('therapy_day', (c) => c.therapyDay, threshold, { unit: 'd' });
export const age = (threshold: string): InputUse => input('age', (c) => c.age, threshold, { unit: 'years' });
export const bodyMassIndex = (threshold: string): InputUse =>
  input('bmi', (c) => c.bmi, threshold, { unit: 'kg/m2' });
export const formulation = input('formulation', (c) => c.product?.id);
export const route = input('route', (c) => c.product?.route);
export const sinceLastDose = (threshold?: string): InputUse =>
  input('since_last_dose_h', (c) => c.treatmentTotal?.since_h, threshold, { unit: 'h' });
export const dosedHours = (threshold?: string): InputUse =>
  input('since_last_dose_h', (c) => c.dosedTotal?.since_h, threshold, { unit: 'h' });
const pressure = (name: string, pick: (c: ClinicalCase) => number | null, threshold: string): InputUse => ({
  name,
  unit: 'mmHg',
  threshold,
  read: (c) => ({
    value: pick(c),
    ...(c.bpOn === null ? {} : { age_days: daysBetween(c.bpOn, c.today) }),
  }),
});
export const bloodPressure = (systolic: string, diastolic: string): InputUse[] => [
  pressure('blood_pressure_systolic', (c) => c.systolic, systolic),
  pressure('blood_pressure_diastolic', (c) => c.diastolic, diastolic),
];

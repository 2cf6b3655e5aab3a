import { isCalendarDate } from '#common/clinical/index.js';
import { CODES, SYSTEM, type Code } from '#common/fhir-codes/codes.js';
import { isBlank, type IntakeData } from '#common/intake/index.js';
import { isRefused } from './answers.js';
import { absenceIn, categoriesOf, measuredAt, shownQuantity, unitOf, WITHDRAWN } from './laboratory.js';
import { claim, leftOut, notUnderstood, type Outcome } from './outcome.js';
import type { Part } from './part.js';

/** Of one unit, so many make one of the intake's. */
type Units = Readonly<Record<string, number>>;
const PRESSURE: Units = { 'mm[Hg]': 1, mmHg: 1 };
const MEASURED = {
  height: { code: CODES.height, units: { '[in_i]': 1, in: 1, cm: 1 / 2.54, m: 100 / 2.54 } },
  weight: { code: CODES.weight, units: { '[lb_av]': 1, lb: 1, kg: 1 / 0.45359237, g: 1 / 453.59237 } },
  heart_rate: { code: CODES.heartRate, units: { '/min': 1, '{beats}/min': 1 } },
} as const satisfies Record<string, { code: Code; units: Units }>;
const SMOKING = new Map<string, string>([
  [CODES.smoker.code, 'yes'],
  [CODES.formerSmoker.code, 'former'],
  [CODES.neverSmoked.code, 'no'],
]);

/** A tenth is as exact as anyone is measured. */
const inTenths = (value: number, factor: number): number =>
  factor === 1 ? value : Math.round(value * factor * 10) / 10;

const has = (observation: Part, { code, system }: Code): boolean =>
  observation.codes('code', SYSTEM[system]).includes(code);

type Measurement = { value: number } | { fault: 'value' | 'unit' };

function measurement(quantity: Part, units: Units): Measurement {
  const value = quantity.number('value');
  if (value === null || quantity.has('comparator')) return { fault: 'value' };
  const factor = Object.hasOwn(units, unitOf(quantity)) ? units[unitOf(quantity)] : undefined;
  return factor === undefined ? { fault: 'unit' } : { value: inTenths(value, factor) };
}

/** The answers, unless the form would refuse one of them. */
function measured(
  observation: Part,
  today: string,
  answers: IntakeData,
  path: string,
  said: string,
): Outcome {
  const fault = Object.entries(answers).some(([field, value]) => isRefused(field, value, today));
  return fault
    ? notUnderstood(path, said, 'implausible')
    : claim('measured', answers, measuredAt(observation));
}

function readPressure(observation: Part, today: string): Outcome {
  const answers: IntakeData = {};
  for (const component of observation.each('component')) {
    const field = has(component, CODES.systolic)
      ? 'blood_pressure_systolic'
      : has(component, CODES.diastolic)
        ? 'blood_pressure_diastolic'
        : null;
    if (!field || !component.has('valueQuantity')) continue;
    const absent = absenceIn(component, 'component');
    if (absent) return absent;
    const quantity = component.at('valueQuantity');
    const read = measurement(quantity, PRESSURE);
    if ('fault' in read) return notUnderstood('component', shownQuantity(quantity), read.fault);
    answers[field] = Math.round(read.value);
  }
  if (isBlank(answers.blood_pressure_systolic ?? answers.blood_pressure_diastolic))
    return notUnderstood('component', '', 'value');
  const on = measuredAt(observation).slice(0, 10);
  if (!isCalendarDate(on)) return notUnderstood('effectiveDateTime', on, 'time');
  return measured(
    observation,
    today,
    { ...answers, blood_pressure_on: on },
    'component',
    Object.values(answers).join('/'),
  );
}

function readSmoking(observation: Part): Outcome {
  const said = observation
    .codes('valueCodeableConcept', SYSTEM.snomed)
    .flatMap((code) => SMOKING.get(code) ?? []);
  return said.length === 1
    ? claim('measured', { tobacco_use: said[0]! }, measuredAt(observation))
    : notUnderstood('valueCodeableConcept', observation.shown('valueCodeableConcept'), 'code');
}

/** What is measured or asked besides laboratory results. */
export function readMeasurement(observation: Part, today: string): Outcome {
  if (WITHDRAWN.includes(observation.text('status'))) return leftOut('withdrawn');
  if (has(observation, CODES.bmi)) return leftOut('computed');
  const absent = absenceIn(observation);
  if (absent) return absent;
  if (has(observation, CODES.bloodPressure)) return readPressure(observation, today);
  if (has(observation, CODES.smokingStatus)) return readSmoking(observation);
  for (const [field, { code, units }] of Object.entries(MEASURED)) {
    if (!has(observation, code)) continue;
    const quantity = observation.at('valueQuantity');
    const read = measurement(quantity, units);
    if ('fault' in read) return notUnderstood('valueQuantity', shownQuantity(quantity), read.fault);
    const value = field === 'heart_rate' ? Math.round(read.value) : read.value;
    return measured(observation, today, { [field]: value }, 'valueQuantity', shownQuantity(quantity));
  }
  const categories = categoriesOf(observation);
  if (categories.includes('survey')) return leftOut('computed');
  if (categories.includes('social-history')) return leftOut('asked_in_intake');
  return notUnderstood('code', observation.shown('code'), 'code');
}

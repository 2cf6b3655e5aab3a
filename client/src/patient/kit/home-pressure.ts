import type { HomePressure } from '#common/api/index.js';
import { isCalendarDate } from '#common/clinical/dates.js';
import type { TypedNumber } from '../../shared/forms/index.js';
import { PRESSURE_TEXT as text } from './text/pressure.js';
import { BP } from '#common/clinical/limits.js';

/** A home reading as it is typed; nothing typed = none is told. */
export interface PressureDraft {
  systolic: TypedNumber;
  diastolic: TypedNumber;
  measuredOn: string | undefined;
}
export const NO_PRESSURE: PressureDraft = {
  systolic: undefined,
  diastolic: undefined,
  measuredOn: undefined,
};

export const tellsPressure = ({ systolic, diastolic, measuredOn }: PressureDraft): boolean =>
  systolic !== undefined || diastolic !== undefined || Boolean(measuredOn);

const isWhole = (value: TypedNumber, low: number, high: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high;

/** By control name. The server checks that the day is not in the future where the patient lives. */
export function pressureProblems(draft: PressureDraft): Record<string, string> {
  if (!tellsPressure(draft)) return {};
  const { systolic, diastolic, measuredOn } = draft;
  const problems: Record<string, string> = {};
  if (!isWhole(diastolic, 40, 150)) problems['diastolic'] = text.badDiastolic;
  if (!isWhole(systolic, 70, 250) || Number(systolic) <= Number(diastolic))
    problems['systolic'] = text.badSystolic;
  if (!isCalendarDate(measuredOn)) problems['measuredOn'] = text.badMeasuredOn;
  return problems;
}

export const pressureRequest = (draft: PressureDraft): { blood_pressure?: HomePressure } =>
  tellsPressure(draft)
    ? {
        blood_pressure: {
          systolic: Number(draft.systolic),
          diastolic: Number(draft.diastolic),
          on: draft.measuredOn ?? '',
        },
      }
    : {};

/** The control for the part of a request field name: `blood_pressure.on`. */
export const pressureControl = (part: string): string => (part === 'on' ? 'measuredOn' : part || 'systolic');

/** From here on the care team is asked to call. */
export const isHighPressure = ({ systolic, diastolic }: PressureDraft): boolean =>
  isWhole(systolic, BP.high.systolic, 250) || isWhole(diastolic, BP.high.diastolic, 150);

import type { CheckInRequest } from '#common/api/index.js';
import { fieldByName, type FieldName } from '#common/intake/index.js';
import { ADAM_ITEMS, IIEF5_ITEMS, type AdamItem } from '#common/scores/index.js';
import type { TypedNumber } from '../../shared/forms/index.js';
import {
  NO_PRESSURE,
  pressureControl,
  pressureProblems,
  pressureRequest,
  tellsPressure,
  type PressureDraft,
} from '../kit/home-pressure.js';
import { PROGRESS_TEXT } from './text/en.js';

const text = PROGRESS_TEXT.form;

/** The key that keeps the form across an expired session. */
export const CHECK_IN_KEY = 'check-in';

/** Questionnaires sent as lists, in the order in which they are asked. */
export const LISTS = ['qadam', 'phq2', 'ams'] as const;
export type ListScale = (typeof LISTS)[number];
export type IiefItem = (typeof IIEF5_ITEMS)[number];
export interface CheckInDraft extends PressureDraft {
  present: Partial<Record<AdamItem, boolean>>;
  severity: Partial<Record<AdamItem, TypedNumber>>;
  iief: Partial<Record<IiefItem, number>>;
  scales: Partial<Record<ListScale, readonly (number | null)[]>>;
  weight: TypedNumber;
}
export const EMPTY_CHECK_IN: CheckInDraft = {
  present: {},
  severity: {},
  iief: {},
  scales: {},
  weight: undefined,
  ...NO_PRESSURE,
};

const hasAnswers = ({ scales }: CheckInDraft, scale: ListScale): boolean =>
  (scales[scale] ?? []).some((answer) => answer !== null);

export const isTouched = (draft: CheckInDraft): boolean =>
  draft.weight !== undefined ||
  tellsPressure(draft) ||
  LISTS.some((scale) => hasAnswers(draft, scale)) ||
  Object.keys(draft.present).length + Object.keys(draft.iief).length > 0;

/** Uses the intake's questions, so that answers compare over time. */
export const question = (name: FieldName) => fieldByName(name);

const isWhole = (value: TypedNumber, low: number, high: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high;

/** What is wrong, by control name. */
export function checkInProblems(draft: CheckInDraft): Record<string, string> {
  const problems: Record<string, string> = {};
  if (Object.values(draft.present).every((answer) => answer === undefined))
    problems[ADAM_ITEMS[0]] = text.missing;
  for (const item of ADAM_ITEMS) {
    if (draft.present[item] && !isWhole(draft.severity[item], 0, 10))
      problems[`${item}_severity`] = text.badSeverity(question(item).label);
  }
  const answered = IIEF5_ITEMS.filter((item) => draft.iief[item] !== undefined);
  if (answered.length > 0 && answered.length < IIEF5_ITEMS.length) {
    const open = IIEF5_ITEMS.find((item) => draft.iief[item] === undefined);
    if (open) problems[open] = text.incomplete;
  }
  const { weight } = draft;
  if (weight !== undefined && !(typeof weight === 'number' && weight >= 50 && weight <= 800))
    problems['weight'] = text.badWeight;
  return { ...problems, ...pressureProblems(draft) };
}

/** The draft as the request expects it, without unanswered questions. */
export function toRequest(draft: CheckInDraft): CheckInRequest {
  const symptoms = Object.fromEntries(
    ADAM_ITEMS.flatMap((item) => {
      const present = draft.present[item];
      if (present === undefined) return [];
      const severity = draft.severity[item];
      return [[item, { present, ...(present && typeof severity === 'number' ? { severity } : {}) }]];
    }),
  );
  const { iief_confidence, iief_hardness, iief_maintain, iief_difficulty, iief_satisfaction } = draft.iief;
  const whole =
    iief_confidence !== undefined &&
    iief_hardness !== undefined &&
    iief_maintain !== undefined &&
    iief_difficulty !== undefined &&
    iief_satisfaction !== undefined;
  return {
    symptoms,
    ...(whole
      ? {
          iief: {
            confidence: iief_confidence,
            hardness: iief_hardness,
            maintain: iief_maintain,
            difficulty: iief_difficulty,
            satisfaction: iief_satisfaction,
          },
        }
      : {}),
    ...Object.fromEntries(
      LISTS.flatMap((scale) => (hasAnswers(draft, scale) ? [[scale, draft.scales[scale]]] : [])),
    ),
    ...(typeof draft.weight === 'number' ? { weight: draft.weight } : {}),
    ...pressureRequest(draft),
  };
}

/** The control for a request field name: `symptoms.lack_of_energy.severity`, `iief.hardness`. */
export function controlOf(path: string): string {
  const [group, name = '', part] = path.split('.');
  if (group === 'symptoms') return name ? (part === 'severity' ? `${name}_severity` : name) : ADAM_ITEMS[0];
  if (LISTS.some((scale) => scale === group)) return name ? path : `${group}.0`;
  if (group === 'blood_pressure') return pressureControl(name);
  if (group === 'iief') return name ? `iief_${name}` : IIEF5_ITEMS[0];
  return path;
}

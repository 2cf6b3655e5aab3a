import { ams } from './ams.js';
import { phq2 } from './phq2.js';
import { phq9 } from './phq9.js';
import { qadam } from './qadam.js';

/** Questionnaires that are a list of numbers; ADAM and IIEF-5 are asked with the intake's own questions. */
export const SCALES = ['qadam', 'ams', 'phq2', 'phq9'] as const;
export type Scale = (typeof SCALES)[number];
export const QUESTIONNAIRES = ['adam', 'iief5', ...SCALES] as const;
export type Questionnaire = (typeof QUESTIONNAIRES)[number];

interface ScaleDefinition {
  readonly count: number;
  readonly low: number;
  readonly high: number;
  readonly total: (items: readonly unknown[]) => number | null;
}

export const SCALE: Readonly<Record<Scale, ScaleDefinition>> = {
  qadam: { count: 10, low: 1, high: 5, total: qadam },
  ams: { count: 17, low: 1, high: 5, total: (items) => ams(items)?.total ?? null },
  phq2: { count: 2, low: 0, high: 3, total: (items) => phq2(items)?.total ?? null },
  phq9: { count: 9, low: 0, high: 3, total: (items) => phq9(items)?.total ?? null },
};

/** The wording that was answered. A change of the words is a new version: totals of two versions do not compare. */
export const QUESTIONNAIRE_VERSION: Readonly<Record<Questionnaire, string>> = {
  adam: 'ADAM 2000, en-US 1',
  iief5: 'IIEF-5 1999, en-US 1',
  qadam: 'qADAM 2010, en-US 2',
  ams: 'AMS 1999, en-US 2',
  phq2: 'PHQ-2 2003, en-US 1',
  phq9: 'PHQ-9 2001, en-US 1',
};

/** Points that matter to a patient; absent = none is known. Source: product default. */
export const MCID: Readonly<Partial<Record<Questionnaire, number>>> = { iief5: 4 };

/** What each check-in asks; AMS only where the clinic has turned it on, which says that it has the owner's license. */
export const asksOf = (withAms: boolean): Questionnaire[] => [
  'adam',
  'qadam',
  'iief5',
  'phq2',
  ...(withAms ? (['ams'] as const) : []),
];

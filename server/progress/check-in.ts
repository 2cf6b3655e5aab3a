import type { HomePressure } from '#common/api/progress.js';
import { checkAnswer, fieldByName, type FieldName, type IntakeData } from '#common/intake/index.js';
import {
  ADAM_ITEMS,
  IIEF5_ITEMS,
  QUESTIONNAIRE_VERSION,
  adam,
  iief5,
  type Questionnaire,
} from '#common/scores/index.js';
import { unknownField, validationFailed } from '../platform/errors/errors.js';
import { pressureFaults } from '../rules/home-pressure.js';
import { keptScale, scaleFaults } from './records/check-in-scores.js';
import type { CheckInDto } from './progress.dto.js';
import type { CheckInData } from './records/progress.repository.js';
import { TEXT } from './text/en.js';

interface Sent {
  path: string;
  field: FieldName;
  value: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every answer with its intake field; unknown names are rejected. */
function sentAnswers({ symptoms, iief = {}, weight }: CheckInDto): Sent[] {
  const sent: Sent[] = [];
  const unknown: string[] = [];
  for (const [name, answer] of Object.entries(symptoms)) {
    const item = ADAM_ITEMS.find((i) => i === name);
    const path = `symptoms.${name}`;
    if (!item) unknown.push(path);
    else if (!isObject(answer)) throw validationFailed({ [path]: TEXT.sayWhetherPresent });
    else {
      unknown.push(
        ...Object.keys(answer)
          .filter((k) => k !== 'present' && k !== 'severity')
          .map((k) => `${path}.${k}`),
      );
      sent.push({ path: `${path}.present`, field: item, value: answer['present'] });
      if (answer['severity'] !== undefined)
        sent.push({ path: `${path}.severity`, field: `${item}_severity`, value: answer['severity'] });
    }
  }
  for (const [name, value] of Object.entries(iief)) {
    const item = IIEF5_ITEMS.find((i) => i === `iief_${name}`);
    if (item) sent.push({ path: `iief.${name}`, field: item, value });
    else unknown.push(`iief.${name}`);
  }
  if (unknown.length) throw unknownField(unknown);
  if (weight !== undefined) sent.push({ path: 'weight', field: 'weight', value: weight });
  return sent;
}

const SCALARS = ['string', 'number', 'boolean'];

const LISTS = ['qadam', 'phq2', 'ams'] as const;

export const versionsOf = (answered: readonly Questionnaire[]): Partial<Record<Questionnaire, string>> =>
  Object.fromEntries(answered.map((name) => [name, QUESTIONNAIRE_VERSION[name]]));

/** Validates a check-in with the intake's bounds and scores it; throws if it is invalid. */
export function readCheckIn(body: CheckInDto, today: string, asks: readonly Questionnaire[]): CheckInData {
  if (!Object.keys(body.symptoms).length) throw validationFailed({ symptoms: TEXT.answerAtLeastOneSymptom });
  const fields: Record<string, string> = {};
  const answers: Record<string, unknown> = {};
  for (const { path, field, value } of sentAnswers(body)) {
    const definition = fieldByName(field);
    const error = SCALARS.includes(typeof value)
      ? checkAnswer(definition, value as string | number | boolean, today)
      : TEXT.enterAnswer(definition.label);
    if (error) fields[path] = error;
    answers[field] = value;
  }
  const sent = LISTS.flatMap((scale) => (body[scale] === undefined ? [] : [{ scale, items: body[scale] }]));
  for (const { scale, items } of sent)
    Object.assign(
      fields,
      asks.includes(scale) ? scaleFaults(scale, items) : { [scale]: TEXT.clinicDoesNotAskQuestions },
    );
  if (body.blood_pressure) Object.assign(fields, pressureFaults(body.blood_pressure, today));
  if (Object.keys(fields).length) throw validationFailed(fields);
  const answered: Questionnaire[] = [
    'adam',
    ...(body.iief ? (['iief5'] as const) : []),
    ...sent.map(({ scale }) => scale),
  ];
  const score = adam(answers);
  return {
    answers: answers as IntakeData,
    adam_count: score?.count ?? 0,
    adam_severity: score?.severity_sum ?? 0,
    iief_total: iief5(answers)?.score ?? null,
    weight: body.weight ?? null,
    ...(body.blood_pressure && { blood_pressure: body.blood_pressure as unknown as HomePressure }),
    versions: versionsOf(answered),
    scales: Object.fromEntries(sent.map(({ scale, items }) => [scale, keptScale(scale, items)])),
  };
}

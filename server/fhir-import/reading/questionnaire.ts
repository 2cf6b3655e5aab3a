import type { FhirNotUnderstood, LeftOutWhy } from '#common/api/fhir-import.js';
import { FIELD_BY_NAME, type IntakeData } from '#common/intake/index.js';
import { isRefused, SIGNED } from './answers.js';
import type { Entry } from './bundle.js';
import type { Part } from './part.js';

const INTAKE = /\/fhir\/Questionnaire\/intake(\|.*)?$/;

/** Whether it answers the intake form of this program, of any clinic. */
export const isIntakeForm = ({ type, resource }: Entry): boolean =>
  type === 'QuestionnaireResponse' && INTAKE.test(resource.text('questionnaire'));

export interface ReadForm {
  answers: IntakeData;
  faults: FhirNotUnderstood[];
  /** Answers that are not taken over. */
  leftOut: LeftOutWhy[];
}

/** The value of an answer in the kind that its question asks for; undefined: in another kind. */
function valueOf(name: string, answer: Part): string | number | boolean | undefined {
  const field = FIELD_BY_NAME.get(name)!;
  const none = undefined;
  switch (field.type) {
    case 'choice':
      return answer.at('valueCoding').text('code') || none;
    case 'date':
      return answer.text('valueDate') || none;
    case 'boolean':
      return answer.boolean('valueBoolean') ?? none;
    case 'number':
      return answer.number('valueDecimal') ?? answer.number('valueInteger') ?? none;
    case 'text':
    case 'longtext':
      return answer.text('valueString') || none;
  }
}

const shown = (answer: Part): string =>
  ['valueString', 'valueDate'].map((key) => answer.text(key)).find(Boolean) ??
  String(
    answer.number('valueDecimal') ?? answer.boolean('valueBoolean') ?? answer.at('valueCoding').text('code'),
  );

interface Context {
  name: string;
  today: string;
}

function readItem(form: ReadForm, { name: resource, today }: Context, item: Part): void {
  for (const inner of item.each('item')) readItem(form, { name: resource, today }, inner);
  const [answer, second] = item.each('answer');
  if (!answer) return;
  const name = item.text('linkId');
  const path = `item[${name}]`;
  const field = FIELD_BY_NAME.get(name);
  if (!field) {
    form.faults.push({ resource, path, said: item.text('text'), why: 'question' });
    return;
  }
  if (SIGNED.has(name)) {
    form.leftOut.push('signature');
    return;
  }
  const value = second ? undefined : valueOf(name, answer);
  if (value === undefined || isRefused(name, value, today))
    form.faults.push({ resource, path, said: shown(answer), why: 'answer' });
  else form.answers[field.name] = value;
}

/** The answers of an intake form, without what is signed. */
export function readForm({ name, resource }: Entry, today: string): ReadForm {
  const form: ReadForm = { answers: {}, faults: [], leftOut: [] };
  for (const item of resource.each('item')) readItem(form, { name, today }, item);
  return form;
}

import { ICD10 } from '#common/api/lab-orders.js';
import type { LabOrderDraft, LabOrderRequest } from '#common/api/lab-orders.js';
import { asksForFasting } from '#common/clinical/draw-preparation.js';
import type { AnalyteKey } from '#common/clinical/labs.js';
import { ORDER_LABS_TEXT as words } from './text/en.js';

/** An order as it is being filled in. */
export interface OrderForm {
  laboratory: string;
  analytes: readonly AnalyteKey[];
  /** null: as the chosen tests ask for. */
  fasting: boolean | null;
  from: string;
  until: string;
  diagnoses: string;
  note: string;
  despite: boolean;
}

export const formOf = (draft: LabOrderDraft): OrderForm => ({
  laboratory: draft.laboratories.length === 1 ? draft.laboratories[0]!.id : '',
  analytes: draft.analytes,
  fasting: null,
  from: draft.window_from,
  until: draft.due_on,
  diagnoses: draft.diagnosis_codes.join(', '),
  note: '',
  despite: false,
});

export const fastingOf = (form: OrderForm, draft: LabOrderDraft): boolean =>
  form.fasting ?? asksForFasting(form.analytes, draft.formulation);

/** Open orders that already have one of the chosen tests. */
export const sameTests = (form: OrderForm, draft: LabOrderDraft): LabOrderDraft['open_orders'] =>
  draft.open_orders.filter(({ analytes }) => analytes.some((key) => form.analytes.includes(key)));

const codesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((code) => code.toUpperCase()),
  ),
];

type Problems = Record<string, string>;
/** What is sent, or what has to be corrected first. */
export function readOrder(
  form: OrderForm,
  draft: LabOrderDraft,
): { request: LabOrderRequest } | { problems: Problems } {
  const diagnoses = codesOf(form.diagnoses);
  const problems: Problems = {
    ...(!form.laboratory && { connection_id: words.noLaboratoryChosen }),
    ...(!form.analytes.length && { analytes: words.noTests }),
    ...(!form.from && { window_from: words.noDate }),
    ...(!form.until && { due_on: words.noDate }),
    ...(diagnoses.some((code) => !ICD10.test(code)) && { diagnosis_codes: words.diagnosesHint }),
    ...(sameTests(form, draft).length > 0 && !form.despite && { despite_open: words.confirmDespite }),
  };
  if (Object.keys(problems).length) return { problems };
  return {
    request: {
      connection_id: form.laboratory,
      analytes: [...form.analytes],
      fasting: fastingOf(form, draft),
      window_from: form.from,
      due_on: form.until,
      ...(diagnoses.length && { diagnosis_codes: diagnoses }),
      ...(form.note.trim() && { note: form.note.trim() }),
      ...(form.despite && { despite_open: true }),
    },
  };
}

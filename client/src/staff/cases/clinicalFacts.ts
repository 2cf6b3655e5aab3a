import type { CaseExtras } from '#common/api/index.js';
import { extrasErrors } from '#common/clinical/extras.js';
import { CASE_EXTRAS, type ExtraDefinition } from '#common/clinical/case-extras.js';

/** Every fact as the form shows it: text, or "yes" and "no"; empty means not recorded. */
export type FactsForm = Record<ExtraDefinition['name'], string>;

function toText(value: CaseExtras[keyof CaseExtras]): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return value === null || value === undefined ? '' : String(value);
}

export function toForm(extras: CaseExtras): FactsForm {
  return Object.fromEntries(CASE_EXTRAS.map(({ name }) => [name, toText(extras[name])])) as FactsForm;
}

function fromText({ type }: ExtraDefinition, text: string): unknown {
  const typed = text.trim();
  if (typed === '') return null;
  if (type === 'boolean') return typed === 'yes';
  if (type === 'number') return /^\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
  return typed;
}

/** The facts that differ from what is stored; null clears one. */
export function changedFacts(form: FactsForm, stored: CaseExtras): CaseExtras {
  const before = toForm(stored);
  const changed = CASE_EXTRAS.filter(({ name }) => form[name].trim() !== before[name]);
  return Object.fromEntries(
    changed.map((fact) => [fact.name, fromText(fact, form[fact.name])]),
  ) as CaseExtras;
}

/** Rebases the form on newer facts: what was changed here stays, everything else is what is stored now. */
export function rebase(form: FactsForm, before: CaseExtras, now: CaseExtras): FactsForm {
  const mine = Object.keys(changedFacts(form, before)) as ExtraDefinition['name'][];
  return { ...toForm(now), ...Object.fromEntries(mine.map((name) => [name, form[name]])) };
}

/** The same validation as the server's, so that most mistakes are reported before sending. */
export function factProblems(changes: CaseExtras, stored: CaseExtras, today: string): Record<string, string> {
  return extrasErrors({ ...changes }, today, stored);
}

/** The server names a nested field by its path; the form knows it by the last part. */
export function serverProblems(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name.replace(/^extras\./, ''), text]),
  );
}

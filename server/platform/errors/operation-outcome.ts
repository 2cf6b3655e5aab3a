import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js';
import type { AppError } from './errors.js';

export const FHIR_JSON = 'application/fhir+json; charset=utf-8';
export const isFhirPath = (url: string): boolean => /^\/fhir(\/|\?|$)/.test(url);

const CODE: Readonly<Record<number, OperationOutcomeIssue['code']>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  413: 'too-long',
  415: 'not-supported',
  422: 'processing',
  429: 'throttled',
  503: 'transient',
};

/** An error in the form in which programs that speak FHIR read it; the field of a search is its expression. */
export function operationOutcome(error: AppError): OperationOutcome {
  const code = CODE[error.status] ?? 'exception';
  const fields = Object.entries(error.parts.fields ?? {});
  const issue = (diagnostics: string, expression?: string): OperationOutcomeIssue => ({
    severity: 'error',
    code,
    details: { text: error.message, coding: [{ code: error.code }] },
    diagnostics,
    ...(expression && { expression: [expression] }),
  });
  return {
    resourceType: 'OperationOutcome',
    issue: fields.length ? fields.map(([name, text]) => issue(text, name)) : [issue(error.message)],
  };
}

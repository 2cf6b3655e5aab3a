import type { Response } from 'supertest';

interface Outcome {
  error?: string;
  issue?: { details: { coding: { code: string }[] } }[];
}

/** Why a call was refused. FHIR has its own error format, containing the same code. */
export function errorCode({ body }: Response): string | undefined {
  const { error, issue } = body as Outcome;
  return error ?? issue?.[0]?.details.coding[0]?.code;
}

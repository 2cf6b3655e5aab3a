import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { testPostgres } from '../support/database.js';

/** One row of the table at the end of a fault run: fault, limit, measurement. */
export function measured(fault: string, bound: string, seen: string): void {
  appendFileSync(
    join(testPostgres().folder, 'measured.jsonl'),
    `${JSON.stringify({ fault, bound, seen })}\n`,
  );
}

export const ms = (value: number): string => `${Math.round(value)} ms`;

/** @param share as a fraction of 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

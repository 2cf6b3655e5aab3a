import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';

/** Compares with the committed list, whose changes are part of a review; WRITE_LISTS=1 rewrites the file. */
export function expectListed(found: readonly string[], file: string): void {
  if (process.env.WRITE_LISTS) writeFileSync(file, `${found.join('\n')}\n`);
  expect(found).toEqual(readFileSync(file, 'utf8').trim().split('\n'));
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { assertDescribed } from '../support/described.mjs';

const FOLDER = join(import.meta.dirname, 'recorded');

it.each(readdirSync(FOLDER))('what %s recorded is still what the API answers', (file) => {
  const { calls } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as {
    calls: Record<string, unknown>;
  };
  expect(Object.keys(calls).length).toBeGreaterThan(5);
  for (const [url, body] of Object.entries(calls))
    assertDescribed('GET', `http://portal${url}`, {
      status: 200,
      type: 'application/json',
      body,
    } as Response);
});

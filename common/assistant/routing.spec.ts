import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { emergencyIn } from './emergency.js';
import { refusalIn } from './refusals.js';
it('x', () => {
  const r = JSON.parse(readFileSync('/work/shared/clinical/routing.json', 'utf8'));
  const bad = r.tests.filter(
    (t: any) => (emergencyIn(t.message) ? 'emergency' : refusalIn(t.message) ? 'refuse' : 'kb') !== t.route,
  );
  expect(bad).toEqual([]);
});

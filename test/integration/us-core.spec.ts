import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { FhirResource } from 'fhir/r4.js';
import { RESOURCES } from '../../server/fhir/resources/index.js';
import { charts } from '../support/fhir-charts.js';
import { hasElement, mustSupport, US_CORE } from '../support/us-core.js';

/** docs/us-core.csv: an element comes from somewhere, or is absent for a reason. */
interface Row {
  profile: string;
  element: string;
  from: string;
  absent: string;
}
const rows = parse<Row>(readFileSync('docs/us-core.csv', 'utf8'), { columns: true });
const claimed = [...new Set(RESOURCES.flatMap(({ profiles = [] }) => profiles))].map((url) =>
  url.slice(US_CORE.length),
);
const { US_CORE_PACKAGE } = process.env;

describe("ONC's must-support list of US Core 6.1.0", () => {
  it('is in the table for each profile that is claimed, and each row says one thing', () => {
    expect([...new Set(rows.map(({ profile }) => profile))].sort()).toEqual(claimed.toSorted());
    expect(rows.filter(({ from, absent }) => Boolean(from) === Boolean(absent))).toEqual([]);
    for (const profile of US_CORE_PACKAGE ? claimed : []) {
      const listed = rows.filter((row) => row.profile === profile).map(({ element }) => element);
      expect([profile, listed]).toEqual([profile, mustSupport(US_CORE_PACKAGE!, profile)]);
    }
  });

  it('is sent, but for what the table explains', () => {
    const resources: FhirResource[] = fc
      .sample(charts, { numRuns: 150, seed: 5 })
      .flatMap((chart) => RESOURCES.flatMap(({ map }) => map(chart)));
    const wrong = rows.filter(({ profile, element, absent }) => {
      const own = resources.filter(({ meta }) => meta?.profile?.includes(US_CORE + profile));
      return own.some((resource) => hasElement(resource, element)) === Boolean(absent);
    });
    expect(wrong.map(({ profile, element, absent }) => [profile, element, absent])).toEqual([]);
  });
});

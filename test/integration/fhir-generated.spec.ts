import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FhirResource } from 'fhir/r4.js';
import type { Chart } from '../../server/fhir/model/chart.js';
import { PATIENT_RESOURCES } from '../../server/fhir/resources/index.js';
import { charts } from '../support/fhir-charts.js';
import { faultsOf } from '../support/fhir-validators.js';

/** `FHIR_PATIENTS=300` before a release. */
const PATIENTS = Number(process.env.FHIR_PATIENTS ?? 60);

describe('generated charts as FHIR', () => {
  it('pass the R4 and US Core validators, whatever is missing', () => {
    const types = new Set<string>();
    fc.assert(
      fc.property(charts, (chart) => {
        const resources: FhirResource[] = PATIENT_RESOURCES.flatMap(({ map }) => map(chart));
        expect(resources.flatMap(faultsOf)).toEqual([]);
        const names = resources.map(({ resourceType, id: own }) => `${resourceType}/${own}`);
        for (const { resourceType } of resources) types.add(resourceType);
        expect(new Set(names).size).toBe(names.length);
        for (const { id: own } of resources) expect(own).toMatch(/^[A-Za-z0-9.-]{1,64}$/);
      }),
      { numRuns: PATIENTS, seed: 7 },
    );
    expect(PATIENT_RESOURCES.filter(({ type }) => !types.has(type)).map(({ type }) => type)).toEqual([]);
  }, 600_000);

  it('are the same from the sections a resource needs as from the whole chart', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        for (const { map, needs } of PATIENT_RESOURCES) {
          const only = Object.fromEntries(
            Object.entries(chart).map(([name, value]) => [
              name,
              Array.isArray(value) && name !== 'team' && !needs.some((one) => one === name) ? [] : value,
            ]),
          ) as unknown as Chart;
          expect(map(only)).toEqual(map(chart));
        }
      }),
      { numRuns: 30, seed: 11 },
    );
  }, 60_000);
});

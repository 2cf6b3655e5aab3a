import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Bundle, FhirResource } from 'fhir/r4.js';
import { Client } from 'fhir-kit-client';
import type { ApiKeyCreated } from '../../common/api/api-keys.js';
import { RESOURCES } from '../../server/fhir/resources/index.js';
import { faultsOf } from '../support/fhir-validators.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Every resource of the demo, as one of the clinic's programs reads it. */
let portal: TestPortal;
let client: Client;
let patients: FhirResource[];

const entries = ({ entry = [] }: Bundle): FhirResource[] =>
  entry.flatMap(({ resource }) => (resource as FhirResource | undefined) ?? []);
const nameOf = ({ resourceType, id }: FhirResource): string => `${resourceType}/${id}`;

/** Every page of a search. */
async function all(resourceType: string, searchParams: Record<string, string> = {}): Promise<FhirResource[]> {
  const found: FhirResource[] = [];
  let bundle: unknown = await client.search({
    resourceType,
    searchParams: { _count: '100', ...searchParams },
  });
  while (bundle) {
    found.push(...entries(bundle as Bundle));
    const more = (bundle as Bundle).link!.some(({ relation }) => relation === 'next');
    bundle = more ? await client.nextPage({ bundle: bundle as never }) : null;
  }
  return found;
}

beforeAll(async () => {
  portal = await startPortal('demo');
  const admin = await portal.signIn('orgadmin@demo.test');
  const made = await admin.post('/api/admin/api-keys', { name: 'Tests', scopes: ['fhir.read'] });
  const { key } = made.body as ApiKeyCreated;
  client = new Client({ baseUrl: `${portal.base}/fhir`, bearerToken: key });
  patients = await all('Patient');
}, 60_000);
afterAll(() => portal.close());

async function everything(id: string): Promise<FhirResource[]> {
  const bundle: unknown = await client.operation({
    name: 'everything',
    resourceType: 'Patient',
    id,
    method: 'GET',
  });
  return entries(bundle as Bundle);
}

describe("the demo's records as FHIR", () => {
  it('pass the R4 and the US Core validators, with every type included', async () => {
    expect(patients.length).toBeGreaterThan(20);
    const faults: string[] = [];
    const types = new Set<string>();
    for (const { id } of patients)
      for (const resource of await everything(id!)) {
        types.add(resource.resourceType);
        faults.push(...faultsOf(resource));
      }
    expect([...new Set(faults)].slice(0, 40)).toEqual([]);
    expect([...types].sort()).toEqual(RESOURCES.map(({ type }) => type as string).sort());
  }, 300_000);

  it('say who recorded them and who sends them, with contact details for each team member', async () => {
    const record = await everything(patients[0]!.id!);
    for (const one of record) {
      if (one.resourceType === 'PractitionerRole') expect(one.telecom).toHaveLength(1);
      if (one.resourceType !== 'Provenance') continue;
      const types = one.agent.map(({ type }) => type?.coding?.[0]?.code);
      expect(types).toEqual(['author', 'transmitter']);
      expect(one.agent[0]!.onBehalfOf).toEqual(one.agent[1]!.who);
    }
  });

  it('refer only to included resources, and repeat no id', async () => {
    for (const { id } of patients) {
      const record = await everything(id!);
      const names = record.map(nameOf);
      expect(new Set(names).size).toBe(names.length);
      const dangling = [...JSON.stringify(record).matchAll(/"reference":"([^"]+)"/g)]
        .map(([, target]) => target!)
        .filter((target) => !names.includes(target));
      expect(dangling).toEqual([]);
      expect(names.filter((name) => name.length > 64 + name.indexOf('/') + 1)).toEqual([]);
    }
  }, 120_000);

  it('are the same by search, by read and in $everything', async () => {
    const [patient] = patients;
    const record = await everything(patient!.id!);
    for (const { type, of } of RESOURCES) {
      const inRecord = record.filter(({ resourceType }) => resourceType === type);
      const params: Record<string, string> =
        of === 'clinic'
          ? {}
          : type === 'Patient'
            ? { _id: patient!.id! }
            : { [type === 'Provenance' ? '_id' : 'patient']: patient!.id! };
      if (type === 'Provenance') continue;
      const found = await all(type, params);
      expect(found.map(nameOf).sort()).toEqual(inRecord.map(nameOf).sort());
      const [first] = inRecord;
      if (first) expect(await client.read({ resourceType: type, id: first.id! })).toEqual(first);
    }
  }, 120_000);
});

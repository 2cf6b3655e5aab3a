// `npm run prove:fhir`: a demo patient's record as a transaction into a FHIR server by others, read back and compared; then the
// time of `$everything` for a patient with two years of data.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { FhirRouter, MemoryRepository } from '@medplum/fhir-router';
import { buildStale } from './build.mjs';
import { signIn, startOwnPortal } from './own-portal.mjs';

const CALLS = 20;
const LIMIT_MS = 300;
const PANELS = 24;
const RESULTS = { tt_ng_dl: 512, hct_percent: 45, psa_ng_ml: 0.9 };
const UNITS = { tt_ng_dl: 'ng/dL', hct_percent: '%', psa_ng_ml: 'ng/mL' };
const DAY_MS = 86_400_000;

/** References by another name, where there is one. */
const renamed = (resource, names) =>
  JSON.parse(JSON.stringify(resource), (key, value) =>
    key === 'reference' ? (names.get(value) ?? value) : value,
  );
const nameOf = ({ resourceType, id }) => `${resourceType}/${id}`;
/** Without what a server sets itself. */
function content({ id: _id, meta: { profile } = {}, ...rest }) {
  return { ...rest, profile };
}

/** How many resources there are, and how many come back equal. */
async function roundTrip(resources) {
  const sent = new Map(resources.map((one) => [nameOf(one), `urn:uuid:${randomUUID()}`]));
  const entry = resources.map((one) => {
    const { id: _id, ...resource } = renamed(one, sent);
    return { fullUrl: sent.get(nameOf(one)), resource, request: { method: 'POST', url: one.resourceType } };
  });
  const repository = new MemoryRepository();
  const body = { resourceType: 'Bundle', type: 'transaction', entry };
  const call = { method: 'POST', url: '/', body, params: {}, query: {} };
  const [outcome, answer] = await new FhirRouter().handleRequest(call, repository);
  if (!answer) throw new Error(`the transaction was refused: ${JSON.stringify(outcome)}`);
  const created = answer.entry.map(({ resource }) => resource);
  const back = new Map(created.map((one, n) => [nameOf(one), nameOf(resources[n])]));
  let equal = 0;
  for (const [n, one] of created.entries()) {
    const read = await repository.readResource(one.resourceType, one.id);
    if (isDeepStrictEqual(content(renamed(read, back)), content(resources[n]))) equal += 1;
    else process.stdout.write(`differs: ${nameOf(resources[n])}\n`);
  }
  return equal;
}

/** Two years of monthly panels, of a few results each. */
async function twoYears(base, cookie, patientId) {
  const headers = { cookie, 'content-type': 'application/json' };
  for (let n = 1; n <= PANELS; n++) {
    const collected_at = new Date(Date.now() - n * 30 * DAY_MS).toISOString();
    const body = JSON.stringify({ patient_id: patientId, collected_at, results: RESULTS, units: UNITS });
    const answer = await fetch(`${base}/api/labs`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`a panel: ${answer.status} ${await answer.text()}`);
  }
}

buildStale(['server']);
const portal = await startOwnPortal();
try {
  const cookie = await signIn(portal.base, 'provider@demo.test');
  const get = async (path) => (await fetch(`${portal.base}/fhir/${path}`, { headers: { cookie } })).json();
  const patients = (await get('Patient?_count=200')).entry.map(({ resource }) => resource);
  const { id } = patients.find(({ name }) => name[0].text === 'Marcus Bell');
  const everything = async () =>
    (await get(`Patient/${id}/$everything`)).entry.map(({ resource }) => resource);
  const record = await everything();
  const equal = await roundTrip(record);
  process.stdout.write(`${record.length} resources created by a transaction, ${equal} equal after ids\n`);
  await twoYears(portal.base, cookie, id);
  const times = [];
  let size = 0;
  for (let n = 0; n < CALLS; n++) {
    const started = performance.now();
    size = (await everything()).length;
    times.push(performance.now() - started);
  }
  const median = times.toSorted((a, b) => a - b)[CALLS / 2];
  process.stdout.write(
    `$everything of ${size} resources: median ${median.toFixed(0)} ms of ${CALLS} (limit ${LIMIT_MS})\n`,
  );
  if (equal < record.length || median > LIMIT_MS) process.exitCode = 1;
} finally {
  await portal.stop();
}

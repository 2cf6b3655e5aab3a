import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { IntakeResponse } from '../../common/api/index.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(120_000);

const SAVES = process.env.FAULT_ROUNDS ? 1000 : 60;
/** About as much as the form accepts. */
const LONG = ['allergies', 'current_medications', 'supplements', 'surgeries', 'other_conditions'] as const;

let portal: TestPortal;
let patient: Person;

beforeAll(async () => {
  portal = await startPortal('demo');
  patient = await portal.signUp();
});
afterAll(() => portal.close());

const save = (version: number, data: object) => patient.post('/api/trt/intake', { data, version });

it('goes back to an earlier version within limits, and asks again beyond them', async () => {
  for (let version = 0; version < SAVES; version++) {
    const text = `${version} `.repeat(900).slice(0, 4000);
    const { status } = await save(version, Object.fromEntries(LONG.map((name) => [name, text])));
    expect(status).toBe(200);
  }
  const started = performance.now();
  for (const base of [0, 1, SAVES - 2]) {
    const answer = await save(base, { occupation: `baker ${base}` });
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 409) expect(answer.body.error).toBe('version_conflict');
  }
  expect(performance.now() - started).toBeLessThan(6000);
});

it('keeps a few hundred changes of a form, however often it is saved', async () => {
  const form = (await patient.get('/api/trt/intake')).body as IntakeResponse;
  const id = patient.me!.user.id;
  await portal.database.asSuperuser(
    `INSERT INTO intake_changes (intake_id, version, changes_enc)
      SELECT i.id, i.version + 10 + n, '' FROM intakes i JOIN patients p ON p.id = i.patient_id, generate_series(1, 400) n WHERE p.user_id = $1`,
    [id],
  );
  await portal.database.asSuperuser(
    `UPDATE intakes i SET version = i.version + 410 FROM patients p WHERE p.id = i.patient_id AND p.user_id = $1`,
    [id],
  );
  const { version } = (await patient.get('/api/trt/intake')).body.intake_form;
  expect(version).toBe(form.intake_form.version + 410);
  expect((await save(version, { occupation: 'carpenter' })).status).toBe(200);
  expect((await save(version - 300, { phone: '555 0100' })).body.error).toBe('version_conflict');
  const [row] = await portal.database.asSuperuser<{ n: number }>(
    `SELECT count(*)::int AS n FROM intake_changes c JOIN intakes i ON i.id = c.intake_id JOIN patients p ON p.id = i.patient_id WHERE p.user_id = $1`,
    [id],
  );
  expect(row!.n).toBeLessThanOrEqual(300);
});

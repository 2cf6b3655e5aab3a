import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { loadClinic } from '../../bench/data.mjs';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import { PortalProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { measured, ms } from './measured.js';

/** `EXPORT_PATIENTS=10000 npm run test:server -- --testPathPatterns faults/exports` takes ten minutes. */
const PATIENTS = Number(process.env.EXPORT_PATIENTS ?? 1500);
const MEMORY_MB = 400;
jest.setTimeout(1_800_000);

let database: ClonedDatabase;
let portal: PortalProcess;
let key: string;

beforeAll(async () => {
  database = await cloneDatabase('demo');
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await loadClinic(owner, PATIENTS, () => undefined);
  await owner.end();
  portal = await PortalProcess.create({
    DATABASE_URL: database.url,
    APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
    DATABASE_POOL: '6',
  });
  await portal.start();
  const admin = await portal.signIn('orgadmin@demo.test');
  const made = await admin.post('/api/admin/api-keys', { name: 'Registry', scopes: ['fhir.export'] });
  key = String(made.body.key);
});
afterAll(async () => {
  await portal.stop();
  await database.drop();
});

const call = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { authorization: `Bearer ${key}`, ...headers } });

describe('an export of a whole clinic', () => {
  it('survives a kill -9 midway, has each record once, and stays small', async () => {
    const started = performance.now();
    const begun = await call(`${portal.base}/fhir/Patient/$export`, { prefer: 'respond-async' });
    expect(begun.status).toBe(202);
    const address = begun.headers.get('content-location')!;
    let most = 0;
    const progress = async (): Promise<number | null> => {
      most = Math.max(most, portal.residentMb());
      const answer = await call(address);
      expect([200, 202]).toContain(answer.status);
      return answer.status === 200 ? null : Number.parseInt(answer.headers.get('x-progress')!, 10);
    };
    await until('a third is written', async () => ((await progress()) ?? 0) >= PATIENTS / 3, 600_000);
    await portal.kill();
    await portal.start();
    const before = await progress();
    expect(before).toBeGreaterThanOrEqual(PATIENTS / 3);
    await until('it is finished', async () => (await progress()) === null, 1_500_000);
    const took = performance.now() - started;

    const { output } = (await (await call(address)).json()) as {
      output: { type: string; url: string; count: number }[];
    };
    let resources = 0;
    for (const { type, url, count } of output) {
      const ids = new Set<string>();
      const file = Readable.fromWeb((await call(url)).body as never);
      for await (const line of createInterface({ input: file })) {
        const { resourceType, id } = JSON.parse(line) as { resourceType: string; id: string };
        expect(resourceType).toBe(type);
        ids.add(id);
      }
      most = Math.max(most, portal.residentMb());
      expect([type, ids.size]).toEqual([type, count]);
      resources += count;
    }
    const [known] = await database.asSuperuser<{ n: number }>(
      `SELECT count(*)::int AS n FROM patients p JOIN organisations o ON o.id = p.org_id WHERE o.is_default AND p.held_at IS NULL`,
    );
    expect(output.find(({ type }) => type === 'Patient')!.count).toBe(known!.n);
    if (most > 0) expect(most).toBeLessThan(MEMORY_MB);
    measured(
      `an export of ${known!.n} patients, killed midway`,
      `each record once, below ${MEMORY_MB} MB`,
      `${resources} resources in ${ms(took)}, at most ${most} MB`,
    );
    process.stderr.write(`${known!.n} patients, ${resources} resources, ${ms(took)}, at most ${most} MB\n`);
  });
});

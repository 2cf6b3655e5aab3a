import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { SmallDisk } from '../support/small-disk.js';
import { measured, ms } from './measured.js';

jest.setTimeout(180_000);

const DISK_MIB = 80;
/** So that the log normally fits on the small disk. */
const SMALL_LOG = '\nmin_wal_size = 32MB\nmax_wal_size = 32MB\n';
/** How long the disk stays full: PostgreSQL stops, is restarted, and fails. */
const FULL_MS = 8000;

const describeWhereMounted = SmallDisk.possible() ? describe : describe.skip;

describeWhereMounted('PostgreSQL without room for its own log', () => {
  let disk: SmallDisk;
  let portal: PortalProcess;
  let cluster: string;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trt-wal-'));
    chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
    portal = await PortalProcess.create({ DATA_DIR: folder });
    await portal.start();
    await portal.stop();
    cluster = realpathSync(join(portal.folder, 'postgres'));
    disk = SmallDisk.mount(DISK_MIB)!;
    disk.ownLike(cluster);
    spawnSync('cp', ['-a', join(cluster, 'pg_wal'), disk.folder]);
    renameSync(join(cluster, 'pg_wal'), join(cluster, 'pg_wal.before'));
    symlinkSync(join(disk.folder, 'pg_wal'), join(cluster, 'pg_wal'));
    appendFileSync(join(cluster, 'postgresql.conf'), SMALL_LOG);
    await portal.start();
  });
  afterAll(async () => {
    await portal.stop();
    disk.unmount();
    rmSync(portal.folder, { recursive: true, force: true });
  });

  const superuser = async (): Promise<pg.Client> => {
    const password = readFileSync(join(portal.folder, 'postgres-password'), 'utf8').trim();
    const port = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3];
    const client = new pg.Client(`postgres://postgres:${password}@127.0.0.1:${port}/trt`);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  let saves = 0;
  const save = (writer: Person, version: number) =>
    writer.post('/api/trt/intake', { version, data: { occupation: `writer ${saves++}` } });

  it('is an outage: cached data can be read, nothing acknowledged is lost, and it recovers automatically', async () => {
    const patient = await portal.signIn('patient@demo.test');
    const provider = await portal.signIn('provider@demo.test');
    const writer = await portal.signIn('new@demo.test');
    const reads = async () => [await patient.get('/api/trt/dashboard'), await provider.get('/api/trt/cases')];
    expect((await reads()).map((a) => a.status)).toEqual([200, 200]);

    const filler = await superuser();
    disk.fill();
    let version = (await writer.get('/api/trt/intake')).body.intake_form.version as number;
    let acknowledged = 0;
    let refused = await save(writer, version);
    for (; refused.status === 200; refused = await save(writer, version)) {
      acknowledged += 1;
      version = refused.body.intake_form.version as number;
      // Other users write too: the rest of the log is used up while people get their answers.
      await filler
        .query(`SELECT pg_logical_emit_message(false, 'ballast', repeat('x', 200000))`)
        .catch(() => null);
    }
    expect(acknowledged).toBeGreaterThan(3);
    expect([refused.status, refused.body.detail]).toEqual([503, 'database_unavailable']);

    const outage = performance.now();
    let slowest = 0;
    let rounds = 0;
    for (; performance.now() - outage < FULL_MS; rounds++) {
      const asked = performance.now();
      const answers = await reads();
      slowest = Math.max(slowest, performance.now() - asked);
      expect(answers.map((a) => [a.status, a.body.case_source ?? a.body.source])).toEqual([
        [200, 'cache'],
        [200, 'fallback'],
      ]);
      expect((await save(writer, version)).status).toBe(503);
      expect((await portal.anonymous().get('/livez')).status).toBe(200);
      expect((await portal.anonymous().get('/readyz')).status).toBe(503);
      await sleep(250);
    }
    expect(rounds).toBeGreaterThan(5);

    // Restarted repeatedly, one at a time.
    expect(readFileSync(join(portal.folder, 'postgres.log'), 'utf8')).not.toContain('lock file');
    disk.free();
    const freed = performance.now();
    for (;;) {
      const { body } = await patient.get('/api/trt/dashboard');
      if (body.case_source === 'db') break;
      if (performance.now() - freed > 60_000) throw new Error('it did not recover');
      await sleep(100);
    }
    const took = performance.now() - freed;
    const kept = (await writer.get('/api/trt/intake')).body.intake_form.version as number;
    expect(kept).toBeGreaterThanOrEqual(version);
    expect((await save(writer, kept)).status).toBe(200);
    measured(
      'PostgreSQL without room for its own log (R-13)',
      'an outage: cached answers 200, writes 503, 0 acknowledged writes lost',
      `held for ${ms(FULL_MS)} (two reads at most ${ms(slowest)}); 0 of ${acknowledged} lost; fresh ${ms(took)} after room`,
    );
  });
});

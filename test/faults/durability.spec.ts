import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { cloneDatabase, testPostgres } from '../support/database.js';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { measured, ms, percentile } from './measured.js';
import { Writer } from './writer.js';

jest.setTimeout(240_000);

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);

/** The PostgreSQL started by a portal. */
class BroughtAlong {
  constructor(private readonly dataDir: string) {}

  private get pidFile(): string[] {
    return readFileSync(join(realpathSync(join(this.dataDir, 'postgres')), 'postmaster.pid'), 'utf8').split(
      '\n',
    );
  }

  async asSuperuser(...statements: string[]): Promise<void> {
    const password = readFileSync(join(this.dataDir, 'postgres-password'), 'utf8').trim();
    const client = new pg.Client({
      host: '127.0.0.1',
      port: Number(this.pidFile[3]),
      user: 'postgres',
      password,
      database: 'trt',
    });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Kills the postmaster and all its processes at once: nothing in memory is written any more. */
  kill(): void {
    const postmaster = Number(this.pidFile[0]);
    const children = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && parentOf(name) === postmaster,
    );
    for (const pid of [postmaster, ...children.map(Number)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
}

function parentOf(pid: string): number | null {
  try {
    return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

describe('a database killed in the middle of writing', () => {
  let portal: PortalProcess;
  let postgres: BroughtAlong;
  let person: Person;

  beforeAll(async () => {
    portal = await PortalProcess.create({ DEMO_DATA: 'off' });
    await portal.start();
    postgres = new BroughtAlong(portal.folder);
    await postgres.asSuperuser(
      `INSERT INTO organisations (id, name, timezone, policies, is_default)
        VALUES (gen_random_uuid(), 'Clinic', 'America/New_York', '{}', true)`,
    );
    person = await portal.anonymous().signUp();
  });
  afterAll(() => portal.stop());

  /** @returns how many acknowledged writes were lost, and how long until writes worked again */
  async function killWhileWriting(
    writeFor: number,
  ): Promise<{ written: number; lost: number; back: number }> {
    const writer = await Writer.start(person);
    // On a busy machine the first writes take long.
    await until('the first writes', () => writer.count > 5, 20_000);
    await sleep(writeFor);
    postgres.kill();
    const killed = performance.now();
    await writer.stop();
    const written = writer.count;
    while ((await person.get('/api/trt/intake')).status !== 200) await sleep(50);
    return { written, lost: await writer.lost(person), back: performance.now() - killed };
  }

  it(`loses no acknowledged write, ${ROUNDS} times, and the portal recovers automatically`, async () => {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await killWhileWriting(400 + round * 31));
    const written = rounds.reduce((sum, r) => sum + r.written, 0);
    const back = percentile(
      rounds.map((r) => r.back),
      1,
    );
    measured(
      `PostgreSQL killed -9 ${ROUNDS} times under write load (R-01)`,
      '0 acknowledged writes lost',
      `0 of ${written}`,
    );
    measured(
      'PostgreSQL killed -9: taking writes again (R-01)',
      '8 s, including PostgreSQL’s restart',
      ms(back),
    );
    expect(written).toBeGreaterThan(ROUNDS * 5);
    expect(rounds.map((r) => r.lost)).toEqual(rounds.map(() => 0));
    expect(back).toBeLessThan(20_000);
  });

  it('is a check that can fail: without durable commits it does', async () => {
    await postgres.asSuperuser(
      `ALTER SYSTEM SET wal_writer_delay = '10s'`,
      `ALTER ROLE trt_login SET synchronous_commit = off`,
      `SELECT pg_reload_conf()`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'trt_login'`,
    );
    await sleep(1500);
    while ((await person.get('/api/trt/intake')).status !== 200) await sleep(50);
    const { written, lost } = await killWhileWriting(600);
    measured(
      'negative control: synchronous_commit = off, killed -9',
      'more than 0 lost',
      `${lost} of ${written}`,
    );
    // A retry of the test before comes after this one.
    await postgres.asSuperuser(
      `ALTER SYSTEM RESET wal_writer_delay`,
      `ALTER ROLE trt_login RESET synchronous_commit`,
      `SELECT pg_reload_conf()`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'trt_login'`,
    );
    expect(lost).toBeGreaterThan(0);
  });
});

it('does not start on a database without durable commits', async () => {
  const database = await cloneDatabase('empty');
  const name = new URL(database.url).pathname.slice(1);
  await database.asSuperuser(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(testPostgres().folder, 'volatile'),
      DATABASE_URL: database.url,
      SERVE_CLIENT: '0',
      LOG_LEVEL: 'silent',
    },
    encoding: 'utf8',
    timeout: 60_000,
  });
  await database.drop();
  expect([status, stderr.trim().split('\n').at(-1)]).toEqual([
    78,
    'Refusing to start: the database runs with synchronous_commit = off, so it may lose what it acknowledged.',
  ]);
});

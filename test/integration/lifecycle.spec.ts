import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { form, save } from '../support/care.js';
import { Person } from '../support/person.js';

const LIMIT = 90_000;
let home: string;
let dataDir: string;
let port: number;
let base: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'trt-start-'));
  chmodSync(home, 0o755);
  dataDir = join(home, 'data');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as AddressInfo);
  probe.close();
  base = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
  await sleep(500);
  rmSync(home, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

function start(env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_ORIGIN: base,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SERVE_CLIENT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text, exit: once(child, 'exit').then(([code]) => code as number | null) };
}

async function ready(started: Started): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const ok = await fetch(`${base}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
    if (ok) return;
    if (started.child.exitCode !== null || Date.now() > end)
      throw new Error(`not ready: ${started.output()}`);
    await sleep(50);
  }
}

const postmaster = (): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
function runs(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
}
async function gone(pid: number): Promise<boolean> {
  for (let i = 0; i < 100 && runs(pid); i++) await sleep(50);
  return !runs(pid);
}

describe('the process', () => {
  let first: Started;
  let person: Person;

  it(
    'starts on an empty folder, says how to sign in, and reveals no secrets',
    async () => {
      first = start();
      await ready(first);
      for (const word of [`127.0.0.1:${port}`, 'patient@demo.test', 'provider@demo.test', dataDir])
        expect(first.output()).toContain(word);
      for (const file of ['app-keys', 'postgres-password', 'postgres.log'])
        expect([file, statSync(join(dataDir, file)).mode & 0o077]).toEqual([file, 0]);
    },
    LIMIT,
  );

  it(
    'refuses to run twice on one data folder, in one line, and does not disturb the first',
    async () => {
      const second = start({ PORT: String(port + 1) });
      expect(await second.exit).toBe(1);
      expect(second.output().trim()).toMatch(
        /^The portal is already running on the data folder .+\. Stop it first, or set DATA_DIR to another folder\.$/,
      );
      expect((await fetch(`${base}/readyz`)).status).toBe(200);
    },
    LIMIT,
  );

  it(
    'recovers after a kill -9, with every acknowledged answer',
    async () => {
      person = await new Person(base).signIn('new@demo.test');
      for (let i = 0; i < 5; i++) expect((await save(person, { occupation: `job ${i}` })).status).toBe(200);
      const orphan = postmaster();
      first.child.kill('SIGKILL');
      await first.exit;
      first = start();
      await ready(first);
      expect(runs(orphan)).toBe(false);
      expect((await form(person)).data.occupation).toBe('job 4');
    },
    LIMIT,
  );

  it(
    'stops a halted PostgreSQL of the previous run with its children, and starts',
    async () => {
      const orphan = postmaster();
      const children = readFileSync(`/proc/${orphan}/task/${orphan}/children`, 'utf8').trim().split(' ');
      for (const pid of [orphan, ...children.map(Number)]) process.kill(pid, 'SIGSTOP');
      first.child.kill('SIGKILL');
      await first.exit;
      first = start();
      await ready(first);
      expect(runs(orphan)).toBe(false);
    },
    LIMIT,
  );

  it(
    'restarts its PostgreSQL when that dies',
    async () => {
      process.kill(postmaster(), 'SIGKILL');
      const end = Date.now() + 20_000;
      let answer = await person.get('/api/trt/intake');
      while (answer.status !== 200 && Date.now() < end) {
        expect([answer.status, answer.body.error]).toEqual([503, 'database_unavailable']);
        await sleep(200);
        answer = await person.get('/api/trt/intake');
      }
      expect(answer.status).toBe(200);
    },
    LIMIT,
  );

  it(
    'exits with 0 on SIGTERM and stops its PostgreSQL too',
    async () => {
      const database = postmaster();
      first.child.kill('SIGTERM');
      expect(await first.exit).toBe(0);
      expect(await gone(database)).toBe(true);
    },
    LIMIT,
  );
});

describe('a folder with something missing', () => {
  it(
    'a database without its keys: exits with 78 in one line, and generates no new ones',
    async () => {
      const keys = join(dataDir, 'app-keys');
      renameSync(keys, `${keys}.away`);
      const started = start();
      expect(await started.exit).toBe(78);
      expect(started.output().trim()).toBe(
        `Refusing to start: there is a database in ${dataDir} and no app-keys. Put them back there.`,
      );
      expect(existsSync(keys)).toBe(false);
      renameSync(`${keys}.away`, keys);
    },
    LIMIT,
  );

  it(
    'no database: the audit chain is not reported as intact',
    () => {
      const nowhere = join(home, 'nowhere');
      const { status, stderr } = spawnSync(process.execPath, ['scripts/audit-verify.mjs'], {
        env: { PATH: process.env.PATH, DATA_DIR: nowhere },
        encoding: 'utf8',
      });
      expect([status, stderr.trim()]).toEqual([
        78,
        `Refusing to start: there is no database in ${nowhere}. Set DATA_DIR or DATABASE_URL.`,
      ]);
      expect(existsSync(join(nowhere, 'postgres-password'))).toBe(false);
    },
    LIMIT,
  );

  it(
    'an unreachable database: says that it runs without it, not that it is ready',
    async () => {
      const started = start({
        DATABASE_URL: 'postgres://portal@127.0.0.1:1/x',
        DATA_DIR: join(home, 'apart'),
        DEMO_DATA: 'off',
      });
      const end = Date.now() + 30_000;
      while (!started.output().includes('TRT Program') && Date.now() < end) await sleep(50);
      expect(started.output()).toContain('TRT Program runs without its database');
      started.child.kill('SIGTERM');
      expect(await started.exit).toBe(0);
    },
    LIMIT,
  );
});

describe('production', () => {
  it(
    'exits with 78 and names what is missing, never a value',
    async () => {
      const bare = start({ NODE_ENV: 'production' });
      expect(await bare.exit).toBe(78);
      expect(bare.output().trim().split('\n')).toHaveLength(1);
      for (const name of ['APP_KEYS', 'DATABASE_URL', 'PUBLIC_ORIGIN', 'SMTP_URL'])
        expect(bare.output()).toContain(name);
      const insecure = start({
        NODE_ENV: 'production',
        APP_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
        // secretlint-disable-next-line -- a made-up password, which must not be in the log
        DATABASE_URL: 'postgres://portal:geheim@127.0.0.1:1/x',
        SMTP_URL: 'smtps://oracle:geheim@mail.invalid',
        PUBLIC_ORIGIN: 'http://portal.invalid',
      });
      expect(await insecure.exit).toBe(78);
      expect(insecure.output()).toContain('PUBLIC_ORIGIN');
      expect(insecure.output()).not.toContain('geheim');
    },
    LIMIT,
  );
});

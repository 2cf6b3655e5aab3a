// Runs docker/Dockerfile without a container engine: each stage in an empty folder, its COPY and RUN steps,
// then its CMD as an unprivileged user with production settings until it is ready, and one of the operator's commands.
// Needs the npm registry.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStale } from './build.mjs';
import { freePort } from './own-portal.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const NOBODY = 65534;
const SYSTEM_STEP = /^install -d /;

const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
const isIgnored = (path) => {
  const name = relative(ROOT, path);
  return ignored.some((entry) => name === entry || name.startsWith(`${entry}/`));
};

const instructions = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1).trim()]);

const work = mkdtempSync(join(tmpdir(), 'trt-image-'));
chmodSync(work, 0o755);
const stages = new Map();

function copy(stage, words) {
  const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice('--from='.length)) : null;
  const to = words.pop();
  for (const source of words) {
    const path = from ? join(from.folder, relative('/app', source)) : join(ROOT, source);
    const into =
      source === '.' || (!to.endsWith('/') && statSync(path).isDirectory())
        ? to
        : join(to, source.split('/').at(-1));
    cpSync(path, join(stage.folder, into), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (p) => from !== null || !isIgnored(p),
    });
  }
}

/** Node's version in the image must be the pinned one or close to it: only npm and node are looked up. */
function run(stage, command) {
  if (SYSTEM_STEP.test(command)) return;
  const { status } = spawnSync('sh', ['-ec', command], {
    cwd: stage.folder,
    env: {
      PATH: process.env.PATH.split(':')
        .filter((p) => !p.startsWith(ROOT))
        .join(':'),
      HOME: work,
      ...stage.env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`RUN ${command}: ended with ${status}`);
}

function build() {
  let stage = null;
  for (const [verb, rest] of instructions) {
    process.stdout.write(`${verb} ${rest.slice(0, 100)}\n`);
    if (verb === 'FROM') {
      const name = / AS (\w+)/i.exec(rest)?.[1] ?? String(stages.size);
      stage = { folder: join(work, name), env: {}, command: [], user: null };
      mkdirSync(stage.folder);
      stages.set(name, stage);
    } else if (verb === 'COPY') copy(stage, rest.split(/\s+/));
    else if (verb === 'RUN') run(stage, rest);
    else if (verb === 'ENV')
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
    else if (verb === 'USER') stage.user = rest;
    else if (verb === 'CMD') stage.command = JSON.parse(rest);
  }
  return stage;
}

/** The first administrator, as described in docker/README.md. */
function invite(options) {
  const args = ['scripts/admin-invite.mjs', '--email', 'root@example.test'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...options,
    stdio: 'pipe',
    encoding: 'utf8',
  });
  const link = /^https:\/\/portal\.example\/reset-password\?token=\S+$/m.test(stdout);
  if (status !== 0 || !link) throw new Error(`The invitation ended with ${status}: ${stderr || stdout}`);
}

async function start(stage, databaseUrl) {
  if (stage.user === 'root' || stage.user === null) throw new Error('The image would run as root');
  const data = join(work, 'data');
  mkdirSync(data);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) spawnSync('chown', [`${NOBODY}:${NOBODY}`, data]);
  const port = await freePort();
  const began = performance.now();
  const options = {
    cwd: stage.folder,
    env: {
      ...stage.env,
      METRICS_PORT: String(await freePort()),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN: 'https://portal.example',
      SMTP_URL: 'smtp://127.0.0.1:1025',
      APP_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    },
    ...(asRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  const child = spawn(process.execPath, stage.command.slice(1), options);
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode}`);
      if (performance.now() - began > 60_000) throw new Error('The portal did not become ready');
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) break;
      await sleep(100);
    }
    const took = performance.now() - began;
    invite(options);
    const asked = get({ port, host: '127.0.0.1', path: '/', headers: { host: 'portal.example' } });
    const [page] = await once(asked, 'response');
    return { took, page: page.statusCode, size: (await text(page)).length };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    process.stdout.write(`stopped with ${code}\n`);
  }
}

buildStale(['server']);
const { EmbeddedPostgres } = await import('../dist/server/database/embedded/embedded-postgres.js');
const folder = join(work, 'database');
mkdirSync(folder, { mode: 0o755 });
const postgres = new EmbeddedPostgres(folder);
try {
  const last = build();
  await postgres.start();
  const { took, page, size } = await start(last, postgres.ownerUrl);
  const disk = spawnSync('du', ['-sm', last.folder], { encoding: 'utf8' }).stdout.split('\t')[0];
  process.stdout.write(
    `ready in ${(took / 1000).toFixed(1)} s, the administrator is invited, the landing page answers ${page} (${size} bytes), the application takes ${disk} MB\n`,
  );
  process.exitCode = page === 200 ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(work, { recursive: true, force: true });
}

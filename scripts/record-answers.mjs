// Records what the demo clinic answers to each page, for the component tests. Run it when the API's answers change.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

if (process.argv.length > 2) {
  process.stderr.write('Usage: npm run record:answers (no options; replaces test/component/recorded)\n');
  process.exit(1);
}
const PORT = 3970;
const base = `http://localhost:${PORT}`;
const folder = mkdtempSync(join(tmpdir(), 'trt-record-'));
const run = (command, args, env) =>
  spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
const ended = (child) => new Promise((resolve) => child.once('exit', resolve));

const portal = run('node', ['scripts/start.mjs'], {
  PORT: String(PORT),
  PUBLIC_ORIGIN: base,
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
});
try {
  while (!(await fetch(`${base}/readyz`).catch(() => null))?.ok) {
    if (portal.exitCode !== null) throw new Error('The portal did not start');
    await sleep(500);
  }
  rmSync('test/component/recorded', { recursive: true, force: true });
  // One after the other: each file of tests adds what it asks for to the same recordings.
  const tests = run('npm', ['run', '--silent', 'test:component', '--', '--runInBand'], {
    RECORD_ANSWERS: base,
  });
  process.exitCode = await ended(tests);
} finally {
  portal.kill('SIGTERM');
  await ended(portal);
  rmSync(folder, { recursive: true, force: true });
}

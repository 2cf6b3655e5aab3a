// For drills: a portal of their own with the demo's data, in a folder that is removed afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PASSWORD = 'Trt-demo-2026!pass';
const READY_MS = 180_000;

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

/** @param flags of Node.js  @param env beside what every such portal has  @param at its port, if it must be known before */
export async function startOwnPortal({ flags = [], env = {}, at = null } = {}) {
  const [port, metricsPort] = [at ?? (await freePort()), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'trt-drill-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...flags, 'dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_ORIGIN: base,
      METRICS_PORT: String(metricsPort),
      DATA_DIR: folder,
      SERVE_CLIENT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: 'ignore',
  });
  const ready = () =>
    fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let waited = 0; !(await ready()); waited += 100) {
    if (waited > READY_MS || child.exitCode !== null) {
      await stop();
      throw new Error('The portal did not become ready');
    }
    await sleep(100);
  }
  return { base, folder, child, stop, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
}

/** @returns the cookie header of a demo account */
export async function signIn(base, email) {
  const answer = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

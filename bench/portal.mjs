import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/own-portal.mjs';

const PASSWORD = 'Trt-demo-2026!pass';
const AS_IN_THE_IMAGE = ['--max-semi-space-size=8', '--max-old-space-size=384'];
const START_LIMIT_MS = 60_000;

export { freePort };

/** A process that serves HTTP: ours, the floor or the usual. */
export async function startServer(script, env, ready) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...AS_IN_THE_IMAGE, script], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_ORIGIN: base, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (
    !(await fetch(`${base}${ready}`).then(
      (r) => r.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - started > START_LIMIT_MS)
      throw new Error(`${script} did not start`);
    await sleep(50);
  }
  return {
    base,
    pid: child.pid,
    startedMs: performance.now() - started,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const beside = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The floor server, with the answers it gives in a file of `folder`. */
export function startFloor(DATABASE_URL, folder, endpoints) {
  const ENDPOINTS_FILE = join(folder, 'floor-endpoints.json');
  writeFileSync(ENDPOINTS_FILE, JSON.stringify(endpoints));
  return startServer(beside('floor.mjs'), { DATABASE_URL, ENDPOINTS_FILE }, '/0');
}

let addresses = 0;
/** Each caller from its own address, so that the limits of one address are not what is measured. */
const address = () => `10.30.${(addresses >> 8) & 255}.${addresses++ & 255}`;

/** The cookies that a call sets, as the next one sends them. */
export async function cookieFrom(url, init) {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const session = (base, path, body) =>
  cookieFrom(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address() },
    body: JSON.stringify(body),
  });

export const signIn = (base, email) => session(base, '/auth/login', { email, password: PASSWORD });
export const signUp = (base, email) =>
  session(base, '/auth/signup', { email, password: PASSWORD, confirm_password: PASSWORD });

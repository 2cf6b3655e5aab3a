// Programs by others, in fixed versions that renovate.json keeps up to date. npm fetches them into its cache when they are first
// needed; as dependencies of the project they would bring some five hundred packages along.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
export const DESCRIPTION = join(ROOT, 'docs/openapi.json');
export const VERSIONS = {
  '@redocly/cli': '2.77.0',
  '@stoplight/prism-cli': '5.16.0',
  '@usebruno/cli': '4.1.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
};

export const operations = () =>
  Object.values(JSON.parse(readFileSync(DESCRIPTION, 'utf8')).paths).flatMap((path) => Object.values(path));

export const pinned = (name) => `${name}@${VERSIONS[name]}`;

const isOver = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** A command of such a package, in a group of its own, so that all of it can be ended. */
export function start(name, command, args, options = {}) {
  const call = ['exec', '--yes', `--package=${pinned(name)}`, '--', command, ...args];
  const child = spawn('npm', call, { cwd: ROOT, detached: true, ...options });
  process.once('exit', () => {
    if (child.pid && !isOver(child)) process.kill(-child.pid, 'SIGTERM');
  });
  return child;
}

/** Ends a started command and what it started. */
export async function end(child) {
  if (isOver(child)) return;
  process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
}

/** @returns whether the program ended well, and what it printed */
export async function run(program, args, options = {}) {
  return finished(spawn(program, args, { cwd: ROOT, ...options }));
}

export const runPackage = (name, command, args, options = {}) =>
  finished(start(name, command, args, options));

async function finished(child) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const [code] = await once(child, 'close');
  return { ok: code === 0, said };
}

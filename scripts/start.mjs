// `npm start`: builds what is missing or stale, then runs the server in this very process.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PARTS = {
  server: { sources: ['server', 'common', 'ormconfig.ts', 'nest-cli.json', '.swcrc', 'package-lock.json'], entry: 'dist/server/main.js', script: 'build:server' },
  client: { sources: ['client', 'common', 'package-lock.json'], entry: 'dist/client/index.html', script: 'build:client' },
};

function* files(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) yield* files(join(path, name));
}

/** Size and time of every source file: cheap, and any edit changes it. */
function stamp(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of files(join(root, source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

export function buildStale() {
  for (const [name, { sources, entry, script }] of Object.entries(PARTS)) {
    const stampFile = join(root, 'node_modules/.cache/trt-portal', `${name}.stamp`);
    const now = stamp(sources);
    if (existsSync(join(root, entry)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === now) continue;
    process.stdout.write(`Building the ${name} ...\n`);
    const built = spawnSync('npm', ['run', '--silent', script], { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } });
    if (built.status !== 0) {
      process.stderr.write(`${built.stdout}\n${built.stderr}\nThe ${name} could not be built.\n`);
      process.exit(1);
    }
    mkdirSync(join(root, 'node_modules/.cache/trt-portal'), { recursive: true });
    writeFileSync(stampFile, now);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  buildStale();
  await import('../dist/server/main.js');
}

// Builds the parts of the product whose sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = join(root, 'node_modules/.cache/trt-portal');
const PARTS = {
  server: {
    sources: [
      'server',
      'common',
      'languages',
      'ormconfig.ts',
      'nest-cli.json',
      '.swcrc',
      'package-lock.json',
    ],
    entry: 'dist/server/main.js',
  },
  client: {
    sources: ['client', 'common', 'languages', 'package-lock.json'],
    entry: 'dist/client/index.html',
  },
};

function* files(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) yield* files(join(path, name));
}

/** Size and time of every source file: cheap, and any edit changes them. */
function stampOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of files(join(root, source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

export function buildStale(names = Object.keys(PARTS)) {
  for (const name of names) {
    const { sources, entry } = PARTS[name];
    // The image contains the build output but no sources to build from.
    if (existsSync(join(root, entry)) && !existsSync(join(root, sources[0]))) continue;
    const stampFile = join(stamps, `${name}.stamp`);
    const now = stampOf(sources);
    if (existsSync(join(root, entry)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === now)
      continue;
    process.stdout.write(`Building the ${name} ...\n`);
    const env = { ...process.env, NODE_ENV: 'production' };
    const built = spawnSync('npm', ['run', '--silent', `build:${name}`], {
      cwd: root,
      encoding: 'utf8',
      env,
    });
    if (built.status !== 0)
      throw new Error(`The ${name} could not be built.\n${built.stdout}\n${built.stderr}`);
    mkdirSync(stamps, { recursive: true });
    writeFileSync(stampFile, now);
  }
}

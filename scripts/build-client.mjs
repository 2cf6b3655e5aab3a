// The client in English, and in each language that has a folder in `languages`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tags = readdirSync(`${root}languages`, { withFileTypes: true }).filter((one) => one.isDirectory());
for (const tag of ['', ...tags.map(({ name }) => name)]) {
  const { status } = spawnSync(
    process.execPath,
    [
      `${root}node_modules/vite/bin/vite.js`,
      'build',
      '--config',
      'client/vite.config.ts',
      '--logLevel',
      'warn',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CLIENT_LANGUAGE: tag } },
  );
  if (status !== 0) process.exit(status ?? 1);
}

// The path of a newcomer: an empty folder, two packages, the generated types, the committed example.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrism } from './judge.mjs';
import { DESCRIPTION, ROOT, pinned, run } from '../packages.mjs';

const EXAMPLE = join(ROOT, 'docs/examples/client.ts');
const STRICT =
  '--noEmit --strict --noUncheckedIndexedAccess --module esnext --moduleResolution bundler --target es2024 --allowImportingTsExtensions --types node';

async function step(title, program, args, options) {
  const { ok, said } = await run(program, args, options);
  process.stdout.write(said.replace(/^(?=.)/gm, '  '));
  process.stdout.write(`client: ${title}: ${ok ? 'ok' : 'FAILED'}\n`);
  return ok;
}

/** Generates the types, compiles the example against them and runs it: at the portal, and through Prism, which checks each call. */
export async function client(portal) {
  const folder = mkdtempSync(join(tmpdir(), 'trt-client-'));
  const here = { cwd: folder };
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  const typeRoots = join(ROOT, 'node_modules/@types');
  const types = ['--no', '--', 'openapi-typescript', DESCRIPTION, '--output', 'portal.d.ts'];
  let prism;
  try {
    copyFileSync(EXAMPLE, join(folder, 'client.ts'));
    const example = (env) => ({ ...here, env: { PATH: process.env.PATH, ...env } });
    const packages = ['openapi-fetch', 'openapi-typescript'].map(pinned);
    const ready =
      (await step(
        'packages',
        'npm',
        ['install', '--silent', '--no-audit', '--no-fund', ...packages],
        here,
      )) &&
      (await step('a module', 'npm', ['pkg', 'set', 'type=module'], here)) &&
      (await step('types generated', 'npm', ['exec', ...types], here)) &&
      (await step(
        'compiles',
        process.execPath,
        [tsc, ...STRICT.split(' '), '--typeRoots', typeRoots, 'client.ts'],
        here,
      )) &&
      (await step('runs', process.execPath, ['client.ts'], example({ PORTAL: portal.base })));
    if (!ready) return false;
    prism = await startPrism(portal.base, { errors: true });
    const through = { PORTAL: prism.base, FHIR: `${portal.base}/fhir` };
    return await step('runs through prism proxy --errors', process.execPath, ['client.ts'], example(through));
  } finally {
    await prism?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

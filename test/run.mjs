// `npm test`: every check, and the tests of each change; `npm run test:all` adds those before a release (decision 18).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale } from '../scripts/build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trt-run-'));
const jestReport = join(folder, 'jest.json');
const browserData = join(folder, 'browser');
/** Read by the configurations of jest and Playwright. */
const set = process.argv.includes('--all') ? {} : { TEST_SET: 'change' };
const count = { passed: 0, failed: 0 };

function run(title, command, args, env = {}) {
  process.stdout.write(`\n== ${title}\n`);
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      process.stdout.write(
        `== ${title}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(0)} s)\n`,
      );
      resolve(code === 0);
    });
  });
}

function add(passed, failed) {
  count.passed += passed;
  count.failed += failed;
}

/** One check; what it prints is shown when it ends. */
async function check(title, command, args) {
  const started = Date.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ok = await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  process.stdout.write(`\n${text}== ${title}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)\n`);
  add(ok ? 1 : 0, ok ? 0 : 1);
}

const npm = (script, ...args) => [
  'npm',
  ['run', '--silent', script, ...(args.length ? ['--', ...args] : [])],
];
/** Two lines of checks side by side, each about as long. */
const CHECKS = [
  [
    ['format', ...npm('format:check')],
    ['lint', ...npm('lint', '--deny-warnings')],
    ['no secrets', ...npm('secrets')],
    ['rooms and floors', ...npm('rooms')],
  ],
  [
    ['types of the client', ...npm('tsc', '-p', 'client/tsconfig.json')],
    ['types of server, common and tests', ...npm('tsc', '-p', 'tsconfig.json')],
    ['types of the browser tests', ...npm('tsc', '-p', 'test/browser')],
    ['bundle sizes', 'node', ['scripts/check-bundles.mjs']],
    ['supply chain', ...npm('supply-chain')],
  ],
];
async function checks(line) {
  for (const [title, command, args] of line) await check(title, command, args);
}

function readReport(file, read) {
  if (!existsSync(file)) return add(0, 1);
  const [passed, failed] = read(JSON.parse(readFileSync(file, 'utf8')));
  return add(passed, failed);
}

try {
  buildStale();
  await Promise.all(CHECKS.map(checks));
  const jestOk = await run(
    'unit, integration and end-to-end tests',
    'jest',
    ['-c', 'test/jest.config.mjs', '--json', `--outputFile=${jestReport}`, '--silent'],
    {
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
      // Portals and commands that the tests start load their modules compiled.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...set,
    },
  );
  readReport(jestReport, (r) => {
    const tests = r.testResults.flatMap((file) => file.assertionResults);
    const flaky = tests.filter((test) => test.status === 'passed' && test.invocations > 1);
    for (const test of flaky) process.stdout.write(`flaky, passed the second time: ${test.fullName}\n`);
    return [r.numPassedTests, r.numFailedTests + r.numRuntimeErrorTestSuites];
  });
  if (!jestOk && count.failed === 0) add(0, 1);
  const browserOk = await run(
    'browser journeys',
    'playwright',
    ['test', '-c', 'test/browser/playwright.config.ts'],
    { BROWSER_TEST_DATA: browserData, ...set },
  );
  readReport(join(browserData, 'report.json'), (r) => [r.stats.expected + r.stats.flaky, r.stats.unexpected]);
  if (!browserOk && count.failed === 0) add(0, 1);
} catch (error) {
  process.stderr.write(`${error.stack ?? error}\n`);
  add(0, 1);
} finally {
  if (count.failed === 0) rmSync(folder, { recursive: true, force: true });
  else process.stdout.write(`\nReports and failure screenshots: ${folder}\n`);
}
process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed === 0 ? 0 : 1);

// `npm run secrets`: no file of the repository holds a key, token or password, by the rules of secretlint and our own. Each run first finds planted ones, so that a scan that finds nothing has looked.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const RULES = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
const OWN_RULES = {
  /** A key of `APP_KEYS`: its name and 32 bytes. */
  'app-key': /(?<![\w/+])[\w-]{1,40}:[A-Za-z0-9+/]{43}=(?![\w=])/,
  /** One key of AWS in 32 ends in "+" or "/", which secretlint's rule does not match. */
  'aws-secret-key': /secret_?access_?key["']?\s{0,9}[=:]\s{0,9}["']?[A-Za-z0-9+/]{40}(?![\w+/=])/i,
};
const LARGEST = 4 * 1024 * 1024;
const AT_ONCE = 16;
/** Pictures and fonts. */
const BINARY = /\.(png|jpe?g|ico|woff2?|ttf|pdf|gz|wasm)$/i;
/** Hashes of packages only. */
const SKIPPED = new Set(['package-lock.json']);

/** What a text holds, as `rule:line`, without the secret itself. */
async function secretsIn(filePath, content) {
  const { messages } = await lintSource({
    source: { filePath, content, contentType: 'text' },
    options: { config: RULES, noPhysicFilePath: true, maskSecrets: true },
  });
  const own = content
    .split('\n')
    .flatMap((line, i) =>
      Object.entries(OWN_RULES).flatMap(([id, rule]) => (rule.test(line) ? [`${id}:${i + 1}`] : [])),
    );
  return [...messages.map(({ ruleId, loc }) => `${ruleId}:${loc.start.line}`), ...own];
}

/** Made at each run, so that this file holds none. */
const planted = () => {
  const hex = (bytes) => randomBytes(bytes).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    'a private key': privateKey.export({ type: 'pkcs8', format: 'pem' }),
    'a token of GitHub': `token: ghp_${hex(18)}`,
    'a key of AWS': `AWS_SECRET_ACCESS_KEY=${randomBytes(30).toString('base64')}`,
    'a key of AWS that ends in a slash': `AWS_SECRET_ACCESS_KEY=${hex(19)}+/`,
    'a password in a database URL': `DATABASE_URL=postgres://portal:${hex(12)}@db.example.org:5432/trt`,
    'a key of APP_KEYS': `APP_KEYS=k1:${randomBytes(32).toString('base64')}`,
  };
};

const missed = [];
for (const [name, text] of Object.entries(planted()))
  if ((await secretsIn('planted.env', text)).length === 0) missed.push(name);
if (missed.length > 0) {
  process.stderr.write(`The scan does not find ${missed.join(', ')}: it cannot be trusted.\n`);
  process.exit(1);
}

/** What git knows or would add; without git, everything that is neither installed nor made. */
function filesToScan() {
  try {
    const all = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', all, options).split('\0');
  } catch {
    const made = new Set(['.git', 'node_modules', 'dist', '.data', '.cache', 'coverage', 'test-results']);
    return readdirSync('.')
      .filter((name) => !made.has(name))
      .flatMap((name) =>
        statSync(name).isDirectory()
          ? readdirSync(name, { recursive: true }).map((inner) => `${name}/${String(inner)}`)
          : [name],
      );
  }
}

const files = filesToScan().filter(
  (file) =>
    file &&
    !BINARY.test(file) &&
    !SKIPPED.has(file) &&
    existsSync(file) &&
    statSync(file).isFile() &&
    statSync(file).size <= LARGEST,
);
/** @type {string[]} */
const found = [];
for (let at = 0; at < files.length; at += AT_ONCE)
  await Promise.all(
    files.slice(at, at + AT_ONCE).map(async (file) => {
      for (const secret of await secretsIn(file, readFileSync(file, 'utf8'))) found.push(`${file} ${secret}`);
    }),
  );
for (const line of found.toSorted((a, b) => a.localeCompare(b))) process.stdout.write(`${line}\n`);
process.stdout.write(`${files.length} files scanned, ${found.length} secrets found\n`);
process.exit(found.length === 0 ? 0 : 1);

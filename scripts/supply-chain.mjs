// `npm run supply-chain`: lists what the product is made of (dist/sbom.cdx.json, CycloneDX) and under which licenses
// (dist/licenses.txt), and checks that every download is pinned by hash and has no known vulnerability.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Licenses under which a dependency may be used and distributed with the product. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  // For files that we distribute unchanged.
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];
/** Dependencies without a license on that list, and why they may be used. */
const EXCEPTIONS = JSON.parse(readFileSync(new URL('license-exceptions.json', import.meta.url), 'utf8'));
const SERIOUS = ['high', 'critical'];
const MOST_OUTPUT = 64 * 1024 * 1024;

const npm = (...args) =>
  spawnSync('npm', args, { encoding: 'utf8', maxBuffer: MOST_OUTPUT, shell: process.platform === 'win32' });

function unpinned() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages)
    .filter(([path, part]) => path && !part.link && !part.inBundle && !part.integrity)
    .map(([path]) => path);
}

const licenseOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' AND ');
/** "(A OR B)" is allowed if either is, "A AND B" only if both are. */
const isAllowed = (license) =>
  license !== '' &&
  license
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => ALLOWED.includes(one.trim())));

function components() {
  const { stdout, status, stderr } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/sbom.cdx.json', stdout);
  return JSON.parse(stdout).components;
}

/** Null: the registry could not be reached. */
function weaknesses() {
  const { stdout } = npm('audit', '--json');
  try {
    const { metadata } = JSON.parse(stdout);
    return metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}

const faults = unpinned().map((path) => `${path} is not pinned by a hash`);
const parts = components();
const lines = parts.map(
  (part) => `${part.name} ${part.version}: ${licenseOf(part) || EXCEPTIONS[part.name]}`,
);
writeFileSync('dist/licenses.txt', `${lines.toSorted().join('\n')}\n`);
for (const part of parts)
  if (!isAllowed(licenseOf(part)) && !EXCEPTIONS[part.name])
    faults.push(`${part.name} ${part.version} has the license "${licenseOf(part)}"`);
process.stdout.write(
  `${parts.length} parts in dist/sbom.cdx.json, each pinned and licensed: ${faults.length ? 'NO' : 'yes'}\n`,
);

if (!process.argv.includes('--offline')) {
  const known = weaknesses();
  if (!known) process.stdout.write('known vulnerabilities: could not ask the registry\n');
  else {
    process.stdout.write(`known vulnerabilities: ${JSON.stringify(known)}\n`);
    for (const level of SERIOUS)
      if (known[level]) faults.push(`${known[level]} known vulnerabilities are ${level}`);
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exit(faults.length ? 1 : 0);

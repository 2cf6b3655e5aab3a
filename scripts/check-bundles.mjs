// Checks what a first visit downloads, from the build's manifest: fails if a page exceeds its budget (docs: quality)
// or if patient or public pages reach react-admin. Run after `vite build`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist/client', import.meta.url));
const read = (path) => readFileSync(`${dist}/${path}`);
const manifest = JSON.parse(read('.vite/manifest.json'));
const modules = JSON.parse(read('.vite/modules.json'));

const STAFF_ONLY = /node_modules\/(ra-[^/]+|react-admin)\//;
const SHELL = 'src/app/shell/Shell.tsx';
const STAFF_ROOT = 'src/staff/root/StaffRoot.tsx';
const APP = 'index.html';

/** Everything that must be loaded before these manifest entries can run. */
function closure(keys, found = new Set()) {
  for (const key of keys) {
    const entry = manifest[key];
    if (!entry) throw new Error(`${key} is not in the manifest`);
    if (found.has(entry.file)) continue;
    found.add(entry.file);
    closure(entry.imports ?? [], found);
  }
  return found;
}
const sizes = new Map();
function size(files) {
  let sum = 0;
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    if (!sizes.has(file)) sizes.set(file, gzipSync(read(file), { level: 9 }).length);
    sum += sizes.get(file);
  }
  return sum / 1000;
}
const pagesIn = (folder) =>
  Object.keys(manifest).filter((key) => key.startsWith(folder) && key.endsWith('Page.tsx'));

const problems = [];
function check(name, kilobytes, budget) {
  const over = kilobytes > budget;
  process.stdout.write(
    `${over ? 'OVER' : 'ok  '} ${name.padEnd(52)} ${kilobytes.toFixed(1).padStart(6)} of ${budget} kB\n`,
  );
  if (over) problems.push(`${name} is ${kilobytes.toFixed(1)} kB, its budget ${budget} kB`);
}
function checkFree(name, files) {
  const guilty = [...files].flatMap((file) => (modules[file] ?? []).filter((id) => STAFF_ONLY.test(id)));
  if (guilty.length > 0) problems.push(`${name} reaches react-admin: ${guilty.slice(0, 3).join(', ')}`);
}

const landing = closure(['landing.html']);
check('landing', size(landing), 90);
checkFree('landing', landing);

for (const page of pagesIn('src/public/')) {
  const files = closure([APP, page]);
  check(page, size(files), 175);
  checkFree(page, files);
}
for (const page of [...pagesIn('src/patient/'), ...pagesIn('src/account/')]) {
  const files = closure([APP, SHELL, page]);
  check(page, size(files), 220);
  checkFree(page, files);
}
const shell = size(closure([APP, SHELL]));
const staffPages = pagesIn('src/staff/');
for (const page of staffPages)
  check(`${page} (addition)`, size(closure([APP, SHELL, STAFF_ROOT, page])) - shell, 190);

// The checks above prove nothing if a folder moved or the module list lost its names.
if (
  !staffPages.some((page) =>
    [...closure([STAFF_ROOT, page])].some((file) => modules[file]?.some((id) => STAFF_ONLY.test(id))),
  )
) {
  problems.push('react-admin was found nowhere: the module list or the pattern is wrong');
}
for (const folder of ['src/public/', 'src/patient/', 'src/account/'])
  if (pagesIn(folder).length === 0) problems.push(`No page found in ${folder}`);

if (problems.length > 0) {
  process.stderr.write(`\n${problems.join('\n')}\n`);
  process.exit(1);
}

// A test file has a context of its own. What it tests is loaded outside of it, once a worker, as it was built:
// in a context, loading it takes two seconds a file, and code runs a third slower.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const outside = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** A package stays where it is. */
const builtFrom = (file) =>
  file.endsWith('.ts') ? `${root}dist/${file.slice(root.length, -'ts'.length)}js` : file;

/** Exports again, inside, what a module exports outside. */
function process(_source, filename) {
  const file = builtFrom(filename);
  const names = Object.keys(outside(file)).filter((name) => name !== 'default');
  const lines = [
    `const built = outside(${JSON.stringify(file)});`,
    ...names.map((name) => `export const ${name} = built.${name};`),
    'export default built.default;',
  ];
  return { code: lines.join('\n') };
}

// Not the source: an index exports what other files say.
const getCacheKey = (source, filename) => process(source, filename).code;

export default { process, getCacheKey };

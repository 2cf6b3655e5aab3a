// `npm run prove:api [-- --only lint,client,bruno,prism --tests PATTERN]`: programs by others judge docs/openapi.json. Redocly lints
// it, a typed client and a Bruno collection are generated from it and run against a portal, and Prism compares it with every answer
// that a person of the end-to-end tests gets.
import { parseArgs } from 'node:util';
import { buildStale } from './build.mjs';
import { startOwnPortal } from './own-portal.mjs';
import { bruno } from './prove-api/bruno.mjs';
import { client } from './prove-api/client.mjs';
import { lint } from './prove-api/lint.mjs';
import { prism } from './prove-api/prism.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'lint,client,bruno,prism' },
    tests: { type: 'string', default: 'test/e2e/' },
  },
});
const only = values.only.split(',');

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
buildStale(['server']);
const outcomes = [];
if (only.includes('lint')) outcomes.push(await lint());
const withPortal = [client, bruno].filter(({ name }) => only.includes(name));
if (withPortal.length) {
  const portal = await startOwnPortal();
  try {
    for (const prove of withPortal) outcomes.push(await prove(portal));
  } finally {
    await portal.stop();
  }
}
if (only.includes('prism')) outcomes.push(await prism(values.tests));
process.exitCode = outcomes.every(Boolean) ? 0 : 1;

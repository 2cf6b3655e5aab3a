// `npm run openapi:bruno`: writes the Bruno collection. It is not in the repository: every call is a file, and each would change
// a second time with docs/openapi.json.
import { join } from 'node:path';
import { requestsIn, writeCollection } from './openapi/bruno.mjs';
import { ROOT } from './packages.mjs';

const folder = join(ROOT, 'docs/examples/bruno');
await writeCollection(folder);
process.stdout.write(`${requestsIn(folder).length} requests in ${folder}\n`);

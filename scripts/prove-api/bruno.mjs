import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL, isSignIn, requestsIn, writeCollection } from '../openapi/bruno.mjs';
import { operations, runPackage } from '../packages.mjs';

/** A read that needs nothing but a session. */
const isPlainRead = (text) => /^get \{\n {2}url: \{\{baseUrl\}\}\/(api|files)[^:]*$/m.test(text);

/** Generates the collection, then signs in and sends every read without an id, as a person would press them one after the other. */
export async function bruno(portal) {
  const home = mkdtempSync(join(tmpdir(), 'trt-bruno-'));
  const folder = join(home, 'portal');
  const written = join(home, 'report.json');
  try {
    await writeCollection(folder);
    const requests = requestsIn(folder);
    const described = operations().length;
    process.stdout.write(`bruno: ${requests.length} requests of ${described} operations\n`);
    const thatAre = (kind) => requests.filter((file) => kind(readFileSync(join(folder, file), 'utf8')));
    const sent = [...thatAre(isSignIn), ...thatAre(isPlainRead)];
    const where = ['--env', LOCAL, '--env-var', `baseUrl=${portal.base}`, '--reporter-json', written];
    const { said } = await runPackage('@usebruno/cli', 'bru', ['run', ...sent, ...where], { cwd: folder });
    const [{ results }] = JSON.parse(readFileSync(written, 'utf8'));
    const statuses = results.map(({ response }) => response.status);
    // Another role's calls are 403, and one that needs a parameter is 422.
    const odd = results.filter(({ response }) => ![200, 204, 403, 422].includes(response.status));
    for (const { request, response } of odd) process.stdout.write(`  ${request.url}: ${response.status}\n`);
    const answered = statuses.filter((status) => status === 200).length;
    process.stdout.write(
      `bruno: ${answered} of ${sent.length} requests answered 200, the others 403 or 422\n`,
    );
    if (statuses[0] !== 200) process.stdout.write(said.slice(-2000));
    return (
      requests.length === described && statuses[0] === 200 && statuses.length === sent.length && !odd.length
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

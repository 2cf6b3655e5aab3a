import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { load, TOGETHER, WRONG, writers } from '../faults/migrations-data.js';
import { cloneDatabase, type ClonedDatabase } from '../support/database.js';

const SECONDS = 3;

/** Which derived values are wrong after many concurrent writes to the same three cases. */
async function wrongAfter(database: ClonedDatabase): Promise<string[]> {
  const people = await writers(database.url, TOGETHER);
  await sleep(SECONDS * 1000);
  const { failed, written } = await people.stop();
  // The portal retries a transaction that ended in a deadlock.
  expect(failed.filter((message) => message !== 'deadlock detected')).toEqual([]);
  expect(written).toBeGreaterThan(50 * SECONDS);
  const wrong: string[] = [];
  for (const [what, sql] of Object.entries(WRONG))
    if ((await database.asSuperuser(sql)).length > 0) wrong.push(what);
  return wrong;
}

/** The triggers whose statements depend on concurrent writes of another transaction. */
const UNLOCKED = [
  'case_list_on_person',
  'case_list_on_plan',
  'case_list_critical',
  'prescription_list_words',
];

async function bodyOf(database: ClonedDatabase, name: string): Promise<string> {
  const [row] = await database.asSuperuser(`SELECT pg_get_functiondef('${name}'::regproc) AS body`);
  return (row as { body: string }).body;
}

const withoutLock = (definition: string): string => {
  const changed = definition.replace(/PERFORM 1 [^;]*FOR NO KEY UPDATE;/, '');
  expect(changed).not.toBe(definition);
  return changed;
};

it('searched and sorted values stay right when two transactions change them at the same moment', async () => {
  const database = await cloneDatabase('demo');
  for (const statement of load(3)) await database.asSuperuser(statement);
  try {
    expect(await wrongAfter(database)).toEqual([]);
    // Without the locks it is seen to go wrong.
    for (const name of UNLOCKED) await database.asSuperuser(withoutLock(await bodyOf(database, name)));
    expect(await wrongAfter(database)).not.toEqual([]);
  } finally {
    await database.drop();
  }
});

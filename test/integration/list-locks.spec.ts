import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { load, TOGETHER, WRONG, writers } from '../faults/migrations-data.js';
import { cloneDatabase, type ClonedDatabase } from '../support/database.js';

const SECONDS = 3;

/** Which kept values are wrong after many have written about the same three cases at once. */
async function wrongAfter(database: ClonedDatabase): Promise<string[]> {
  const people = await writers(database.url, TOGETHER);
  await sleep(SECONDS * 1000);
  const { failed, written } = await people.stop();
  // A transaction ended by a deadlock is run again by the portal.
  expect(failed.filter((message) => message !== 'deadlock detected')).toEqual([]);
  expect(written).toBeGreaterThan(50 * SECONDS);
  const wrong: string[] = [];
  for (const [what, sql] of Object.entries(WRONG))
    if ((await database.asSuperuser(sql)).length > 0) wrong.push(what);
  return wrong;
}

/** The triggers whose statements depend on what another transaction may just be writing. */
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

it('what lists are searched and sorted by stays right when two change it at the same moment', async () => {
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

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { ownerDataSource } from '../../server/database/data-source.js';
import { migrations } from '../../server/database/migrations/index.js';
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

it('what lists are searched and sorted by stays right when two change it at the same moment', async () => {
  const database = await cloneDatabase('demo');
  for (const statement of load(3)) await database.asSuperuser(statement);
  const source = await ownerDataSource(database.url).initialize();
  try {
    expect(await wrongAfter(database)).toEqual([]);
    // Without the locks it is seen to go wrong.
    const locks = migrations.findIndex(({ name }) => name.startsWith('ListLocks'));
    for (let i = migrations.length; i > locks; i--) await source.undoLastMigration();
    expect(await wrongAfter(database)).not.toEqual([]);
  } finally {
    await source.destroy();
    await database.drop();
  }
});

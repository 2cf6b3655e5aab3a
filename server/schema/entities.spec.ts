import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { entities } from './entities.js';

describe('the list of tables', () => {
  it('names every entity: drift, key rotation and erasure know a table only from this list', async () => {
    const files = (readdirSync('server', { recursive: true }) as string[]).filter((file) =>
      /\.entit(y|ies)\.ts$/.test(file),
    );
    for (const file of files) await import(pathToFileURL(`server/${file}`).href);
    const declared = getMetadataArgsStorage().tables.map(({ target }) => target);
    expect(declared.length).toBeGreaterThan(60);
    expect(declared.filter((target) => !entities.includes(target as never))).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** What every feature stands on. All else is imported where it is used, so that the module graph tells who uses what. */
const FLOOR = /^(config|platform|database|jobs|audit|limits|outage)\//;

describe('the modules of the server', () => {
  it('are global only on the floor', () => {
    const files = (readdirSync('server', { recursive: true }) as string[]).filter((file) =>
      file.endsWith('.ts'),
    );
    const global = files.filter((file) => /^@Global\(\)/m.test(readFileSync(`server/${file}`, 'utf8')));
    expect(global.length).toBeGreaterThan(5);
    expect(global.filter((file) => !FLOOR.test(file))).toEqual([]);
  });
});

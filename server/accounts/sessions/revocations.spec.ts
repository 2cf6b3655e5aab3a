import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { DatabaseLink } from '../../database/database-link.js';
import type { Db } from '../../database/db.js';
import type { SnapshotStore } from '../../database/snapshot-store.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import type { Log } from '../../platform/logging/log.js';
import { Clock } from '../../platform/time/clock.js';
import { Revocations } from './revocations.js';

const folders: string[] = [];
afterEach(() => {
  jest.useRealTimers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Watches the database, until its process sleeps for some seconds and wakes up to an outage. */
async function woken(seconds: number): Promise<Revocations> {
  jest.useFakeTimers();
  const dataDir = mkdtempSync(join(tmpdir(), 'trt-revocations-'));
  folders.push(dataDir);
  const link = { available: true, lostAt: null as Date | null, onRecovered: () => undefined };
  const cipher = new FieldCipher({ appKeys: [{ kid: 'k1', secret: Buffer.alloc(32, 7) }] });
  const log = { error: () => undefined, info: () => undefined };
  const revocations = new Revocations(
    { rows: async () => [] } as unknown as Db,
    link as unknown as DatabaseLink,
    { isEmpty: async () => true } as unknown as SnapshotStore,
    new Clock(),
    cipher,
    log as unknown as Log,
    { dataDir },
  );
  await revocations.onModuleInit();
  await revocations.onApplicationBootstrap();
  revocations.onApplicationShutdown();
  jest.setSystemTime(Date.now() + seconds * 1000);
  Object.assign(link, { available: false, lostAt: new Date() });
  return revocations;
}

describe('the list of ended sessions in an outage', () => {
  it('is trusted by a process that looked a moment before', async () => {
    expect((await woken(7)).knowsSince(Date.now())).toBe(true);
  });

  it('is not trusted by one that slept until then', async () => {
    expect((await woken(30)).knowsSince(Date.now())).toBe(false);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseProxy } from './database-proxy.js';
import { testPostgres } from './database.js';
import { startAgain, startPortal, type TestPortal } from './portal.js';
import { until } from './until.js';

/** A portal with its own data folder, whose database can be disconnected. */
export interface OutagePortal {
  portal: TestPortal;
  proxy: DatabaseProxy;
  folder: string;
  connected(): Promise<boolean>;
  /** Disconnects the database and waits until the portal has noticed. */
  cut(): Promise<void>;
  /** Reconnects it and waits until the portal has noticed; returns how many milliseconds that took. */
  mend(limitMs?: number): Promise<number>;
  /** Starts it again after `portal.app.close()`. */
  again(): Promise<void>;
  close(): Promise<void>;
}

export async function startOutagePortal(env: Record<string, string> = {}): Promise<OutagePortal> {
  const folder = mkdtempSync(join(tmpdir(), 'trt-outage-'));
  // With the demo data's keys.
  const settings = {
    ...env,
    DATA_DIR: folder,
    APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
  };
  let wire: DatabaseProxy | undefined;
  const portal = await startPortal('demo', settings, {
    through: async (url) => (wire = await DatabaseProxy.to(url)).url,
  });
  const proxy = wire!;
  const connected = async (): Promise<boolean> =>
    (await portal.anonymous().get('/api/system/status')).body.database.connected as boolean;
  return {
    portal,
    proxy,
    folder,
    connected,
    async cut() {
      await proxy.refuse();
      await until('the outage is noticed', async () => !(await connected()), 2000);
    },
    async mend(limitMs = 3000) {
      await proxy.mend();
      return until('the database is back', connected, limitMs);
    },
    again: () => startAgain(portal, settings, proxy.url),
    async close() {
      await proxy.mend();
      await portal.close();
      await proxy.close();
      rmSync(folder, { recursive: true });
    },
  };
}

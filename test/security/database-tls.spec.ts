import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { certificateAuthority, type Authority } from '../support/certificates.js';
import { testPostgres } from '../support/database.js';
import { startPortal } from '../support/portal.js';
import { until } from '../support/until.js';

jest.setTimeout(60_000);

let folder: string;
let superuser: pg.Client;
let ours: Authority;
let others: Authority;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trt-tls-'));
  [ours, others] = [await certificateAuthority(), await certificateAuthority()];
  for (const [name, { certificate }] of Object.entries({ ours, others }))
    writeFileSync(join(folder, `${name}.pem`), certificate);
  superuser = new pg.Client({ connectionString: testPostgres().adminUrl });
  await superuser.connect();
});
afterAll(async () => {
  for (const setting of ['ssl', 'ssl_cert_file', 'ssl_key_file'])
    await superuser.query(`ALTER SYSTEM RESET ${setting}`);
  await superuser.query('SELECT pg_reload_conf()');
  await superuser.end();
  rmSync(folder, { recursive: true });
});

/** From now on the server shows this certificate to clients that ask for TLS. */
async function serve(host: string): Promise<void> {
  const { rows } = await superuser.query<{ dir: string }>(
    `SELECT setting AS dir FROM pg_settings WHERE name = 'data_directory'`,
  );
  const { uid, gid } = statSync(rows[0]!.dir);
  const issued = await ours.issue(host);
  const files = { ssl_cert_file: issued.certificate, ssl_key_file: issued.key };
  for (const [setting, content] of Object.entries(files)) {
    const file = join(rows[0]!.dir, `${setting}.pem`);
    writeFileSync(file, content, { mode: 0o600 });
    chownSync(file, uid, gid);
    await superuser.query(`ALTER SYSTEM SET ${setting} = '${file}'`);
  }
  await superuser.query('ALTER SYSTEM SET ssl = on');
  await superuser.query('SELECT pg_reload_conf()');
  await until(
    'the server offers TLS',
    async () => (await superuser.query<{ ssl: string }>('SHOW ssl')).rows[0]!.ssl === 'on',
    5000,
  );
}

const through = (authority: 'ours' | 'others') => (text: string) => {
  const url = new URL(text);
  url.hostname = 'localhost';
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', join(folder, `${authority}.pem`));
  return Promise.resolve(url.toString());
};

describe('a database reached with sslmode=verify-full', () => {
  it('is reached by TLS on every connection: work, sessions, heartbeat, queue and its listener', async () => {
    await serve('localhost');
    const portal = await startPortal('demo', {}, { through: through('ours') });
    const provider = await portal.signIn('provider@demo.test');
    expect((await provider.get('/api/trt/cases')).status).toBe(200);
    const connections = await portal.database.asSuperuser<{ name: string; ssl: boolean }>(
      `SELECT DISTINCT a.application_name AS name, s.ssl FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
        WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() ORDER BY 1`,
    );
    expect(connections.map(({ ssl }) => ssl)).not.toContain(false);
    expect(connections.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['trt-portal', 'trt-portal-checks', 'trt-portal-heartbeat']),
    );
    expect(connections.length).toBeGreaterThan(3);
    await portal.close();
  });

  it.each([
    ['signed by another authority', 'localhost', 'others'],
    ['of another host', 'database.elsewhere.test', 'ours'],
  ] as const)('is refused with a certificate %s', async (_, host, trusted) => {
    await serve(host);
    await expect(startPortal('empty', {}, { through: through(trusted) })).rejects.toThrow(
      /certificate|altnames|self-signed/i,
    );
  });
});

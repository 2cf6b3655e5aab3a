import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { loadGatewayConfig } from '../../server/config/gateway-config.js';
import { ConfigError, loadConfig } from '../../server/config/config.js';
import { MEMORY_FLAGS } from '../support/process.js';

const read = (name: string): string => readFileSync(new URL(`../../docker/${name}`, import.meta.url), 'utf8');

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const { services, volumes } = compose;
const KEY = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const apps = ['app-1', 'app-2'].map((name) => services[name]!);

/** One instruction per line, continued lines joined. */
const instructions = read('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

describe('compose.yaml', () => {
  it('names existing services and declared volumes', () => {
    expect(Object.keys(services).toSorted()).toEqual([
      'app-1',
      'app-2',
      'caddy',
      'lab-gateway',
      'mail',
      'postgres',
    ]);
    for (const [name, service] of Object.entries(services)) {
      expect([name, Boolean(service.image) !== Boolean(service.build)]).toEqual([name, true]);
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {});
      for (const other of needed)
        expect([name, Object.keys(services)]).toEqual([name, expect.arrayContaining([other])]);
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':');
        const known = from.startsWith('./')
          ? existsSync(new URL(`../../docker/${from}`, import.meta.url))
          : from in volumes;
        expect([name, volume, known]).toEqual([name, volume, true]);
      }
      expect([name, service.restart]).toEqual([name, 'unless-stopped']);
    }
  });

  it('runs two portals on one database, each with its own data folder, and waits for the database', () => {
    for (const app of apps) {
      expect(app.build).toEqual({ context: '..', dockerfile: 'docker/Dockerfile' });
      expect(app.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
      expect(app.read_only).toBe(true);
      expect(app.cap_drop).toEqual(['ALL']);
      expect(app.security_opt).toEqual(['no-new-privileges:true']);
    }
    expect(apps[0]!.environment).toEqual(apps[1]!.environment);
    // Where docs/operations.md points Prometheus.
    expect(apps[0]!.environment).toMatchObject({ METRICS_PORT: '9464' });
    expect(apps[0]!.volumes).not.toEqual(apps[1]!.volumes);
    // The gateway leaves messages where both find them.
    const { environment, volumes: own } = services['lab-gateway']!;
    for (const app of apps) {
      expect(app.volumes).toEqual(expect.arrayContaining(own!));
      expect(app.environment).toMatchObject({ LAB_SPOOL_DIR: environment!['LAB_SPOOL_DIR'] });
    }
    expect(loadGatewayConfig({ ...environment, APP_KEYS: KEY }).spoolDir).toBe('/lab-spool');
    expect(services['postgres']!.healthcheck!.test.join(' ')).toContain('pg_isready');
  });

  it('exposes only the proxy, which checks liveness and not the database', () => {
    for (const [name, service] of Object.entries(services)) {
      if (name === 'caddy') continue;
      for (const port of service.ports ?? [])
        expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
    }
    const caddy = read('Caddyfile');
    expect(caddy).toContain('health_uri /livez');
    // In an outage only the portal that answered a person before has their answers.
    expect(caddy).toContain('lb_policy cookie trt_portal');
    expect(caddy).toContain('reverse_proxy app-1:3000 app-2:3000');
    // Without TLS pages are redirected and calls are refused.
    const plain = caddy.slice(caddy.indexOf('\nhttp://'));
    expect(plain).toMatch(
      /@calls path \/api\/\* \/auth\/\* \/fhir\/\* \/files\/\*\s+handle @calls \{\s+respond 403/,
    );
  });

  it('contains no secrets: each comes from the environment, and a missing one stops startup', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const [variable, value] of Object.entries(service.environment ?? {})) {
        if (/KEY|PASSWORD|SECRET/.test(variable))
          expect([name, variable, value]).toEqual([name, variable, expect.stringMatching(/^\$\{\w+:\?\}$/)]);
        expect(value).not.toMatch(/:\/\/[^$/]*:[^$/]+@/);
      }
    }
    expect(read('env.example')).toMatch(/^APP_KEYS=$/m);
    expect(read('env.example')).toMatch(/^POSTGRES_PASSWORD=$/m);
  });

  it('gives the portal what a production start requires', () => {
    const values: Record<string, string> = {
      PUBLIC_ORIGIN: 'https://portal.example',
      APP_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      POSTGRES_PASSWORD: 'x',
      PORTAL_DB_PASSWORD: 'x',
    };
    const filled = Object.fromEntries(
      Object.entries(apps[0]!.environment!).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+):\?\}/g, (_all, variable: string) => values[variable]!),
      ]),
    );
    const env = { ...filled, NODE_ENV: 'production', DATA_DIR: '/data', HOST: '0.0.0.0', PORT: '3000' };
    expect(loadConfig(env).secureCookies).toBe(true);
    expect(() => loadConfig({ ...env, APP_KEYS: '' })).toThrow(ConfigError);
    // Only the services on the network of this file are reached without TLS.
    expect(filled['PLAINTEXT_HOSTS']!.split(',').every((host) => host in services)).toBe(true);
    expect(() => loadConfig({ ...env, PLAINTEXT_HOSTS: 'mail' })).toThrow(ConfigError);
  });
});

describe('the Dockerfile', () => {
  it('ends as a non-root user, with production settings, the memory limits and a check of /livez', () => {
    expect(lastStage).toContain('USER node');
    expect(lastStage.find((line) => line.startsWith('ENV '))).toContain('NODE_ENV=production');
    expect(lastStage.find((line) => line.startsWith('HEALTHCHECK '))).toContain('/livez');
    const command = JSON.parse(lastStage.at(-1)!.replace(/^CMD /, '')) as string[];
    expect(command).toEqual(['node', ...MEMORY_FLAGS, 'dist/server/main.js']);
  });

  it("includes the operator's commands, and says how to call them", () => {
    const copied = lastStage
      .filter((line) => line.startsWith('COPY '))
      .map((line) => line.split(/\s+/).at(-1));
    expect(copied).toEqual(['./', './node_modules', './dist', './scripts']);
    const told = [...read('README.md').matchAll(/exec app-1 node (scripts\/\S+)/g)].map(([, path]) => path!);
    expect(told).toHaveLength(3);
    for (const path of told)
      expect([path, existsSync(new URL(`../../${path}`, import.meta.url))]).toEqual([path, true]);
  });

  it('copies only existing files, and neither data nor history', () => {
    for (const line of instructions.filter((l) => l.startsWith('COPY ') && !l.includes('--from'))) {
      for (const source of line.split(/\s+/).slice(1, -1)) {
        expect([line, existsSync(new URL(`../../${source}`, import.meta.url))]).toEqual([line, true]);
      }
    }
    const ignored = readFileSync(new URL('../../.dockerignore', import.meta.url), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['node_modules', 'dist', '.data', '.git', 'docker/.env']));
  });

  it('has no sources to build from: its commands build nothing', () => {
    const image = mkdtempSync(join(tmpdir(), 'trt-image-test-'));
    cpSync(new URL('../../scripts', import.meta.url), join(image, 'scripts'), { recursive: true });
    mkdirSync(join(image, 'dist/server'), { recursive: true });
    writeFileSync(join(image, 'dist/server/main.js'), '');
    writeFileSync(join(image, 'package.json'), '{ "type": "module" }');
    const built = spawnSync(
      process.execPath,
      ['-e', `import('./scripts/build.mjs').then(({ buildStale }) => buildStale(['server']))`],
      { cwd: image, encoding: 'utf8' },
    );
    expect([built.status, built.stdout, built.stderr]).toEqual([0, '', '']);
    rmSync(image, { recursive: true });
  });
});

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, givenSecrets, readKeys, withoutBlanks, type AppKey } from './config.js';
import { mayBePlain } from './transport.js';

/** What `npm run lab-gateway` needs: keys and folders, and no database. */
export interface GatewayConfig {
  readonly host: string;
  readonly port: number;
  readonly spoolDir: string;
  /** Files with messages are taken from here; null: none are. */
  readonly dropDir: string | null;
  /** Files in PEM form; null: not encrypted. */
  readonly tls: Readonly<{ cert: string; key: string; clientCa: string }> | null;
  readonly appKeys: readonly AppKey[];
  readonly logLevel: string;
}

const Env = z.object({
  DATA_DIR: z.string().min(1).default('.data'),
  APP_KEYS: z.string().optional(),
  PLAINTEXT_HOSTS: z.string().optional(),
  LAB_GATEWAY_HOST: z.string().min(1).default('127.0.0.1'),
  LAB_GATEWAY_PORT: z.coerce.number().int().min(0).max(65535).default(2575),
  LAB_SPOOL_DIR: z.string().optional(),
  LAB_DROP_DIR: z.string().optional(),
  LAB_TLS_CERT: z.string().optional(),
  LAB_TLS_KEY: z.string().optional(),
  LAB_TLS_CLIENT_CA: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
const TLS = ['LAB_TLS_CERT', 'LAB_TLS_KEY', 'LAB_TLS_CLIENT_CA'] as const;

/** Throws ConfigError naming variables, never their values. */
export function loadGatewayConfig(environment: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const faults = new Set<string>();
  const present = givenSecrets(withoutBlanks(environment), faults);
  const parsed = Env.safeParse(present);
  if (!parsed.success) for (const issue of parsed.error.issues) faults.add(String(issue.path[0]));
  // All three or none: a laboratory proves who it is by its certificate.
  const named = TLS.filter((name) => present[name]);
  for (const name of TLS) if (named.length && !(present[name] && existsSync(present[name]))) faults.add(name);
  const host = present.LAB_GATEWAY_HOST ?? '127.0.0.1';
  const address = `tcp://${host.includes(':') ? `[${host}]` : host}`;
  if (!URL.canParse(address)) faults.add('LAB_GATEWAY_HOST');
  else if (!named.length && !mayBePlain(new URL(address), present.PLAINTEXT_HOSTS))
    faults.add('LAB_TLS_CERT');
  if (faults.size || !parsed.success) throw new ConfigError([...faults]);
  const env = parsed.data;
  const dataDir = resolve(env.DATA_DIR);
  const appKeys = readKeys(env.APP_KEYS, dataDir);
  if (!appKeys.length)
    throw new ConfigError(
      ['APP_KEYS'],
      `APP_KEYS is not set, and there is no app-keys in ${dataDir}. Give the keys of the portal.`,
    );
  return Object.freeze({
    host: env.LAB_GATEWAY_HOST,
    port: env.LAB_GATEWAY_PORT,
    spoolDir: resolve(env.LAB_SPOOL_DIR ?? join(dataDir, 'lab-spool')),
    dropDir: env.LAB_DROP_DIR ? resolve(env.LAB_DROP_DIR) : null,
    tls:
      env.LAB_TLS_CERT && env.LAB_TLS_KEY && env.LAB_TLS_CLIENT_CA
        ? { cert: env.LAB_TLS_CERT, key: env.LAB_TLS_KEY, clientCa: env.LAB_TLS_CLIENT_CA }
        : null,
    appKeys,
    logLevel: env.LOG_LEVEL,
  });
}

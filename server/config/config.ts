import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isSafeDatabase, isSameUser, mayBePlain } from './transport.js';

/** Exit code when the configuration does not allow startup (sysexits EX_CONFIG). */
export const EXIT_CONFIG = 78;

export class ConfigError extends Error {
  constructor(
    readonly variables: string[],
    why = `missing or unsuitable configuration: ${variables.join(', ')}`,
  ) {
    super(`Refusing to start: ${why}`);
  }
}

export interface AppKey {
  kid: string;
  secret: Buffer;
}

const PROCESS_ROLES = ['web', 'worker', 'all'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];
export const worksJobs = ({ processRole }: Pick<Config, 'processRole'>): boolean => processRole !== 'web';
export const answersCalls = ({ processRole }: Pick<Config, 'processRole'>): boolean =>
  processRole !== 'worker';

export type AnchorTarget =
  | { kind: 'file'; path: string }
  | { kind: 'syslog'; host: string; port: number | null }
  | { kind: 'https'; url: string };

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicOrigin: string;
  /** Other origins a browser may send besides publicOrigin (development only). */
  readonly extraOrigins: readonly string[];
  readonly secureCookies: boolean;
  readonly dataDir: string;
  /** Where the laboratory gateway leaves messages for the portal. */
  readonly labSpoolDir: string;
  /** Orders are left here for laboratories, in a folder for each connection. */
  readonly labOrdersDir: string;
  readonly databaseUrl: string | null;
  /** URL of the tables' owner, for migrations and the operator's commands; null: `databaseUrl` is the owner's. */
  readonly databaseOwnerUrl: string | null;
  /** The same database without the pooler that `databaseUrl` leads to; null: it has none. */
  readonly databaseDirectUrl: string | null;
  /** A streaming replica of the same database, for exports, the verification of the audit and the cockpit; null: none. */
  readonly databaseReadUrl: string | null;
  /** false: a job does it before the roll-out, and a server that finds the schema behind does not start. */
  readonly migratesOnStart: boolean;
  readonly databasePool: number;
  /** web: answers calls; worker: works the jobs and seals the audit; all: both. */
  readonly processRole: ProcessRole;
  readonly smtpUrl: string | null;
  /** Emails are sent only after the connection to the mail server is encrypted. */
  readonly smtpNeedsTls: boolean;
  readonly mailFrom: string;
  readonly appKeys: readonly AppKey[];
  /** Secrets mixed into password hashes; the first is used for new ones. None: no pepper. */
  readonly passwordPeppers: readonly AppKey[];
  /** SHA-1 hashes of breached passwords, sorted, one per line. */
  readonly pwnedFile: string | null;
  readonly demoData: boolean;
  readonly devRoutes: boolean;
  readonly trustProxy: number;
  readonly rateLimits: 'strict' | 'relaxed';
  /** null: no metrics. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** An OpenAI-compatible endpoint that may reword articles; null: nothing leaves the portal. */
  readonly assistantModel: Readonly<{ url: string; key: string | null; model: string }> | null;
  /** Where the signed head of the audit chain is sent; null: only to the log. */
  readonly auditAnchor: AnchorTarget | null;
  /** A clamd that reads files before they are stored; null: none. */
  readonly virusScanner: Readonly<{ host: string; port: number }> | null;
  /** false: the Vite dev server serves the pages. */
  readonly servesClient: boolean;
}

const DEV_SERVER_PORT = 5173;
const CLAMD_PORT = 3310;

const Env = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  PUBLIC_ORIGIN: z.url().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  LAB_SPOOL_DIR: z.string().min(1).optional(),
  LAB_ORDERS_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  PROCESS_ROLE: z.enum(PROCESS_ROLES).default('all'),
  DATABASE_POOL: z.coerce.number().int().min(6).max(200).default(10),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional(),
  PLAINTEXT_HOSTS: z
    .string()
    .regex(/^[\w.:[\]-]+(\s*,\s*[\w.:[\]-]+)*$/)
    .optional(),
  MAIL_FROM: z.string().min(3).default('TRT Program <no-reply@trt-program.test>'),
  APP_KEYS: z.string().optional(),
  PASSWORD_PEPPERS: z.string().optional(),
  PWNED_FILE: z.string().optional(),
  DEMO_DATA: z.enum(['on', 'off', 'true', 'false', '1', '0']).optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_LIMITS: z.enum(['strict', 'relaxed']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  ASSISTANT_LLM_URL: z
    .url()
    // Loopback works without TLS; anything else requires it.
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/)
    .optional(),
  AUDIT_ANCHOR: z.string().optional(),
  VIRUS_SCANNER: z
    .string()
    .regex(/^clamd:\/\/[\w.-]+(:\d{1,5})?$/)
    .optional(),
  ASSISTANT_LLM_KEY: z.string().optional(),
  ASSISTANT_LLM_MODEL: z.string().min(1).optional(),
  DEV_SERVER: z.enum(['0', '1']).default('0'),
  MIGRATE_ON_START: z.enum(['0', '1']).default('1'),
  SERVE_CLIENT: z.enum(['0', '1']).default('1'),
});

/** Each may be given as NAME_FILE instead: a file that contains it, as container platforms mount secrets. */
const SECRETS = [
  'APP_KEYS',
  'PASSWORD_PEPPERS',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'ASSISTANT_LLM_KEY',
] as const;

/** Every variable that is read. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(Env.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Reads the NAME_FILE values. A name given both ways, or an unreadable file, is an error. */
export function givenSecrets(present: Record<string, string>, faults: Set<string>): Record<string, string> {
  const all = { ...present };
  for (const name of SECRETS) {
    const path = present[`${name}_FILE`];
    if (!path) continue;
    try {
      const text = readFileSync(path, 'utf8').trim();
      if (!text || present[name]) faults.add(`${name}_FILE`);
      else all[name] = text;
    } catch {
      faults.add(`${name}_FILE`);
    }
  }
  return all;
}

/** clamd://host[:port] */
function scannerOf(text: string | undefined): Config['virusScanner'] {
  const [host = '', port] = text?.slice('clamd://'.length).split(':') ?? [];
  return host ? { host, port: Number(port ?? CLAMD_PORT) } : null;
}

/** A file on other storage, syslog://host[:port] or an https URL. undefined: none of these. */
function anchorTarget(text: string): AnchorTarget | undefined {
  if (!/^[a-z]+:\/\//.test(text)) return { kind: 'file', path: resolve(text) };
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'syslog:' && url.hostname)
    return { kind: 'syslog', host: url.hostname, port: url.port ? Number(url.port) : null };
  const local = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || local ? { kind: 'https', url: text } : undefined;
}

/** An empty variable counts as unset. */
export function withoutBlanks(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((e): e is [string, string] => Boolean(e[1]?.trim()));
  return Object.fromEntries(entries);
}

function parseKeys(list: string): AppKey[] | null {
  const keys: AppKey[] = [];
  for (const part of list.split(',')) {
    const [kid, encoded, ...rest] = part.trim().split(':');
    const secret = Buffer.from(encoded ?? '', 'base64');
    if (!kid || !/^[\w-]{1,16}$/.test(kid) || secret.length !== 32 || rest.length) return null;
    keys.push({ kid, secret });
  }
  return keys.length && new Set(keys.map((k) => k.kid)).size === keys.length ? keys : null;
}

/** In the data folder of the database created there. */
export const DATABASE_SECRET = 'postgres-password';

/** The given keys or those in the data folder; none if there are none. */
export function readKeys(given: string | undefined, dataDir: string): AppKey[] {
  const file = join(dataDir, 'app-keys');
  const text = given?.trim() || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  return (text && parseKeys(text)) || [];
}

function generatedKeys(dataDir: string, mayMake: boolean): AppKey[] {
  const file = join(dataDir, 'app-keys');
  if (!existsSync(file)) {
    if (!mayMake)
      throw new ConfigError(
        ['APP_KEYS'],
        `APP_KEYS is not set, and there is no app-keys in ${dataDir}. Give the keys of the portal on DATABASE_URL.`,
      );
    // New keys could not decrypt what is stored, and would report its audit chain as broken.
    if (existsSync(join(dataDir, DATABASE_SECRET)))
      throw new ConfigError(
        ['APP_KEYS'],
        `there is a database in ${dataDir} and no app-keys. Put them back there.`,
      );
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  const keys = parseKeys(readFileSync(file, 'utf8').trim());
  if (!keys) throw new ConfigError(['APP_KEYS']);
  return keys;
}

/** For the job that migrates before a roll-out: it needs no keys. */
export function loadMigrationTarget(environment: NodeJS.ProcessEnv = process.env): {
  ownerUrl: string;
  login: string;
} {
  const faults = new Set<string>();
  const present = givenSecrets(withoutBlanks(environment), faults);
  const of = (name: 'DATABASE_URL' | 'DATABASE_OWNER_URL'): string => {
    const parsed = Env.shape[name].safeParse(present[name]);
    const unsafe =
      present.NODE_ENV === 'production' && !isSafeDatabase(parsed.data ?? '', present.PLAINTEXT_HOSTS);
    if (!parsed.data || unsafe) faults.add(name);
    return parsed.data ?? '';
  };
  const [url, ownerUrl] = [of('DATABASE_URL'), of('DATABASE_OWNER_URL')];
  if (faults.size) throw new ConfigError([...faults]);
  return { ownerUrl, login: decodeURIComponent(new URL(url).username) };
}

/**
 * The only reader of the environment. Throws ConfigError naming variables, never their values.
 * @param command for the operator's commands: the keys of a DATABASE_URL belong to its portal and are not generated here
 */
export function loadConfig(
  environment: NodeJS.ProcessEnv = process.env,
  { command } = { command: false },
): Config {
  const faults = new Set<string>();
  const present = givenSecrets(withoutBlanks(environment), faults);
  const production = present.NODE_ENV === 'production';
  const parsed = Env.safeParse(present);
  if (!parsed.success) for (const issue of parsed.error.issues) faults.add(String(issue.path[0]));
  if (production) {
    for (const name of ['APP_KEYS', 'DATABASE_URL', 'PUBLIC_ORIGIN', 'SMTP_URL'])
      if (!present[name]) faults.add(name);
    if (present.PUBLIC_ORIGIN && !present.PUBLIC_ORIGIN.startsWith('https://')) faults.add('PUBLIC_ORIGIN');
    if (/^(on|true|1)$/.test(present.DEMO_DATA ?? '')) faults.add('DEMO_DATA');
    if (present.DEV_SERVER === '1') faults.add('DEV_SERVER');
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
      if (present[name] && !isSafeDatabase(present[name], present.PLAINTEXT_HOSTS)) faults.add(name);
  }
  // The embedded database lives in one process.
  if (!present.DATABASE_URL && present.PROCESS_ROLE && present.PROCESS_ROLE !== 'all')
    faults.add('PROCESS_ROLE');
  if (present.DATABASE_READ_URL && !isSameUser(present.DATABASE_READ_URL, present.DATABASE_URL))
    faults.add('DATABASE_READ_URL');
  if (present.ASSISTANT_LLM_URL && !present.ASSISTANT_LLM_MODEL) faults.add('ASSISTANT_LLM_MODEL');
  const anchor = present.AUDIT_ANCHOR ? anchorTarget(present.AUDIT_ANCHOR) : null;
  if (anchor === undefined) faults.add('AUDIT_ANCHOR');
  const givenKeys = present.APP_KEYS ? parseKeys(present.APP_KEYS) : undefined;
  if (givenKeys === null) faults.add('APP_KEYS');
  const peppers = present.PASSWORD_PEPPERS ? parseKeys(present.PASSWORD_PEPPERS) : [];
  if (peppers === null) faults.add('PASSWORD_PEPPERS');
  if (present.PWNED_FILE && !existsSync(present.PWNED_FILE)) faults.add('PWNED_FILE');
  if (faults.size || !parsed.success) throw new ConfigError([...faults]);

  const env = parsed.data;
  const dataDir = resolve(env.DATA_DIR);
  const publicOrigin = new URL(env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`).origin;
  const devPorts = [env.PORT, ...(env.DEV_SERVER === '1' ? [DEV_SERVER_PORT] : [])];
  const localOrigins = devPorts.flatMap((p) =>
    ['localhost', '127.0.0.1', '[::1]'].map((h) => `http://${h}:${p}`),
  );
  const demoAsked = env.DEMO_DATA === undefined ? !env.DATABASE_URL : /^(on|true|1)$/.test(env.DEMO_DATA);
  return Object.freeze({
    production,
    host: env.HOST,
    port: env.PORT,
    publicOrigin,
    extraOrigins: production ? [] : localOrigins,
    secureCookies: publicOrigin.startsWith('https://'),
    dataDir,
    labOrdersDir: resolve(env.LAB_ORDERS_DIR ?? join(dataDir, 'lab-orders')),
    labSpoolDir: resolve(env.LAB_SPOOL_DIR ?? join(dataDir, 'lab-spool')),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_URL ? (env.DATABASE_OWNER_URL ?? null) : null,
    databaseDirectUrl: env.DATABASE_URL ? (env.DATABASE_DIRECT_URL ?? null) : null,
    databaseReadUrl: env.DATABASE_URL ? (env.DATABASE_READ_URL ?? null) : null,
    databasePool: env.DATABASE_POOL,
    migratesOnStart: env.MIGRATE_ON_START === '1' || !env.DATABASE_URL,
    processRole: env.PROCESS_ROLE,
    smtpUrl: env.SMTP_URL ?? null,
    smtpNeedsTls:
      production && env.SMTP_URL !== undefined && !mayBePlain(new URL(env.SMTP_URL), env.PLAINTEXT_HOSTS),
    mailFrom: env.MAIL_FROM,
    appKeys: givenKeys ?? generatedKeys(dataDir, !command || !env.DATABASE_URL),
    passwordPeppers: peppers ?? [],
    pwnedFile: env.PWNED_FILE ? resolve(env.PWNED_FILE) : null,
    demoData: !production && demoAsked,
    devRoutes: !production,
    trustProxy: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS ?? (production ? 'strict' : 'relaxed'),
    metricsPort: env.METRICS_PORT ?? null,
    logLevel: env.LOG_LEVEL,
    assistantModel:
      env.ASSISTANT_LLM_URL && env.ASSISTANT_LLM_MODEL
        ? {
            url: env.ASSISTANT_LLM_URL,
            key: env.ASSISTANT_LLM_KEY ?? null,
            model: env.ASSISTANT_LLM_MODEL,
          }
        : null,
    auditAnchor: anchor ?? null,
    virusScanner: scannerOf(env.VIRUS_SCANNER),
    servesClient: env.SERVE_CLIENT === '1' && env.PROCESS_ROLE !== 'worker',
  });
}

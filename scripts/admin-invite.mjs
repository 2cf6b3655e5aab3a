// `npm run admin:invite -- --email a@b.c`: makes the first system-wide administrator (or a new link for one),
// prints the one-time link and mails it. Works on DATABASE_URL, or on the data folder while the portal is stopped.
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { isEmail } from 'class-validator';
import { NestFactory } from '@nestjs/core';
import { buildStale } from './build.mjs';

const EXIT_USAGE = 64;
const MAIL_LIMIT_MS = 10_000;

const fail = (message, code = 1) => {
  process.stderr.write(`${message}\n`);
  process.exit(code);
};

function emailAsked() {
  try {
    const { values } = parseArgs({ options: { email: { type: 'string' } } });
    const email = values.email?.trim();
    if (email && isEmail(email)) return email;
  } catch {
    // told below
  }
  return fail('Usage: npm run admin:invite -- --email name@example.org', EXIT_USAGE);
}

/** Whether the mail went out; the portal sends it later where it did not. */
async function mailed(db, email) {
  const statement = {
    name: 'invite-mailed',
    text: `SELECT status FROM mails WHERE lower(recipient) = lower($1) AND kind = 'invite' ORDER BY created_at DESC LIMIT 1`,
  };
  for (let waited = 0; waited < MAIL_LIMIT_MS; waited += 200) {
    const row = await db.one(statement, [email]);
    if (row?.status === 'sent') return true;
    if (row && row.status !== 'queued') return false;
    await sleep(200);
  }
  return false;
}

const email = emailAsked();
buildStale(['server']);
const { loadConfig, ConfigError, EXIT_CONFIG } = await import('../dist/server/config/config.js');
const { lockDataFolder, AlreadyRunningError } =
  await import('../dist/server/database/embedded/instance-lock.js');
const { EmbeddedPostgres } = await import('../dist/server/database/embedded/embedded-postgres.js');
const { migrate } = await import('../dist/server/database/migrate.js');
const { AppModule } = await import('../dist/server/app.module.js');
const { Db } = await import('../dist/server/database/db.js');
const { AppError } = await import('../dist/server/platform/errors/errors.js');
const { UserAdministration } = await import('../dist/server/accounts/user-administration.service.js');

let embedded;
let unlock;
let app;
try {
  const config = loadConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' });
  if (!config.databaseUrl) {
    unlock = await lockDataFolder(config.dataDir);
    embedded = new EmbeddedPostgres(config.dataDir);
    await embedded.start();
  }
  const url = config.databaseUrl ?? embedded.url;
  const { appRole } = await migrate(url);
  app = await NestFactory.createApplicationContext(AppModule.for(config, { url, appRole }), {
    logger: false,
  });
  const link = await app.get(UserAdministration).inviteAdministrator(email);
  const sent = await mailed(app.get(Db), email);
  const mailedHow = config.smtpUrl
    ? 'It was also mailed.'
    : 'SMTP_URL is not set: the mail lies in the outbox only.';
  const how = sent ? mailedHow : 'It will be mailed once the portal and its mail server run.';
  process.stdout.write(`The link works once and for 24 hours. ${how}\n${link}\n`);
} catch (error) {
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
  const inUse = error instanceof AppError && error.code === 'email_in_use';
  const known = error instanceof ConfigError || error instanceof AlreadyRunningError;
  if (inUse)
    process.stderr.write('This address belongs to an account that is not a system-wide administrator.\n');
  else process.stderr.write(`${known ? error.message : `The invitation failed: ${error?.stack ?? error}`}\n`);
} finally {
  await app?.close();
  await embedded?.stop();
  await unlock?.();
}
process.exit();

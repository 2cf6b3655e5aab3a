// `npm run admin:invite -- --email a@b.c`: makes the first system-wide administrator (or a new link for one),
// prints the one-time link and mails it. Works on DATABASE_URL, or on the data folder while the portal is stopped.
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { isEmail } from 'class-validator';
import { withPortal } from './with-portal.mjs';

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
await withPortal('The invitation', async (app, config) => {
  const { Db } = await import('../dist/server/database/db.js');
  const { AppError } = await import('../dist/server/platform/errors/errors.js');
  const { UserAdministration } = await import('../dist/server/accounts/user-administration.service.js');
  const link = await app
    .get(UserAdministration)
    .inviteAdministrator(email)
    .catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'email_in_use') throw error;
      const message = 'This address belongs to an account that is not a system-wide administrator.';
      throw Object.assign(new Error(message), { forPeople: true });
    });
  const sent = await mailed(app.get(Db), email);
  const mailedHow = config.smtpUrl
    ? 'It was also mailed.'
    : 'SMTP_URL is not set: the mail lies in the outbox only.';
  const how = sent ? mailedHow : 'It will be mailed once the portal and its mail server run.';
  process.stdout.write(`The link works once and for 24 hours. ${how}\n${link}\n`);
});

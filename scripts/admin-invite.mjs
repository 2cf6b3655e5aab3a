// `npm run admin:invite -- --email a@b.c`: creates the first system-wide administrator (or a new link for one),
// prints the one-time link and emails it. Works on DATABASE_URL, or on the data folder while the portal is stopped.
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { isEmail } from 'class-validator';
import { withPortal } from './with-portal.mjs';

const EXIT_USAGE = 64;
/** A running portal is notified at once, and also polls every 2 s. */
const PORTAL_LIMIT_MS = 4000;

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
    // reported below
  }
  return fail('Usage: npm run admin:invite -- --email name@example.org', EXIT_USAGE);
}

const MAIL = {
  name: 'invite-mail',
  text: `SELECT id, status FROM mails WHERE lower(recipient) = lower($1) AND kind = 'invite' ORDER BY created_at DESC LIMIT 1`,
};

/** Sends this one email if no portal did, and reports the result. */
async function mailed(app, config, email) {
  const { Db } = await import('../dist/server/database/db.js');
  const { MailSender } = await import('../dist/server/mail/mail-sender.js');
  const look = () => app.get(Db).one(MAIL, [email]);
  let mail = await look();
  // With an embedded database no portal is running.
  const limit = config.databaseUrl ? PORTAL_LIMIT_MS : 0;
  for (let waited = 0; mail.status === 'queued' && waited < limit; waited += 200) {
    await sleep(200);
    mail = await look();
  }
  if (mail.status === 'sent') return 'The portal also emailed it.';
  if (mail.status === 'queued' && (config.smtpUrl || !config.databaseUrl)) {
    const sent = await app
      .get(MailSender)
      .send(mail.id)
      .then(
        () => true,
        () => false,
      );
    if (sent && config.smtpUrl) return 'It was also emailed.';
    if (sent) return 'SMTP_URL is not set: the email is only in the outbox.';
  }
  return 'It will be emailed once the portal and its mail server are running.';
}

const email = emailAsked();
await withPortal('The invitation', async (app, config) => {
  const { AppError } = await import('../dist/server/platform/errors/errors.js');
  const { UserAdministration } =
    await import('../dist/server/accounts/administration/user-administration.service.js');
  const link = await app
    .get(UserAdministration)
    .inviteAdministrator(email)
    .catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'email_in_use') throw error;
      const message = 'This address belongs to an account that is not a system-wide administrator.';
      throw Object.assign(new Error(message), { forPeople: true });
    });
  const how = await mailed(app, config, email);
  process.stdout.write(`The link works once, for 24 hours. ${how}\n${link}\n`);
});

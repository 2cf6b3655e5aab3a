import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { Jobs } from '../../jobs/jobs.service.js';
import { KEPT_DAYS } from '../../platform/time/kept-days.js';

const LONG_AGO = `now() - interval '${KEPT_DAYS.endedSessions} days'`;
/** Expired data, and how long it is kept for investigations. The audit keeps the actions themselves. */
const OVER = [
  {
    name: 'sessions',
    where: `LEAST(idle_expires_at, abs_expires_at) < ${LONG_AGO} OR revoked_at < ${LONG_AGO}`,
  },
  { name: 'email_tokens', where: `expires_at < ${LONG_AGO}` },
  { name: 'mfa_challenges', where: `expires_at < now() - interval '1 day'` },
  { name: 'passkey_registrations', where: `expires_at < now() - interval '1 day'` },
  { name: 'sso_logins', where: `expires_at < now() - interval '1 day'` },
  { name: 'idempotency_keys', where: `created_at < now() - interval '1 day'` },
] as const;

/** Every night: deletes sessions, links and keys that expired long ago. */
@Injectable()
export class AccountTidying implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('accounts.tidy', () => this.run());
  }

  async run(): Promise<void> {
    for (const { name, where } of OVER)
      await this.db.rows({ name: `tidy-${name}`, text: `DELETE FROM ${name} WHERE ${where}` });
  }
}

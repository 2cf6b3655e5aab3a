import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ConfigError, type Config } from '../../config/config.js';
import { isLocal } from '../../config/transport.js';
import { CONFIG } from '../../config/config.module.js';
import { DatabaseLink } from '../../database/database-link.js';
import { Db } from '../../database/db.js';
import { forbiddenLogin, loginOf } from '../../database/login.js';
import { Log } from '../../platform/logging/log.js';

interface AccountsRow {
  demo: boolean;
  pepper_missing: boolean;
}

/** the part that needs the database: rejects demo accounts and an owner, warns about weak links. */
@Injectable()
export class ProductionChecks implements OnApplicationBootstrap {
  constructor(
    private readonly db: Db,
    private readonly link: DatabaseLink,
    private readonly log: Log,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.production) return;
    if (this.link.writable) await this.check();
    else await this.link.whenAvailable(() => this.checkLate());
  }

  /** The database came up after the server: stop now if startup would have been refused. */
  private async checkLate(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      this.log.error('this database may not be served', error);
      process.kill(process.pid, 'SIGTERM');
    }
  }

  private async check(): Promise<void> {
    const { databaseUrl, smtpUrl, smtpNeedsTls } = this.config;
    const peppers = ['', ...this.config.passwordPeppers.map((p) => p.kid)];
    const accounts = await this.db.one<AccountsRow>(
      {
        name: 'production-checks',
        text: `SELECT EXISTS (SELECT 1 FROM users WHERE email LIKE '%@demo.test') AS demo,
          EXISTS (SELECT 1 FROM users WHERE split_part(password_hash, '$', 1) <> ALL($1)) AS pepper_missing`,
      },
      [peppers],
    );
    // Everyone knows the demo accounts' password.
    if (accounts?.demo) throw new ConfigError(['DATABASE_URL']);
    // Without its secret every password would fail.
    if (accounts?.pepper_missing) throw new ConfigError(['PASSWORD_PEPPERS']);
    const login = await loginOf(this.db);
    const forbidden = forbiddenLogin(login);
    if (forbidden) throw new ConfigError(['DATABASE_URL'], `${forbidden}.`);
    if (login.superuser)
      this.log.pino.warn('DATABASE_URL signs in as a superuser; give the portal its own role');
    else if (login.mayOwn)
      this.log.pino.warn(
        'DATABASE_URL signs in as the owner of the tables, who could delete from the audit; set DATABASE_OWNER_URL, and DATABASE_URL to a user that owns nothing',
      );
    if (!login.encrypted && databaseUrl && !isLocal(new URL(databaseUrl))) {
      this.log.pino.warn('the connection to the database is not encrypted');
    }
    if (smtpUrl?.startsWith('smtp:') && !smtpNeedsTls && !isLocal(new URL(smtpUrl))) {
      this.log.pino.warn('SMTP_URL is not smtps: emails may be sent unencrypted');
    }
    if (this.config.rateLimits === 'relaxed') this.log.pino.warn('RATE_LIMITS is relaxed');
  }
}

import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Db } from '../database/db.js';
import { Jobs } from '../jobs/jobs.service.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bodyPlace } from './outbox.service.js';

const ATTEMPTS = 11;

interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  body_enc: string;
  status: string;
  created_at: Date;
}

/** The job behind the outbox: SMTP if configured, and one file per email outside production. */
@Injectable()
export class MailSender implements OnModuleInit {
  private readonly smtp: Transporter | null;
  private readonly composer = createTransport({ streamTransport: true, buffer: true });
  private readonly folder: string;

  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly cipher: FieldCipher,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.smtp = config.smtpUrl
      ? createTransport({
          url: config.smtpUrl,
          requireTLS: config.smtpNeedsTls,
          connectionTimeout: 10_000,
          socketTimeout: 20_000,
        })
      : null;
    this.folder = join(config.dataDir, 'outbox');
  }

  onModuleInit(): void {
    if (!this.config.production) mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.jobs.handle('mail.send', (data) => this.send(String(data.mail_id)));
  }

  /** Sends one email; the Message-ID is its id, so that a repeated delivery can be recognized. */
  async send(id: string): Promise<void> {
    const mail = await this.db.one<MailRow>(
      {
        name: 'mail-to-send',
        text: 'SELECT id, recipient, subject, body_enc, status, created_at FROM mails WHERE id = $1',
      },
      [id],
    );
    if (!mail || mail.status === 'sent') return;
    const { text, html } = this.cipher.decryptJson<{ text: string; html: string }>(
      mail.body_enc,
      bodyPlace(id),
    );
    const message = {
      from: this.config.mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      text,
      html,
      date: mail.created_at,
      messageId: `<${id}@${new URL(this.config.publicOrigin).hostname}>`,
    };
    try {
      if (this.smtp) await this.smtp.sendMail(message);
      if (!this.config.production) {
        const composed = await this.composer.sendMail(message);
        await writeFile(
          join(this.folder, `${mail.created_at.toISOString().replace(/[:.]/g, '-')}-${id}.eml`),
          composed.message as Buffer,
          { mode: 0o600 },
        );
      }
    } catch (error) {
      await this.db.rows(
        {
          name: 'mail-failed',
          text: `UPDATE mails SET attempts = attempts + 1, last_error = $2,
            status = CASE WHEN attempts + 1 >= ${ATTEMPTS} THEN 'dead' ELSE 'failed' END WHERE id = $1`,
        },
        [id, ((error as Partial<Error>).message ?? 'unknown').slice(0, 200)],
      );
      throw error;
    }
    await this.db.rows(
      {
        name: 'mail-sent',
        text: `UPDATE mails SET status = 'sent', sent_at = now(), attempts = attempts + 1, last_error = NULL WHERE id = $1`,
      },
      [id],
    );
  }
}

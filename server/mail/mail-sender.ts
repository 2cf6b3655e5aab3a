import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import type { Rows } from '../database/unit-data-source.js';
import { Jobs } from '../jobs/jobs.service.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Mail } from './mail.entity.js';
import { bodyPlace } from './outbox.service.js';

const ATTEMPTS = 11;
const TRIED = (): string => 'attempts + 1';

/** The job behind the outbox: SMTP if configured, and one file per email outside production. */
@Injectable()
export class MailSender implements OnModuleInit {
  private readonly smtp: Transporter | null;
  private readonly composer = createTransport({ streamTransport: true, buffer: true });
  private readonly folder: string;

  constructor(
    @InjectRepository(Mail) private readonly mails: Rows<Mail>,
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
    const mail = await this.mails.findOneBy({ id });
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
      await this.mails.update(
        { id },
        {
          attempts: TRIED,
          last_error: ((error as Partial<Error>).message ?? 'unknown').slice(0, 200),
          status: () => `CASE WHEN attempts + 1 >= ${ATTEMPTS} THEN 'dead' ELSE 'failed' END`,
        },
      );
      throw error;
    }
    await this.mails.update(
      { id },
      { status: 'sent', sent_at: () => 'now()', attempts: TRIED, last_error: null },
    );
  }
}

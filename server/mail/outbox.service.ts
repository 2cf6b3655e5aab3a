import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { Jobs } from '../jobs/jobs.service.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { MailContent } from './templates.js';

export interface OutgoingMail {
  kind: string;
  to: string;
  userId: string | null;
  orgId: string | null;
  content: MailContent;
}

export const bodyPlace = (mailId: string): string => `mails.body:${mailId}`;

/** Queues an email in the transaction of the action; a job sends it after the commit. */
@Injectable()
export class Outbox {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly cipher: FieldCipher,
  ) {}

  async put({ kind, to, userId, orgId, content }: OutgoingMail): Promise<void> {
    const id = randomUUID();
    const body = this.cipher.encryptJson({ text: content.text, html: content.html }, bodyPlace(id));
    await this.db.rows(
      {
        name: 'mail-put',
        text: `INSERT INTO mails (id, org_id, user_id, kind, recipient, subject, body_enc) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      },
      [id, orgId, userId, kind, to, content.subject, body],
    );
    await this.jobs.enqueue('mail.send', { mail_id: id });
  }

  async wroteLately(userId: string, kind: string, minutes: number): Promise<boolean> {
    const mail = await this.db.one(
      {
        name: 'mail-lately',
        text: `SELECT 1 FROM mails WHERE user_id = $1 AND kind = $2
          AND created_at > clock_timestamp() - make_interval(mins => $3) LIMIT 1`,
      },
      [userId, kind, minutes],
    );
    return mail !== null;
  }
}

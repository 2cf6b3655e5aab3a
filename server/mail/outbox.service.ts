import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw } from 'typeorm';
import type { Rows } from '../database/unit-data-source.js';
import { Jobs } from '../jobs/jobs.service.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Mail } from './mail.entity.js';
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
    @InjectRepository(Mail) private readonly mails: Rows<Mail>,
    private readonly jobs: Jobs,
    private readonly cipher: FieldCipher,
  ) {}

  async put({ kind, to, userId, orgId, content }: OutgoingMail): Promise<void> {
    const id = randomUUID();
    const body = this.cipher.encryptJson({ text: content.text, html: content.html }, bodyPlace(id));
    const { subject } = content;
    await this.mails.insert({
      id,
      org_id: orgId,
      user_id: userId,
      kind,
      recipient: to,
      subject,
      body_enc: body,
    });
    await this.jobs.enqueue('mail.send', { mail_id: id });
  }

  wroteLately(userId: string, kind: string, minutes: number): Promise<boolean> {
    const created_at = Raw((column) => `${column} > clock_timestamp() - make_interval(mins => :minutes)`, {
      minutes,
    });
    return this.mails.existsBy({ user_id: userId, kind, created_at });
  }
}

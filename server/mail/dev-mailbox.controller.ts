import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Header, Inject, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Db } from '../database/db.js';
import { Public } from '../platform/access/decorators.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { notFound } from '../platform/errors/errors.js';
import { bodyPlace } from './outbox.service.js';

export interface DevMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  created_at: string;
}

const SHOWN = 200;
/** An email is sent right after its action; a reader waits at most this long for it. */
const WAIT_MS = 500;
const LOOK_EVERY_MS = 25;
const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
const linksIn = (text: string): string[] => text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
const linked = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<>"&]+/g, (url) => `<a href="${url}">${url}</a>`);

/** Every reset link is here: only for users of this machine, whatever address the server listens on. */
function assertHere({ socket }: FastifyRequest): void {
  const peer = socket.remoteAddress ?? '';
  if (!/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(peer)) throw notFound();
}

/** Outside production: every mail, newest first. */
@Controller('dev')
export class DevMailboxController {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Public()
  @Get('mailbox.json')
  list(@Req() request: FastifyRequest, @Query('to') to?: string): Promise<DevMail[]> {
    assertHere(request);
    return this.mails(typeof to === 'string' ? to : undefined);
  }

  @Public()
  @Get('mailbox')
  @Header('content-type', 'text/html; charset=utf-8')
  async page(@Req() request: FastifyRequest, @Query('to') to?: string): Promise<string> {
    assertHere(request);
    const mails = await this.mails(typeof to === 'string' ? to : undefined);
    const items = mails.map(
      (m) =>
        `<article><h2>${escape(m.subject)}</h2><p>To ${escape(m.to)}, ${escape(m.created_at)}</p><pre>${linked(m.text)}</pre></article>`,
    );
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox - TRT Program</title></head>
<body><main><h1>Mailbox</h1><p>Every mail this server has written, newest first. Not available in production.</p>${items.join('') || '<p>No mail yet.</p>'}</main></body></html>`;
  }

  /** Waits so that an email listed here already has its file in the outbox. */
  private async untilSent(to: string | undefined): Promise<void> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(LOOK_EVERY_MS)) {
      const waiting = await this.db.one(
        {
          name: 'dev-mailbox-waiting',
          text: `SELECT 1 FROM mails WHERE status = 'queued' AND ($1::text IS NULL OR lower(recipient) = lower($1)) LIMIT 1`,
        },
        [to ?? null],
      );
      if (!waiting) return;
    }
  }

  private async mails(to: string | undefined): Promise<DevMail[]> {
    if (!this.config.devRoutes) throw notFound();
    await this.untilSent(to);
    const rows = await this.db.rows<{
      id: string;
      recipient: string;
      subject: string;
      body_enc: string;
      created_at: Date;
    }>(
      {
        name: 'dev-mailbox',
        text: `SELECT id, recipient, subject, body_enc, created_at FROM mails
          WHERE $1::text IS NULL OR lower(recipient) = lower($1) ORDER BY created_at DESC, id LIMIT ${SHOWN}`,
      },
      [to ?? null],
    );
    return rows.map((row) => {
      const { text, html } = this.cipher.decryptJson<{ text: string; html: string }>(
        row.body_enc,
        bodyPlace(row.id),
      );
      return {
        to: row.recipient,
        subject: row.subject,
        text,
        html,
        links: linksIn(text),
        created_at: row.created_at.toISOString(),
      };
    });
  }
}

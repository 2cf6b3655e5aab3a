import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DELIVERY_EVENTS, DELIVERY_STATUSES, type WebhookDelivery } from '#common/api/webhooks.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { WebhookDeliveryRow, type WebhookRow } from './webhook.entities.js';
import { secretPlace } from './webhooks.repository.js';

export const DELIVERY_LIST: ListDialect = {
  unit: 'webhook-deliveries',
  sorts: { occurred_at: 'd.occurred_at' },
  defaultSort: ['occurred_at', 'DESC'],
  filters: { q: 'text', status: DELIVERY_STATUSES, event: DELIVERY_EVENTS, webhook_id: 'uuid' },
};

export type NewMessage = Pick<
  WebhookDeliveryRow,
  'org_id' | 'event' | 'subject_id' | 'patient_id' | 'occurred_at'
>;

/** A message with what sending it takes. */
export type ToSend = Pick<
  WebhookDeliveryRow,
  'id' | 'org_id' | 'webhook_id' | 'event' | 'subject_id' | 'patient_id' | 'occurred_at' | 'tried_from'
> &
  Pick<WebhookRow, 'url' | 'paused_because'> & { removed: boolean; secrets: string[] };

type Listed = Omit<WebhookDelivery, 'occurred_at' | 'delivered_at'> &
  Pick<WebhookDeliveryRow, 'occurred_at' | 'delivered_at'>;

const COLUMNS = `d.id, d.webhook_id, w.url, w.removed_at IS NOT NULL AS webhook_removed, d.event, d.subject_id, d.status, d.attempts, d.last_result, d.occurred_at, d.delivered_at`;
const FROM = 'FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id';

const onTheWire = (row: Listed): WebhookDelivery => ({
  ...row,
  occurred_at: row.occurred_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
});

@Injectable()
export class DeliveriesRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(WebhookDeliveryRow) private readonly deliveries: Rows<WebhookDeliveryRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<WebhookDelivery>> {
    const page = await listPage<Listed>(
      this.db,
      {
        name: 'webhook-delivery-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ($1::uuid IS NULL OR d.org_id = $1) AND ($2::uuid[] IS NULL OR d.id = ANY($2))
          AND ($3::text IS NULL OR d.status = $3) AND ($4::text IS NULL OR d.event = $4)
          AND ($5::uuid IS NULL OR d.webhook_id = $5) AND ($6::text IS NULL OR w.url ILIKE $6)`,
        values: [
          actor.orgId,
          query.ids,
          query.filter.status ?? null,
          query.filter.event ?? null,
          query.filter.webhook_id ?? null,
          searched(query.filter.q),
        ],
      },
      query,
      'd.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  async lock(actor: Actor, id: string): Promise<WebhookDelivery | null> {
    const row = await this.db.one<Listed>(
      {
        name: 'webhook-delivery-lock',
        text: `SELECT ${COLUMNS} ${FROM} WHERE d.id = $1 AND ($2::uuid IS NULL OR d.org_id = $2) AND w.removed_at IS NULL
          FOR UPDATE OF d`,
      },
      [id, actor.orgId],
    );
    return row && onTheWire(row);
  }

  /** One message for each webhook of the organization that wants it; their ids. */
  async announce(message: NewMessage): Promise<string[]> {
    const rows = await this.db.rows<{ id: string }>(
      {
        name: 'webhook-announce',
        text: `INSERT INTO webhook_deliveries (id, org_id, webhook_id, event, subject_id, patient_id, occurred_at)
          SELECT gen_random_uuid(), w.org_id, w.id, $2, $3, $4, $5 FROM webhooks w
          WHERE w.org_id = $1 AND w.removed_at IS NULL AND w.paused_because IS NULL AND $2 = ANY (w.events) RETURNING id`,
      },
      [message.org_id, message.event, message.subject_id, message.patient_id, message.occurred_at],
    );
    return rows.map(({ id }) => id);
  }

  async insert(id: string, webhookId: string, message: NewMessage): Promise<void> {
    await this.deliveries.insert({ id, webhook_id: webhookId, ...message });
  }

  /** null: it was delivered or given up on before. */
  async toSend(id: string): Promise<ToSend | null> {
    const row = await this.db.one<
      Omit<ToSend, 'secrets'> & Pick<WebhookRow, 'secret_enc' | 'old_secret_enc'>
    >(
      {
        name: 'webhook-to-send',
        text: `SELECT d.id, d.org_id, d.webhook_id, d.event, d.subject_id, d.patient_id, d.occurred_at, d.tried_from, w.url,
            w.paused_because, w.removed_at IS NOT NULL AS removed, w.secret_enc,
            CASE WHEN w.old_secret_until > now() THEN w.old_secret_enc END AS old_secret_enc
          ${FROM} WHERE d.id = $1 AND d.status = 'queued'`,
      },
      [id],
    );
    if (!row) return null;
    const { secret_enc, old_secret_enc, ...rest } = row;
    const stored = [secret_enc, old_secret_enc].filter((secret) => secret !== null);
    return {
      ...rest,
      secrets: stored.map((secret) => this.cipher.decrypt(secret, secretPlace(row.webhook_id))),
    };
  }

  async attempted(id: string, status: WebhookDeliveryRow['status'], result: string, at: Date): Promise<void> {
    await this.deliveries.update(
      { id, status: 'queued' },
      {
        attempts: () => 'attempts + 1',
        status,
        last_result: result,
        delivered_at: status === 'delivered' ? at : null,
      },
    );
  }

  /** Its day of attempts begins again. */
  async requeue(id: string, at: Date): Promise<void> {
    await this.deliveries.update(
      { id },
      { status: 'queued', attempts: 0, last_result: null, tried_from: at },
    );
  }
}

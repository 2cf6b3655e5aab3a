import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import { WEBHOOK_STATUSES, type Webhook } from '#common/api/webhooks.js';
import { madeBy } from '../accounts/users/maker.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { WebhookRow } from './webhook.entities.js';

export const WEBHOOK_LIST: ListDialect = {
  unit: 'webhooks',
  sorts: { url: 'w.url', created_at: 'w.created_at' },
  defaultSort: ['created_at', 'DESC'],
  filters: { q: 'text', status: WEBHOOK_STATUSES },
};

type Listed = Pick<WebhookRow, 'id' | 'org_id' | 'url' | 'events' | 'created_at' | 'paused_because'> &
  Pick<Webhook, 'organisation' | 'status' | 'created_by' | 'maker_left' | 'dead'> & {
    last_delivered_at: Date | null;
  };
/** What can be written of a webhook. */
export type WebhookState = Pick<WebhookRow, 'url' | 'events' | 'paused_because'>;

export const secretPlace = (id: string): string => `webhooks.secret:${id}`;

const STATUS = `CASE WHEN w.paused_because IS NULL THEN 'active' ELSE 'paused' END`;
const COLUMNS = `w.id, w.org_id, o.name AS organisation, w.url, w.events, ${STATUS} AS status, w.paused_because,
  ${madeBy('u', 'w.org_id')}, w.created_at,
  (SELECT max(d.delivered_at) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'delivered') AS last_delivered_at,
  (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'dead') AS dead`;
const FROM =
  'FROM webhooks w JOIN organisations o ON o.id = w.org_id LEFT JOIN users u ON u.id = COALESCE(w.set_by, w.created_by)';
const REACHED = 'w.removed_at IS NULL AND ($1::uuid IS NULL OR w.org_id = $1)';

const onTheWire = (row: Listed): Webhook => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
});

@Injectable()
export class WebhooksRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(WebhookRow) private readonly webhooks: Rows<WebhookRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<Webhook>> {
    const page = await listPage<Listed>(
      this.db,
      {
        name: 'webhook-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ${REACHED} AND ($2::uuid[] IS NULL OR w.id = ANY($2))
          AND ($3::text IS NULL OR ${STATUS} = $3) AND ($4::text IS NULL OR w.url ILIKE $4)`,
        values: [actor.orgId, query.ids, query.filter.status ?? null, searched(query.filter.q)],
      },
      query,
      'w.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  async find(actor: Actor, id: string): Promise<Webhook | null> {
    const row = await this.db.one<Listed>(
      { name: 'webhook-find', text: `SELECT ${COLUMNS} ${FROM} WHERE ${REACHED} AND w.id = $2` },
      [actor.orgId, id],
    );
    return row && onTheWire(row);
  }

  /** Two changes at once take turns. */
  async lock(actor: Actor, id: string): Promise<Webhook | null> {
    const row = await this.db.one(
      { name: 'webhook-lock', text: `SELECT 1 FROM webhooks w WHERE ${REACHED} AND w.id = $2 FOR UPDATE` },
      [actor.orgId, id],
    );
    return row && this.find(actor, id);
  }

  madeBy(userId: string): Promise<Pick<WebhookRow, 'org_id' | 'url'>[]> {
    return this.webhooks.find({
      select: { org_id: true, url: true },
      where: [
        { created_by: userId, removed_at: IsNull() },
        { set_by: userId, removed_at: IsNull() },
      ],
      order: { url: 'ASC' },
    });
  }

  countOf(orgId: string): Promise<number> {
    return this.webhooks.countBy({ org_id: orgId, removed_at: IsNull() });
  }

  async insert(
    webhook: Pick<WebhookRow, 'id' | 'org_id' | 'url' | 'events' | 'created_by'>,
    secret: string,
  ): Promise<void> {
    await this.webhooks.insert({
      ...webhook,
      secret_enc: this.cipher.encrypt(secret, secretPlace(webhook.id)),
    });
  }

  /** @param by where it sends to another address from now on: who said so */
  async update(id: string, { url, events, paused_because }: WebhookState, by: string | null): Promise<void> {
    await this.webhooks.update({ id }, { url, events, paused_because, ...(by && { set_by: by }) });
  }

  async pause(id: string, because: NonNullable<Webhook['paused_because']>): Promise<void> {
    await this.webhooks.update({ id, paused_because: IsNull() }, { paused_because: because });
  }

  /** The previous secret signs as well until then. */
  async rotate(id: string, secret: string, oldUntil: Date, by: string): Promise<void> {
    await this.webhooks.update(
      { id },
      {
        old_secret_enc: () => 'secret_enc',
        old_secret_until: oldUntil,
        secret_enc: this.cipher.encrypt(secret, secretPlace(id)),
        set_by: by,
      },
    );
  }

  /** Its secrets go with it; its deliveries stay until they are tidied. */
  async remove(id: string): Promise<void> {
    await this.webhooks.update(
      { id },
      { removed_at: () => 'now()', secret_enc: null, old_secret_enc: null, old_secret_until: null },
    );
  }
}

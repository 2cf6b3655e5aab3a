import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  WEBHOOK_LIMITS,
  WEBHOOK_TEST,
  type Webhook,
  type WebhookChangeRequest,
  type WebhookCreateRequest,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '#common/api/webhooks.js';
import { Users } from '../accounts/users/users.service.js';
import { Audit, type Act } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { Actor } from '../platform/access/actor.js';
import { inScope } from '../platform/access/context.js';
import { invalidState, notFound } from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import { outsideAddress } from '../platform/http/outside-call.js';
import { Clock } from '../platform/time/clock.js';
import { DeliveriesRepository, type NewMessage } from './deliveries.repository.js';
import { newSecret } from '../platform/http/signed-message.js';
import { eventOf } from './webhook-events.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { TEXT } from './text/en.js';

const HOUR_MS = 3_600_000;

/** Where an organization's programs are told what happened, kept by its administrators. */
@Injectable()
export class Webhooks implements OnModuleInit {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly users: Users,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.audit.follow((act) => this.announce(act));
    this.users.tellsSetUp(async (userId) =>
      (await this.webhooks.madeBy(userId)).map(({ org_id, url }) => ({
        org_id,
        kind: 'webhook',
        name: new URL(url).host,
      })),
    );
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<Webhook>> {
    const page = await this.webhooks.list(actor, query);
    await this.recordList(actor, 'webhook.list', page.rows);
    return page;
  }

  create(actor: Actor, { events, org_id, ...body }: WebhookCreateRequest): Promise<WebhookWithSecret> {
    const url = outsideAddress(body.url, this.config.production);
    return this.uow.run(async () => {
      const orgId = await this.users.organisationFor(actor, org_id);
      if ((await this.webhooks.countOf(orgId)) >= WEBHOOK_LIMITS.most)
        throw invalidState(TEXT.organizationCanWebhooks(WEBHOOK_LIMITS.most));
      const id = randomUUID();
      const secret = newSecret();
      await this.webhooks.insert({ id, org_id: orgId, url, events, created_by: actor.userId }, secret);
      await this.record(actor, 'webhook.create', { id, org_id: orgId }, { host: new URL(url).host, events });
      return { ...(await this.shown(actor, id)), secret };
    });
  }

  change(actor: Actor, id: string, change: WebhookChangeRequest): Promise<Webhook> {
    const url = change.url === undefined ? null : outsideAddress(change.url, this.config.production);
    return this.uow.run(async () => {
      const before = await this.locked(actor, id);
      const paused = change.active === undefined ? before.paused_because : null;
      await this.webhooks.update(
        id,
        {
          url: url ?? before.url,
          events: change.events ?? before.events,
          paused_because: change.active === false ? (before.paused_because ?? 'administrator') : paused,
        },
        url === null ? null : actor.userId,
      );
      await this.record(actor, 'webhook.update', before, {
        ...(url !== null && { host: new URL(url).host, was: new URL(before.url).host }),
        ...(change.events && { events: change.events }),
        ...(change.active !== undefined && { active: change.active }),
      });
      return this.shown(actor, id);
    });
  }

  /** For a day the messages are signed with both secrets. */
  rotate(actor: Actor, id: string): Promise<WebhookWithSecret> {
    return this.uow.run(async () => {
      const webhook = await this.locked(actor, id);
      const secret = newSecret();
      const until = new Date(this.clock.now().getTime() + WEBHOOK_LIMITS.rotationHours * HOUR_MS);
      await this.webhooks.rotate(id, secret, until, actor.userId);
      await this.record(actor, 'webhook.rotate_secret', webhook);
      return { ...(await this.shown(actor, id)), secret };
    });
  }

  remove(actor: Actor, id: string): Promise<void> {
    return this.uow.run(async () => {
      const webhook = await this.locked(actor, id);
      await this.webhooks.remove(id);
      await this.record(actor, 'webhook.remove', webhook, { host: new URL(webhook.url).host });
    });
  }

  /** Sends a message that means nothing, to try the connection. */
  test(actor: Actor, id: string): Promise<WebhookDelivery> {
    return this.uow.run(async () => {
      const webhook = await this.locked(actor, id);
      if (webhook.status === 'paused') throw invalidState(TEXT.webhookPaused);
      const message = randomUUID();
      await this.deliveries.insert(message, id, {
        org_id: webhook.org_id,
        event: WEBHOOK_TEST,
        subject_id: id,
        patient_id: null,
        occurred_at: this.clock.now(),
      });
      await this.jobs.enqueue('webhook.send', { delivery_id: message });
      await this.record(actor, 'webhook.test', webhook);
      return (await this.deliveries.lock(actor, message))!;
    });
  }

  async listDeliveries(actor: Actor, query: ListQuery): Promise<Page<WebhookDelivery>> {
    const page = await this.deliveries.list(actor, query);
    await this.recordList(actor, 'webhook_delivery.list', page.rows);
    return page;
  }

  /** Tries a message again that was given up on, for another day. */
  replay(actor: Actor, id: string): Promise<WebhookDelivery> {
    return this.uow.run(async () => {
      const delivery = await this.deliveries.lock(actor, id);
      if (!delivery) throw notFound();
      if (delivery.status !== 'dead') throw invalidState(TEXT.onlyMessageGivenUp);
      const webhook = await this.shown(actor, delivery.webhook_id);
      if (webhook.status === 'paused') throw invalidState(TEXT.webhookPaused);
      await this.deliveries.requeue(id, this.clock.now());
      await this.jobs.enqueue('webhook.send', { delivery_id: id });
      await this.record(actor, 'webhook.replay', webhook, { delivery: id });
      return (await this.deliveries.lock(actor, id))!;
    });
  }

  /** In the transaction of the act: a message exists if and only if it happened. */
  private async announce(act: Act): Promise<void> {
    const event = eventOf(act);
    if (!event || !act.org_id || !act.target_id) return;
    const message: NewMessage = {
      org_id: act.org_id,
      event,
      subject_id: act.target_id,
      patient_id: act.patient_id,
      occurred_at: act.at,
    };
    const ids = await inScope({ org: act.org_id, patient: '*', user: '*' }, () =>
      this.deliveries.announce(message),
    );
    for (const id of ids) await this.jobs.enqueue('webhook.send', { delivery_id: id });
  }

  private async locked(actor: Actor, id: string): Promise<Webhook> {
    const webhook = await this.webhooks.lock(actor, id);
    if (!webhook) throw notFound();
    return webhook;
  }

  private async shown(actor: Actor, id: string): Promise<Webhook> {
    const webhook = await this.webhooks.find(actor, id);
    if (!webhook) throw notFound();
    return webhook;
  }

  private recordList(actor: Actor, action: string, rows: readonly { id: string }[]): Promise<void> {
    return this.audit.record(actor, {
      action,
      detail: { ids: rows.map(({ id }) => id) },
      as: ['system_admin'],
    });
  }

  private record(
    actor: Actor,
    action: string,
    { id, org_id }: Pick<Webhook, 'id' | 'org_id'>,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'webhook', id },
      orgId: org_id,
      ...(detail && { detail }),
      as: ['system_admin'],
    });
  }
}

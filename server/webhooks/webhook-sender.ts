import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { WEBHOOK_LIMITS, type DELIVERY_FAULTS } from '#common/api/webhooks.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs, TryLater } from '../jobs/jobs.service.js';
import { callOutside, isLoopback } from '../platform/http/outside-call.js';
import { PrivateAddress } from '../platform/http/public-address.js';
import { Clock } from '../platform/time/clock.js';
import { DeliveriesRepository, type ToSend } from './deliveries.repository.js';
import { signedHeaders } from '../platform/http/signed-message.js';
import { WebhooksRepository } from './webhooks.repository.js';

const LIMIT_MS = 5000;
const GONE = 410;
const TRIED_MS = WEBHOOK_LIMITS.tryHours * 3_600_000;

type Fault = (typeof DELIVERY_FAULTS)[number];

/** The job that sends messages to webhooks, once each if the receiver answers. */
@Injectable()
export class WebhookSender implements OnModuleInit {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly jobs: Jobs,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('webhook.send', (data) => this.send(String(data.delivery_id)), { sideBySide: true });
  }

  async send(id: string): Promise<void> {
    const message = await this.deliveries.toSend(id);
    if (!message) return;
    const stopped: Fault | null = message.removed ? 'removed' : message.paused_because ? 'paused' : null;
    if (stopped) return this.deliveries.attempted(id, 'dead', stopped, this.clock.now());
    const result = await this.attempt(message);
    const now = this.clock.now();
    if (typeof result === 'number' && result >= 200 && result < 300)
      return this.deliveries.attempted(id, 'delivered', String(result), now);
    const over = result === GONE || now.getTime() - message.tried_from.getTime() >= TRIED_MS;
    await this.uow.run(async () => {
      // A receiver that says it is gone gets nothing more until an administrator resumes it.
      if (result === GONE) await this.webhooks.pause(message.webhook_id, 'gone');
      await this.deliveries.attempted(id, over ? 'dead' : 'queued', String(result), now);
    });
    if (!over) throw new TryLater('The webhook was not delivered');
  }

  /** The HTTP status, or what went wrong; the body of the answer is not read. */
  private async attempt(message: ToSend): Promise<number | Fault> {
    const url = new URL(message.url);
    const body = JSON.stringify({
      type: message.event,
      timestamp: message.occurred_at.toISOString(),
      data: {
        id: message.subject_id,
        ...(message.patient_id && { patient_id: message.patient_id }),
        organization_id: message.org_id,
      },
    });
    const signal = AbortSignal.timeout(LIMIT_MS);
    try {
      const answer = await callOutside(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'TRT-Portal-Webhooks/1',
          ...signedHeaders(message.id, this.clock.now(), body, message.secrets),
        },
        body,
        signal,
        publicOnly: this.config.production || !isLoopback(url),
      });
      answer.destroy();
      return answer.statusCode ?? 'unreachable';
    } catch (error) {
      if (error instanceof PrivateAddress) return 'private_address';
      return signal.aborted ? 'timeout' : 'unreachable';
    }
  }
}

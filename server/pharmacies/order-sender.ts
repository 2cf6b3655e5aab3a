import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { PHARMACY_LIMITS } from '#common/api/pharmacies.js';
import { titleOf } from '#common/clinical/index.js';
import { orderNumberText } from '#common/order-number.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs, TryLater } from '../jobs/jobs.service.js';
import { bodyOf, callOutside, isLoopback } from '../platform/http/outside-call.js';
import { PrivateAddress } from '../platform/http/public-address.js';
import { signedHeaders } from '../platform/http/signed-message.js';
import { Clock } from '../platform/time/clock.js';
import { OrderSending } from '../prescriptions/order-sending.service.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { OrderContentsReader } from './order-contents.service.js';
import { orderMessage, withdrawalMessage } from './order-message.js';
import { PharmacyOrdersRepository, type OrderToSend } from './pharmacy-orders.repository.js';
import { TEXT } from './text/en.js';

const LIMIT_MS = 5000;
const TRIED_MS = PHARMACY_LIMITS.tryHours * 3_600_000;
const LONGEST_ANSWER = 16_384;
/** Answers that say "not now"; 401 is a secret that the pharmacy has yet to change. */
const NOT_NOW = new Set([401, 408, 409, 425, 429]);
/** Open task for the care team. */
const NOT_DELIVERED = 'pharmacy_order_failed';
/** What keeps an order back whose pharmacy an administrator paused. */
const PAUSED = 'pharmacy_paused';

/** Why an order is not with its pharmacy. */
interface Undelivered {
  /** It is not tried again. */
  over: boolean;
  keptBack?: string;
  /** At the first try, so that it is certain that the pharmacy does not have it. */
  refused?: boolean;
}

/** What came back: the status or a fault, and the pharmacy's number where it confirmed. */
interface Answer {
  result: string;
  /** null: not confirmed. */
  reference: string | null;
  refused: boolean;
}

/** "" where the pharmacy confirmed without a number of its own; null where it did not confirm. */
function referenceIn(body: string): string | null {
  try {
    const answer = JSON.parse(body) as { confirmed?: unknown; reference?: unknown } | null;
    if (answer?.confirmed !== true) return null;
    const reference = typeof answer.reference === 'string' ? answer.reference : '';
    return reference.replace(/\p{Cc}/gu, ' ').slice(0, PHARMACY_LIMITS.referenceLength);
  } catch {
    return null;
  }
}

/**
 * The job that gives orders to pharmacies' programs. The same key goes with every try, so that an answer that was lost
 * makes no second order; nothing is sent until the program confirms.
 */
@Injectable()
export class OrderSender implements OnModuleInit {
  constructor(
    private readonly orders: PharmacyOrdersRepository,
    private readonly contents: OrderContentsReader,
    private readonly prescriptions: Prescriptions,
    private readonly sending: OrderSending,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const send = (data: Record<string, unknown>) => this.send(String(data.order_id), data.again === true);
    this.jobs.handle('pharmacy.order', send, { sideBySide: true });
  }

  /** `again`: the pharmacy took the order after it was told that it is withdrawn. */
  async send(id: string, again = false): Promise<void> {
    const order = await this.orders.toSend(id);
    if (order?.status === 'withdrawn' || order?.status === 'failed') return this.tellWithdrawn(order, again);
    if (order?.status !== 'sending') return;
    const late = this.clock.now().getTime() - order.handed_over_at.getTime() >= TRIED_MS;
    const turn = await this.turn(order);
    if (!turn) return;
    if (turn.keptBack) return this.later(order, { over: late, keptBack: turn.keptBack });
    const answer = await this.call(order, order.id, turn.message);
    if (answer.reference !== null) return this.confirmed(order, answer.reference);
    await this.orders.tried(id, answer.result);
    return this.later(order, {
      over: late || answer.refused,
      refused: answer.refused && order.attempts === 0,
    });
  }

  /**
   * Judges the order and counts the try before the call is made, with the case locked: an order that is withdrawn or filled
   * meanwhile is either not sent, or known to be there. null: it is not to be sent any more.
   */
  private turn(order: OrderToSend): Promise<{ keptBack: string | null; message: string } | null> {
    return this.uow.run(async () => {
      await this.cases.ofPatient(order.patient_id, { lock: true });
      const now = await this.orders.toSend(order.id);
      if (now?.status !== 'sending') return null;
      const prescription = (await this.prescriptions.stored(now.prescription_id))!;
      const keptBack = now.paused
        ? PAUSED
        : await this.sending.keptBackBy(prescription, now.handed_over_by, now.handed_over_at);
      if (keptBack) {
        await this.orders.keptBack(order.id, keptBack);
        return { keptBack, message: '' };
      }
      const message = now.message ?? orderMessage(await this.contents.read(order.id, prescription));
      await this.orders.trying(order.id, message);
      return { keptBack: null, message };
    });
  }

  /** Only a program that may have the order is told. */
  private async tellWithdrawn(order: OrderToSend, again: boolean): Promise<void> {
    if (order.attempts === 0 || (order.withdrawal_sent_at && !again)) return;
    const key = `${order.id}-withdrawn${again ? '-again' : ''}`;
    const { result } = await this.call(order, key, withdrawalMessage(order));
    if (!/^2\d\d/.test(result)) throw new TryLater('The withdrawal was not delivered');
    await this.orders.withdrawalSent(order.id);
  }

  /** The pharmacy has it: that is so, whatever happened here while it answered. */
  private confirmed(order: OrderToSend, reference: string): Promise<void> {
    return this.uow.run(async () => {
      await this.cases.ofPatient(order.patient_id, { lock: true });
      const by = { userId: null, how: null, reference: reference || null };
      if (!(await this.orders.confirm(order.id, by))) return this.takenAfterAll(order);
      await this.record(order, 'pharmacy_order.confirm');
      const prescription = (await this.prescriptions.stored(order.prescription_id))!;
      if (!prescription.sent_at) await this.sending.sent(null, prescription);
    });
  }

  /** It was withdrawn, or filled, while the pharmacy answered. */
  private async takenAfterAll(order: OrderToSend): Promise<void> {
    if ((await this.orders.toSend(order.id))?.status !== 'withdrawn') return;
    await this.jobs.enqueue('pharmacy.order', { order_id: order.id, again: true });
    await this.raise(order, (number, medicine) =>
      TEXT.tookOrderAfterWithdrawn(order.pharmacy, number, medicine),
    );
  }

  private async later(order: OrderToSend, { over, keptBack, refused }: Undelivered): Promise<void> {
    if (!over) throw new TryLater('The pharmacy has not confirmed the order');
    await this.uow.run(async () => {
      await this.cases.ofPatient(order.patient_id, { lock: true });
      if (!(await this.orders.fail(order.id))) return;
      await this.record(order, 'pharmacy_order.fail');
      const tried = ((await this.orders.toSend(order.id))?.attempts ?? 0) > 0;
      const mayHaveIt = tried && !refused;
      // A pharmacy that may have it is told that it must not be dispensed.
      if (mayHaveIt) await this.jobs.enqueue('pharmacy.order', { order_id: order.id });
      await this.raise(order, (number, medicine) => {
        const why = keptBack ? ` It was kept back: ${titleOf(keptBack) ?? keptBack}.` : '';
        return mayHaveIt
          ? TEXT.didNotConfirmOrder(order.pharmacy, number, medicine, why)
          : TEXT.doesNotOrderPatientNoMedicine(order.pharmacy, number, medicine, why);
      });
    });
  }

  private async raise(
    order: OrderToSend,
    message: (number: string, medicine: string) => string,
  ): Promise<void> {
    const { case_id, drug, dose } = (await this.prescriptions.stored(order.prescription_id))!;
    const { number } = await this.orders.sheet(order.id);
    await this.evaluations.raise(
      { id: case_id, org_id: order.org_id },
      {
        rule_key: NOT_DELIVERED,
        severity: 'critical',
        message: message(orderNumberText(number), `${drug} ${dose}`),
      },
    );
  }

  private async call(order: OrderToSend, key: string, body: string): Promise<Answer> {
    const url = new URL(order.url);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const fault = (result: string): Answer => ({ result, reference: null, refused: false });
    try {
      const answer = await callOutside(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'idempotency-key': key,
          'user-agent': 'TRT-Portal-Orders/1',
          ...signedHeaders(key, this.clock.now(), body, [order.secret]),
        },
        body,
        signal,
        publicOnly: this.config.production || !isLoopback(url),
      });
      const status = answer.statusCode ?? 0;
      const text = (await bodyOf(answer, LONGEST_ANSWER)).toString('utf8');
      const taken = status >= 200 && status < 300;
      return {
        result: String(status),
        reference: taken ? referenceIn(text) : null,
        refused: status >= 400 && status < 500 && !NOT_NOW.has(status),
      };
    } catch (error) {
      if (error instanceof PrivateAddress) return fault('private_address');
      return fault(signal.aborted ? 'timeout' : 'unreachable');
    }
  }

  private record(order: OrderToSend, action: RecordAction): Promise<void> {
    return this.audit.record(null, {
      action,
      target: { type: 'pharmacy_order', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      detail: { prescription: order.prescription_id },
    });
  }
}

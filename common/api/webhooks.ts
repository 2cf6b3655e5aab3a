import type { ListMeta } from './lists.js';

/** What a program can be told; each message has the kind and the ids, never content. */
export const WEBHOOK_EVENTS = [
  'intake.submitted',
  'plan.approved',
  'prescription.approved',
  'prescription.on_hold',
  'prescription.released',
  'prescription.filled',
  'lab.received',
  'lab.reviewed',
  'refill.requested',
  'appointment.booked',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent when an administrator tries the connection. */
export const WEBHOOK_TEST = 'webhook.test';
/** What a message may say. */
export const DELIVERY_EVENTS = [...WEBHOOK_EVENTS, WEBHOOK_TEST] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const DELIVERY_STATUSES = ['queued', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why the last attempt failed, beside an HTTP status such as `500`. */
export const DELIVERY_FAULTS = ['timeout', 'unreachable', 'private_address', 'paused', 'removed'] as const;

export const WEBHOOK_LIMITS = {
  /** Webhooks of one organization. */
  most: 10,
  urlLength: 500,
  /** How long the previous secret still signs after a rotation. */
  rotationHours: 24,
  /** How long a message is tried. */
  tryHours: 24,
} as const;

export interface Webhook {
  id: string;
  org_id: string;
  organisation: string;
  url: string;
  events: WebhookEvent[];
  status: WebhookStatus;
  /** `gone`: the receiver answered 410. */
  paused_because: 'administrator' | 'gone' | null;
  created_by: string;
  /** The person who set it up no longer administers the organization. */
  maker_left: boolean;
  created_at: string;
  last_delivered_at: string | null;
  /** Messages given up on that can be replayed. */
  dead: number;
}

export interface WebhookCreateRequest {
  url: string;
  events: WebhookEvent[];
  /** For system-wide administrators. */
  org_id?: string;
}

export interface WebhookChangeRequest {
  url?: string;
  events?: WebhookEvent[];
  active?: boolean;
}

/** The only response that contains the secret. */
export interface WebhookWithSecret extends Webhook {
  secret: string;
}

export interface WebhooksResponse extends ListMeta {
  webhooks: Webhook[];
}

export interface WebhookDelivery {
  /** The `webhook-id` of the message, the same for each attempt. */
  id: string;
  webhook_id: string;
  url: string;
  /** The webhook was removed, so the message cannot be replayed. */
  webhook_removed: boolean;
  event: DeliveryEvent;
  subject_id: string;
  status: DeliveryStatus;
  attempts: number;
  /** An HTTP status or one of DELIVERY_FAULTS; null before the first attempt. */
  last_result: string | null;
  occurred_at: string;
  delivered_at: string | null;
}

export interface WebhookDeliveriesResponse extends ListMeta {
  deliveries: WebhookDelivery[];
}

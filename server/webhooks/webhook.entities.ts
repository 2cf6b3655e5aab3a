import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DeliveryEvent, DeliveryStatus, Webhook, WebhookEvent } from '#common/api/webhooks.js';

/** Where a program of an organization is told what happened. */
@Entity('webhooks')
@Index(['org_id', 'created_at'])
export class WebhookRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('text') url: string;
  @Column('text', { array: true }) events: WebhookEvent[];
  /** null once removed. */
  @Column('text', { nullable: true }) secret_enc: string | null;
  /** Signs as well until old_secret_until, so that the receiver can change over. */
  @Column('text', { nullable: true }) old_secret_enc: string | null;
  @Column('timestamptz', { nullable: true }) old_secret_until: Date | null;
  @ForeignKey('User') @Column('uuid') created_by: string;
  /** Who last said where it sends, or saw its secret; null: who made it. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) set_by: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('text', { nullable: true }) paused_because: Webhook['paused_because'];
  @Column('timestamptz', { nullable: true }) removed_at: Date | null;
}

/** One message to one webhook; its id is the message's. */
@Entity('webhook_deliveries')
@Index(['org_id', 'occurred_at'])
@Index(['webhook_id', 'status'])
export class WebhookDeliveryRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('WebhookRow') @Column('uuid') webhook_id: string;
  @Column('text') event: DeliveryEvent;
  @Column('text') subject_id: string;
  @ForeignKey('Patient') @Column('uuid', { nullable: true }) patient_id: string | null;
  @Column('timestamptz') occurred_at: Date;
  @Column('text', { default: 'queued' }) status: DeliveryStatus;
  @Column('int', { default: 0 }) attempts: number;
  @Column('text', { nullable: true }) last_result: string | null;
  /** The 24 hours of attempts begin here. */
  @Column('timestamptz', { default: () => 'now()' }) tried_from: Date;
  @Column('timestamptz', { nullable: true }) delivered_at: Date | null;
}

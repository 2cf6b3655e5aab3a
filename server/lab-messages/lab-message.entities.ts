import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { LabMessageStatus } from '#common/api/lab-messages.js';

/** A laboratory that sends results to one organization, and takes its orders. */
@Entity('lab_connections')
@Index('lab_connections_names_idx', { synchronize: false })
@Index(['org_id', 'created_at'])
export class LabConnectionRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('text') name: string;
  @Column('text') sending_application: string;
  @Column('text') sending_facility: string;
  @Column('text') receiving_facility: string;
  @Column('text') timezone: string;
  /** Its own codes, and the analyte each means. */
  @Column('jsonb') codes: Record<string, string>;
  /** The clinic's account, and where patients go. */
  @Column('text', { default: '' }) account_number: string;
  @Column('text', { default: '' }) address: string;
  @Column('text', { default: '' }) phone: string;
  @Column('text', { default: '' }) hours: string;
  /** Orders are written to its folder. */
  @Column('boolean', { default: false }) sends_orders: boolean;
  @Column('boolean', { default: false }) paused: boolean;
  @Column('timestamptz', { nullable: true }) last_message_at: Date | null;
  @ForeignKey('User') @Column('uuid') created_by: string;
  /** Who last said what it takes for whose; null: who made it. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) set_by: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('integer', { default: 1 }) version: number;
}

/** A message as it came, and what became of it. */
@Entity('lab_messages')
@Index('lab_messages_waiting_idx', { synchronize: false })
@Index(['org_id', 'received_at'])
@Index(['hash'], { unique: true })
@Index(['connection_id', 'control_id'])
@Index(['connection_id', 'body_hash'])
@Index(['patient_id'])
export class LabMessageRow {
  @PrimaryColumn('uuid') id: string;
  /** Of the patient where the laboratory is not known; null if that one is not known either. */
  @ForeignKey('Organisation') @Column('uuid', { nullable: true }) org_id: string | null;
  @ForeignKey('LabConnectionRow') @Column('uuid', { nullable: true }) connection_id: string | null;
  @ForeignKey('Patient') @Column('uuid', { nullable: true }) patient_id: string | null;
  /** SHA-256 of the bytes that came, and of what follows the first segment. */
  @Column('text') hash: string;
  @Column('text') body_hash: string;
  @Column('text') control_id: string;
  /** MSH-3, MSH-4 and MSH-6. */
  @Column('text') sending_application: string;
  @Column('text') sending_facility: string;
  @Column('text') receiving_facility: string;
  /** SHA-256 of the laboratory's number of the order: what is final replaces what was preliminary. */
  @Column('text', { nullable: true }) order_hash: string | null;
  @Column('text') status: LabMessageStatus;
  @Column('boolean', { default: false }) critical: boolean;
  /** Staff said whose it is. */
  @Column('boolean', { default: false }) confirmed: boolean;
  /** The bytes, and what lists show of them. */
  @Column('text') text_enc: string;
  @Column('text') summary_enc: string;
  @Column('timestamptz') received_at: Date;
  @ForeignKey('User') @Column('uuid', { nullable: true }) handled_by: string | null;
  @Column('timestamptz', { nullable: true }) handled_at: Date | null;
  @Column('text', { nullable: true }) reason_enc: string | null;
  @Column('integer', { default: 1 }) version: number;
}

import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { ConfirmedBy, PharmacyChannel, PharmacyOrderStatus } from '#common/vocabulary/pharmacies.js';

/** A pharmacy that an organization sends prescriptions to. */
@Entity('pharmacies')
@Index(['org_id', 'created_at'])
export class PharmacyRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('text') name: string;
  @Column('text', { default: '' }) phone: string;
  @Column('text', { default: '' }) fax: string;
  @Column('text', { default: '' }) address: string;
  @Column('text', { default: '' }) ncpdp_id: string;
  @Column('text') channel: PharmacyChannel;
  @Column('text', { default: '' }) url: string;
  /** null: it takes faxes. */
  @Column('text', { nullable: true }) secret_enc: string | null;
  @Column('boolean', { default: false }) paused: boolean;
  @ForeignKey('User') @Column('uuid') created_by: string;
  /** Who last said where prescriptions go, or saw its secret; null: who made it. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) set_by: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
  @Column('integer', { default: 1 }) version: number;
}

/** A prescription given to one pharmacy; a patient has at most one that is not confirmed (partial index pharmacy_orders_open_idx). */
@Entity('pharmacy_orders')
@Index('pharmacy_orders_open_idx', { synchronize: false })
@Index(['org_id', 'number'], { unique: true })
@Index(['prescription_id', 'handed_over_at'])
@Index(['patient_id', 'handed_over_at'])
@Index(['pharmacy_id'])
export class PharmacyOrderRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('Prescription') @Column('uuid') prescription_id: string;
  @ForeignKey('PharmacyRow') @Column('uuid') pharmacy_id: string;
  /** Twelve digits, the last a check digit. */
  @Column('text') number: string;
  @Column('text') channel: PharmacyChannel;
  @Column('text') status: PharmacyOrderStatus;
  @ForeignKey('User') @Column('uuid') handed_over_by: string;
  @CreateDateColumn({ type: 'timestamptz' }) handed_over_at: Date;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('text', { nullable: true }) last_result: string | null;
  /** What was sent at the first try: the same key never goes with another order. */
  @Column('text', { nullable: true }) message_enc: string | null;
  /** When its file was first downloaded: from then on the pharmacy may have it. */
  @Column('timestamptz', { nullable: true }) printed_at: Date | null;
  /** The rule that kept it back from the last try. */
  @Column('text', { nullable: true }) kept_back_by: string | null;
  @Column('timestamptz', { nullable: true }) confirmed_at: Date | null;
  /** null: by the pharmacy's program. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) confirmed_by: string | null;
  @Column('text', { nullable: true }) confirmed_how: ConfirmedBy | null;
  @Column('text', { nullable: true }) reference: string | null;
  @Column('timestamptz', { nullable: true }) withdrawn_at: Date | null;
  @Column('text', { nullable: true }) withdraw_reason_enc: string | null;
  /** When the pharmacy's program was told that it is withdrawn. */
  @Column('timestamptz', { nullable: true }) withdrawal_sent_at: Date | null;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
  @Column('integer', { default: 1 }) version: number;
}

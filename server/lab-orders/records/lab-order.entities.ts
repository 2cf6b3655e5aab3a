import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { AnalyteKey } from '#common/clinical/index.js';
import type { LabOrderStatus } from '#common/vocabulary/lab-orders.js';

/** Tests that a clinician ordered from a laboratory. */
@Entity('lab_orders')
@Index('lab_orders_undrawn_idx', { synchronize: false })
@Index(['org_id', 'number'], { unique: true })
@Index(['org_id', 'ordered_at'])
@Index(['patient_id', 'ordered_at'])
export class LabOrderRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @ForeignKey('LabConnectionRow') @Column('uuid') connection_id: string;
  /** Twelve digits, the last a check digit. */
  @Column('text') number: string;
  /** Follows the draw and the results on file; only canceling is an act of its own. */
  @Column('text', { default: 'ordered' }) status: LabOrderStatus;
  @Column('text', { array: true }) analytes: AnalyteKey[];
  @Column('boolean') fasting: boolean;
  /** The product in use when it was ordered: the hour of the draw depends on it. */
  @Column('text', { nullable: true }) formulation: string | null;
  @Column('date') window_from: string;
  /** The last day for the draw. */
  @Column('date') due_on: string;
  @Column('date', { nullable: true }) drawn_on: string | null;
  /** ICD-10 codes, separated by spaces. */
  @Column('text', { nullable: true }) diagnosis_enc: string | null;
  @Column('text', { nullable: true }) note_enc: string | null;
  @ForeignKey('User') @Column('uuid') ordered_by: string;
  /** The clinician's name and NPI as signed: what is printed does not change with the account. null: of an earlier release. */
  @Column('text', { nullable: true }) signed_name: string | null;
  @Column('text', { nullable: true }) signed_npi: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) ordered_at: Date;
  @ForeignKey('User') @Column('uuid', { nullable: true }) canceled_by: string | null;
  @Column('timestamptz', { nullable: true }) canceled_at: Date | null;
  @Column('text', { nullable: true }) cancel_reason_enc: string | null;
  /** When the order, and its cancellation, were in the laboratory's folder. */
  @Column('timestamptz', { nullable: true }) sent_at: Date | null;
  @Column('timestamptz', { nullable: true }) cancel_sent_at: Date | null;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
  @Column('integer', { default: 1 }) version: number;
}

/** Whose results a draw has: one draw may answer two orders, and an order may take two draws. */
@Entity('lab_order_panels')
@Index(['panel_id'])
export class LabOrderPanelRow {
  @ForeignKey('LabOrderRow') @PrimaryColumn('uuid') order_id: string;
  @ForeignKey('LabPanel') @PrimaryColumn('uuid') panel_id: string;
  /** null: by the number in a message, or because only this order fits. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) linked_by: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) linked_at: Date;
}

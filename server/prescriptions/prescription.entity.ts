import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { VialKind } from '#common/clinical/index.js';
import type { DraftAction, PrescriptionStatus } from '#common/vocabulary/index.js';

@Entity('prescriptions')
@Index('prescriptions_list_idx', { synchronize: false })
@Index('prescriptions_list_waiting_idx', { synchronize: false })
@Index('prescriptions_list_in_use_idx', { synchronize: false })
@Index('prescriptions_list_search_idx', { synchronize: false })
@Index(['case_id', 'created_at'])
@Index(['org_id', 'created_at'])
export class Prescription {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @ForeignKey('Plan') @Index() @Column('uuid', { nullable: true }) plan_id: string | null;
  @ForeignKey('Patient') @Index() @Column('uuid') patient_id: string;
  @Column('text') formulation: string;
  @Column('text') drug: string;
  @Column('text') dose: string;
  @Column('text') sig: string;
  @Column('text') frequency: string;
  @Column('text') route: string;
  @Column('double precision') quantity: number;
  @Column('integer') days_supply: number;
  /** Single-dose or multi-dose; null: not named, or not a vial. */
  @Column('text', { nullable: true }) vial: VialKind | null;
  @Column('integer') refills: number;
  @Column('text') status: PrescriptionStatus;
  @Column('text', { nullable: true }) draft_action: DraftAction | null;
  @ForeignKey('Prescription') @Column('uuid', { nullable: true }) replaces_id: string | null;
  @Column('timestamptz', { nullable: true }) approved_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) approved_by: string | null;
  /** This and the hold's reason: in clear until they were encrypted. */
  @Column('text', { nullable: true }) override_reason: string | null;
  @Column('text', { nullable: true }) override_reason_enc: string | null;
  /** The rules that reason was given for. */
  @Column('text', { array: true, default: [] }) override_rules: string[];
  @Column('timestamptz', { nullable: true }) overridden_at: Date | null;
  /** By rule, the values at that moment. */
  @Column('text', { nullable: true }) override_values_enc: string | null;
  /** Every passing, oldest first. */
  @Column('text', { nullable: true }) override_history_enc: string | null;
  @Column('timestamptz', { nullable: true }) on_hold_since: Date | null;
  @Column('text', { nullable: true }) on_hold_rule: string | null;
  @Column('text', { nullable: true }) on_hold_reason: string | null;
  @Column('text', { nullable: true }) on_hold_reason_enc: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) on_hold_by: string | null;
  @Column('timestamptz', { nullable: true }) sent_at: Date | null;
  @Column('timestamptz', { nullable: true }) filled_at: Date | null;
  @Column('integer', { default: 0 }) fills: number;
  /** A code; what was typed about the end is in the note. */
  @Column('text', { nullable: true }) ended_reason: string | null;
  @Column('text', { nullable: true }) ended_note_enc: string | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
  /** Written by triggers only: what the list is searched by. */
  @Column('text', { default: '' }) list_search: string;
}

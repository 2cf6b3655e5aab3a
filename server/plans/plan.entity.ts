import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { PlanLifecycle } from '#common/vocabulary/index.js';

export type PlanOrigin = 'baseline' | 'titration' | 'clinician';

/** One pending and one approved plan a case at most (partial indexes plans_one_pending, plans_one_in_force). */
@Entity('plans')
@Index('plans_one_pending', { synchronize: false })
@Index('plans_one_in_force', { synchronize: false })
@Index('plans_pending_idx', { synchronize: false })
@Index(['case_id', 'created_at'])
export class Plan {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @ForeignKey('Patient') @Index() @Column('uuid') patient_id: string;
  @Column('text') lifecycle: PlanLifecycle;
  @Column('text') origin: PlanOrigin;
  @Column('boolean', { default: false }) flagged: boolean;
  /** This and the other texts: in clear until they were encrypted. */
  @Column('text', { nullable: true }) flag_reason: string | null;
  @Column('text', { nullable: true }) flag_reason_enc: string | null;
  @Column('text') formulation: string;
  /** mg of product */
  @Column('double precision') dose: number;
  @Column('text') frequency: string;
  @Column('text') route: string;
  @Column('text') blood_draw_timing: string;
  @Column('text', { nullable: true }) blood_draw_timing_enc: string | null;
  @Column('integer', { nullable: true }) target_range_low: number | null;
  @Column('integer', { nullable: true }) target_range_high: number | null;
  @Column('date', { nullable: true }) next_review_on: string | null;
  /** The clinician's reason for a dose that differs from the recommendation. */
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text', { nullable: true }) reason_enc: string | null;
  /** Digest of what the plan was drawn from: the same facts give the same answer. */
  @Column('text', { nullable: true }) basis: string | null;
  @Column('text') rule_set_version: string;
  @Column('timestamptz', { nullable: true }) approved_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) approved_by: string | null;
  @Column('text', { nullable: true }) override_reason: string | null;
  @Column('text', { nullable: true }) override_reason_enc: string | null;
  /** The rules that reason was given for. */
  @Column('text', { array: true, default: [] }) override_rules: string[];
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

/** The last answer of the baseline algorithm for a case, a refusal too. */
@Entity('baseline_answers')
export class BaselineAnswer {
  @ForeignKey('Case') @PrimaryColumn('uuid') case_id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('text') basis: string;
  @Column('text') outcome: string;
  @Column('text', { array: true }) reasons: string[];
  @ForeignKey('Plan') @Column('uuid', { nullable: true }) plan_id: string | null;
  @ForeignKey('Prescription') @Column('uuid', { nullable: true }) prescription_id: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}

/** Why a plan is flagged: by a rule or by a person. One that was removed stays as history. */
@Entity('plan_flags')
export class PlanFlagRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Plan') @Index() @Column('uuid') plan_id: string;
  @Column('text') kind: 'rule' | 'note';
  @Column('text', { nullable: true }) key: string | null;
  /** A note; in clear until it was encrypted, as is the reason of its removal. */
  @Column('text', { nullable: true }) text: string | null;
  @Column('text', { nullable: true }) text_enc: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) by: string | null;
  @Column('timestamptz', { default: () => 'now()' }) at: Date;
  @Column('timestamptz', { nullable: true }) removed_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) removed_by: string | null;
  @Column('text', { nullable: true }) removed_reason: string | null;
  @Column('text', { nullable: true }) removed_reason_enc: string | null;
}

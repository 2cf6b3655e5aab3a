import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { CaseExtras } from '#common/api/index.js';
import type { CaseStatus } from '#common/vocabulary/index.js';

@Entity('cases')
@Index(['org_id', 'created_at', 'id'])
@Index(['org_id', 'case_number'], { unique: true })
@Index('cases_list_search_idx', { synchronize: false })
@Index('cases_list_flagged_idx', { synchronize: false })
@Index('cases_list_name_idx', { synchronize: false })
@Index('cases_list_name_desc_idx', { synchronize: false })
@Index('cases_list_last_name_idx', { synchronize: false })
@Index('cases_list_last_name_desc_idx', { synchronize: false })
@Index('cases_list_status_idx', { synchronize: false })
@Index('cases_list_status_desc_idx', { synchronize: false })
@Index('cases_list_created_desc_idx', { synchronize: false })
@Index('cases_list_updated_idx', { synchronize: false })
@Index('cases_list_updated_desc_idx', { synchronize: false })
@Index('cases_list_review_idx', { synchronize: false })
@Index('cases_list_review_desc_idx', { synchronize: false })
@Index('cases_list_urgent_idx', { synchronize: false })
@Index('cases_list_urgent_desc_idx', { synchronize: false })
@Index('cases_emergency_idx', { synchronize: false })
export class Case {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Index({ unique: true }) @Column('uuid') patient_id: string;
  @Column('text') case_number: string;
  @Column('text', { default: 'open' }) status: CaseStatus;
  /** In clear until it was encrypted. */
  @Column('text', { nullable: true }) diagnosis: string | null;
  @Column('text', { nullable: true }) diagnosis_enc: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) primary_clinician_id: string | null;
  /** Facts only a clinician can enter. */
  @Column('jsonb', { default: {} }) extras: CaseExtras;
  /** The start in the extras is the plan's approval: the patient has not reported the first dose yet. */
  @Column('boolean', { default: false }) therapy_start_assumed: boolean;
  /** Keys of rules against treatment that a clinician explains to the patient in person. */
  @Column('jsonb', { default: [] }) tell_in_person: string[];
  /** When the blood pressure in the extras was entered. */
  @Column('date', { nullable: true }) bp_recorded_on: string | null;
  /** When a clinician last changed it; it supersedes what the patient reported earlier that day. */
  @Column('timestamptz', { nullable: true }) bp_entered_at: Date | null;
  /** When a raised blood pressure is measured again: written by each judgement. */
  @Column('date', { nullable: true }) bp_recheck_on: string | null;
  /** Opened for an emergency: the intake was not submitted yet. */
  @Column('boolean', { default: false }) awaits_intake: boolean;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
  @Column('timestamptz', { nullable: true }) closed_at: Date | null;
  /** Written only by triggers: what the worklist is searched, filtered and sorted by. */
  @Column('text', { default: '' }) list_name: string;
  @Column('text', { default: '' }) list_search: string;
  @Column('date', { nullable: true }) next_review_on: string | null;
  @Column('boolean', { default: false }) pending_flagged: boolean;
  @Column('timestamptz', { nullable: true }) waiting_since: Date | null;
  @Column('boolean', { default: false }) critical: boolean;
  /** Severity of the worst open alert waiting for a clinician: 0 none, 1 warning, 2 critical. */
  @Column('smallint', { default: 0 }) worst: number;
  /** How soon it needs action: 3 an emergency, 2 today, 1 a finding, 0 no finding. */
  @Column('smallint', { default: 0 }) worst_urgency: number;
  @Column('timestamptz', { nullable: true }) worst_since: Date | null;
  /** On treatment, and not put on hold by a clinician. */
  @Column('boolean', { default: false }) taking: boolean;
  @Column('boolean', { default: false }) plan_waits: boolean;
  @Column('timestamptz', { nullable: true }) urgent_since: Date | null;
}

import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AlertReport } from '#common/api/cases.js';
import type { Evidence } from '#common/clinical/index.js';
import type { AlertAction, AlertSeverity } from '#common/vocabulary/index.js';

/** At most one open alert a rule and case (partial index case_alerts_open). */
@Entity('case_alerts')
@Index('case_alerts_open', { synchronize: false })
@Index(['case_id', 'created_at'])
export class CaseAlert {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @Column('text') rule_key: string;
  @Column('text') severity: AlertSeverity;
  /** How soon it has to be acted on, among alerts of its severity: 2 today, 1 a finding, 0 no finding. */
  @Column('smallint', { default: 0 }) urgency: number;
  @Column('text') message: string;
  /** false: not opened, and not closed, by what the rules say. */
  @Column('boolean', { default: true }) by_rule: boolean;
  /** When and where the patient wrote of it, where no rule opened it. */
  @Column('jsonb', { default: [] }) reports: AlertReport[];
  /** The values of the rule that fired, as they were last judged. */
  @Column('jsonb', { default: [] }) evidence: Evidence[];
  /** They may quote the intake; in clear until they were encrypted. */
  @Column('text', { nullable: true }) evidence_enc: string | null;
  @Column('timestamptz', { nullable: true }) acknowledged_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) acknowledged_by: string | null;
  @Column('text', { nullable: true }) acknowledged_action: AlertAction | null;
  @Column('date', { nullable: true }) recheck_on: string | null;
  @Column('text', { nullable: true }) acknowledged_note_enc: string | null;
  /** Of an emergency: every time the care team tried to reach the patient. */
  @Column('text', { nullable: true }) contacts_enc: string | null;
  /** Closed by its words alone, without a call. */
  @Column('boolean', { default: false }) misread: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) closed_at: Date | null;
}

/** What the rules said of a case at one time, with the facts they read: it can be replayed. */
@Entity('rule_evaluations')
@Index(['case_id', 'created_at'])
export class RuleEvaluation {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @Column('text') rule_set_version: string;
  @Column('text') occasion: string;
  @Column('text') facts_enc: string;
  @Column('text') result_enc: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

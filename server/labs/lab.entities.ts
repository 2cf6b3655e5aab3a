import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { LabResult } from '#common/api/index.js';
import type { Comparator, LabFlag } from '#common/clinical/index.js';
import type { LabRecordStatus } from '#common/vocabulary/index.js';

@Entity('lab_panels')
@Index('lab_panels_one_scheduled', { synchronize: false })
@Index('lab_panels_list_idx', { synchronize: false })
@Index('lab_panels_list_abnormal_idx', { synchronize: false })
@Index('lab_panels_list_unreviewed_idx', { synchronize: false })
@Index('lab_panels_list_scheduled_idx', { synchronize: false })
@Index('lab_panels_list_asc_idx', { synchronize: false })
@Index('lab_panels_list_urgency_idx', { synchronize: false })
@Index('lab_panels_list_critical_idx', { synchronize: false })
@Index('lab_panels_list_critical_first_idx', { synchronize: false })
@Index(['patient_id', 'collected_at'])
@Index(['org_id', 'created_at'])
export class LabPanel {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  /** Overdue is a scheduled one whose date has passed, corrected one with revisions: neither is stored. */
  @Column('text') status: Extract<LabRecordStatus, 'scheduled' | 'completed' | 'voided'>;
  @Column('date', { nullable: true }) due_on: string | null;
  @Column('timestamptz', { nullable: true }) collected_at: Date | null;
  /** As sent, with its offset: the rule on mornings reads the wall clock of the draw. */
  @Column('text', { nullable: true }) collected_as_sent: string | null;
  @Column('double precision', { nullable: true }) since_last_dose_h: number | null;
  /** Checked against the dose log, which says otherwise. */
  @Column('boolean', { default: false }) hours_confirmed: boolean;
  /** In clear until it was encrypted. */
  @Column('text', { nullable: true }) specimen: string | null;
  @Column('text', { nullable: true }) specimen_enc: string | null;
  @Column('text') source: 'entry' | 'import' | 'laboratory' | 'schedule' | 'demo';
  @Column('timestamptz', { nullable: true }) reviewed_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) reviewed_by: string | null;
  /** The instruction of a scheduled draw; a reviewer's note only until it was encrypted. */
  @Column('text', { nullable: true }) note: string | null;
  @Column('text', { nullable: true }) note_enc: string | null;
  /** The laboratory's comments, each with the test it is on. */
  @Column('text', { nullable: true }) laboratory_notes_enc: string | null;
  /** Written by a trigger only: whether a result is low or high. */
  @Column('boolean', { default: false }) abnormal: boolean;
  /** Whether a result passes a critical limit; kept for lists. */
  @Column('boolean', { default: false }) critical: boolean;
  /** Whether the patient was reached about that. */
  @Column('boolean', { default: false }) called: boolean;
  @ForeignKey('User') @Column('uuid', { nullable: true }) entered_by: string | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

@Entity('lab_results')
export class LabResultRow {
  @ForeignKey('LabPanel') @PrimaryColumn('uuid') panel_id: string;
  @PrimaryColumn('text') analyte: string;
  /** Of the panel, for the wall between organizations and patients; only triggers write them. */
  @Column('uuid') org_id: string;
  @Column('uuid') patient_id: string;
  @Column('double precision') value: number;
  /** The laboratory gave a limit: the value is below or above it. */
  @Column('text', { nullable: true }) comparator: Comparator | null;
  /** The laboratory marked it as critical, whatever the limits here. */
  @Column('boolean', { default: false }) marked: boolean;
  @Column('text') unit: string;
  @Column('text') flag: LabFlag;
  @Column('double precision', { nullable: true }) reference_low: number | null;
  @Column('double precision', { nullable: true }) reference_high: number | null;
  /** As it was entered, where that was in another unit. */
  @Column('double precision', { nullable: true }) entered_value: number | null;
  @Column('text', { nullable: true }) entered_unit: string | null;
}

/** A version of a corrected or voided panel; the first one is what was entered. */
@Entity('lab_revisions')
@Index(['panel_id', 'n'], { unique: true })
export class LabRevisionRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('LabPanel') @Column('uuid') panel_id: string;
  @Column('integer') n: number;
  @Column('jsonb') results: Record<string, LabResult>;
  @Column('text', { nullable: true }) reason_enc: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) by_id: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) at: Date;
}

/** A call to the patient about a critical result. */
@Entity('lab_call_backs')
@Index(['panel_id', 'at'])
export class LabCallBackRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('LabPanel') @Column('uuid') panel_id: string;
  @Column('date') called_on: string;
  @Column('boolean') reached: boolean;
  @Column('text', { nullable: true }) note_enc: string | null;
  @ForeignKey('User') @Column('uuid') by_id: string;
  /** It was about values that have been corrected since. */
  @Column('boolean', { default: false }) outdated: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) at: Date;
}

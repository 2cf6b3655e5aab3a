import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { LabReportState, LabReportType } from '#common/api/lab-reports.js';

/** A report that a patient sent in. Its values count only once a clinician has entered them. */
@Entity('lab_reports')
@Index(['patient_id', 'created_at'])
@Index(['org_id', 'created_at'])
export class LabReportRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text') content_type: LabReportType;
  @Column('integer') bytes: number;
  /** The patient's name for the file. */
  @Column('text') name_enc: string;
  @Column('text', { default: 'waiting' }) state: LabReportState;
  @ForeignKey('User') @Column('uuid', { nullable: true }) transcribed_by: string | null;
  @Column('timestamptz', { nullable: true }) transcribed_at: Date | null;
  /** When staff first opened the file. */
  @Column('timestamptz', { nullable: true }) opened_at: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

/** A part of the file, encrypted separately, so that key rotation never has whole files in memory. */
@Entity('lab_report_parts')
export class LabReportPart {
  @ForeignKey('LabReportRow') @PrimaryColumn('uuid') report_id: string;
  @PrimaryColumn('integer') n: number;
  @Column('text') data_enc: string;
}

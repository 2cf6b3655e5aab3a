import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A finalized form or an acknowledgment, kept as it was signed. */
@Entity('documents')
@Index(['patient_id', 'slug', 'revision'], { unique: true })
export class PatientDocument {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('text') slug: 'intake' | 'education' | 'consent';
  @Column('text') title: string;
  @Column('text') state: 'finalized' | 'acknowledged';
  @Column('integer') revision: number;
  /** The version of the form definition or of the text shown. */
  @Column('text') text_version: string;
  @Column('text') data_enc: string;
  /** The name typed as a signature; null where none was asked. */
  @Column('text', { nullable: true }) signed_name_enc: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz') finalized_at: Date;
}

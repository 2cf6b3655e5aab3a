import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user opened a record outside their case load, and gave a reason; or gave its case to another clinician, and the text says so. */
@Entity('record_openings')
@Index(['patient_id', 'user_id', 'expires_at'])
@Index(['clinician_id', 'seen_at'])
export class RecordOpening {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  /** Who is notified: the case's clinician at that time, or who got the case. */
  @ForeignKey('User') @Column('uuid') clinician_id: string;
  @Column('text') reason_enc: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) seen_at: Date | null;
}

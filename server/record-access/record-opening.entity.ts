import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user opened a record outside their case load, and gave a reason. */
@Entity('record_openings')
@Index(['patient_id', 'user_id', 'expires_at'])
@Index(['clinician_id', 'seen_at'])
export class RecordOpening {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  /** The case's clinician at that time, who is notified. */
  @ForeignKey('User') @Column('uuid') clinician_id: string;
  @Column('text') reason_enc: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) seen_at: Date | null;
}

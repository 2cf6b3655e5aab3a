import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A reminder as it was first opened; open ones are calculated, this row records what happened to it. */
@Entity('reminders')
@Index(['patient_id', 'due_on'])
export class Reminder {
  /** Derived from patient, kind and due date: creating it again changes nothing. */
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text') kind: string;
  @Column('text') title: string;
  @Column('date') due_on: string;
  @Column('timestamptz', { nullable: true }) acknowledged_at: Date | null;
  @Column('timestamptz', { nullable: true }) completed_at: Date | null;
  @Column('date', { nullable: true }) last_notice_on: string | null;
  /** Why no email was sent the last time one was due. */
  @Column('text', { nullable: true }) skip_reason: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

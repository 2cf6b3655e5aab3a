import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A reminder as it was first seen open; what is open now is worked out, this remembers what became of it. */
@Entity('reminders')
@Index(['patient_id', 'due_on'])
export class Reminder {
  /** Made from patient, kind and due date: creating it twice changes nothing. */
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text') kind: string;
  @Column('text') title: string;
  @Column('date') due_on: string;
  @Column('timestamptz', { nullable: true }) acknowledged_at: Date | null;
  @Column('timestamptz', { nullable: true }) completed_at: Date | null;
  @Column('date', { nullable: true }) last_notice_on: string | null;
  /** Why no mail went out the last time one was due. */
  @Column('text', { nullable: true }) skip_reason: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

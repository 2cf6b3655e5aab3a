import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { AppointmentKind, AppointmentStatus } from '#common/api/appointments.js';

/** An appointment that was started is a visit. */
@Entity('appointments')
@Index('appointments_history', { synchronize: false })
@Index(['patient_id', 'created_at'])
@Index(['org_id', 'starts_at'])
@Index(['org_id', 'created_at'])
export class Appointment {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('User') @Column('uuid', { nullable: true }) provider_id: string | null;
  @Column('text') kind: AppointmentKind;
  @Column('text') status: AppointmentStatus;
  @Column('text', { nullable: true }) reason_enc: string | null;
  /** The times the patient proposed. */
  @Column('timestamptz', { array: true, default: '{}' }) preferred: Date[];
  @Column('timestamptz', { nullable: true }) starts_at: Date | null;
  @Column('timestamptz', { nullable: true }) ends_at: Date | null;
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('text', { nullable: true }) join_url: string | null;
  /** The reason, or that of canceling it, holds words that argue against treatment. */
  @Column('boolean', { default: false }) reads_as_history: boolean;
  @Column('text', { nullable: true }) note_enc: string | null;
  @Column('text', { nullable: true }) cancel_reason_enc: string | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

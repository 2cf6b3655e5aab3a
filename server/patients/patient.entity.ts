import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';

@Entity('patients')
@Index(['org_id', 'created_at'])
export class Patient {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('User') @Index({ unique: true }) @Column('uuid') user_id: string;
  /** null until an intake names him. */
  @Column('text', { nullable: true }) full_name: string | null;
  @Column('date', { nullable: true }) dob: string | null;
  /** Phone, address, emergency contact, allergies, medicines: encrypted as one object. */
  @Column('text', { nullable: true }) contact_enc: string | null;
  @Column('text', { nullable: true }) timezone: string | null;
  @Column('boolean', { default: true }) reminder_mails: boolean;
  /** The day, where he lives, for which his reminders were worked out last. */
  @Column('date', { nullable: true }) reminders_run_on: string | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { VisitStatus } from '#common/api/patient.js';

@Entity('patients')
@Index(['org_id', 'created_at'])
@Index(['org_id', 'dob'])
@Index('patients_search_idx', { synchronize: false })
@Index('patients_by_name', { synchronize: false })
@Index('patients_by_last_name', { synchronize: false })
@Index('patients_by_last_name_desc', { synchronize: false })
@Index('patients_by_dob', { synchronize: false })
@Index('patients_by_last_visit', { synchronize: false })
@Index('patients_by_name_desc', { synchronize: false })
@Index('patients_by_dob_desc', { synchronize: false })
@Index('patients_by_last_visit_asc', { synchronize: false })
@Index('patients_by_visit_status', { synchronize: false })
@Index('patients_of_all_by_name', { synchronize: false })
@Index('patients_search_mrn_idx', { synchronize: false })
@Index('patients_by_full_name_dob', { synchronize: false })
@Index('patients_own_key', ['user_id'], { unique: true, where: 'held_at IS NULL' })
@Index('patients_held_idx', ['org_id', 'held_at'], { where: 'held_at IS NOT NULL' })
export class Patient {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  /** At most one of the patient's records is not held. */
  @ForeignKey('User') @Index('patients_of_user_idx') @Column('uuid') user_id: string;
  /** Held since the owner of the email address took over the account. */
  @Column('timestamptz', { nullable: true }) held_at: Date | null;
  /** Why the care team released it. */
  @Column('text', { nullable: true }) release_reason_enc: string | null;
  /** Only the number is left. */
  @Column('timestamptz', { nullable: true }) erased_at: Date | null;
  /** Medical record number: eight digits including a check digit, assigned by the database. */
  @Index({ unique: true }) @Column('text', { default: () => 'next_mrn()' }) mrn: string;
  /** null until an intake gives a name. */
  @Column('text', { nullable: true }) full_name: string | null;
  @Column('date', { nullable: true }) dob: string | null;
  /** Phone, address and emergency contact: encrypted as one object. */
  @Column('text', { nullable: true }) contact_enc: string | null;
  /** lb, as last stated, for the directory; encrypted. */
  @Column('text', { nullable: true }) weight_enc: string | null;
  /** The newest visit and its documentation status, for the directory. */
  @Column('timestamptz', { nullable: true }) last_visit_at: Date | null;
  @Column('text', { nullable: true }) last_visit_status: VisitStatus | null;
  @Column('text', { nullable: true }) timezone: string | null;
  /** The state code, or outside_us, of the patient's last stated location, and when. */
  @Column('text', { nullable: true }) location_state: string | null;
  @Column('date', { nullable: true }) location_attested_on: string | null;
  @Column('boolean', { default: true }) reminder_mails: boolean;
  /** The day, in the patient's time zone, for which reminders were last calculated. */
  @Column('date', { nullable: true }) reminders_run_on: string | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

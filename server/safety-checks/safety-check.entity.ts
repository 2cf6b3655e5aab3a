import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('safety_checks')
@Index(['patient_id', 'at'])
export class SafetyCheck {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  /** Answers, changes, side effects and what was known before, encrypted as one object. */
  @Column('text') data_enc: string;
  @Column('timestamptz', { default: () => 'now()' }) at: Date;
}

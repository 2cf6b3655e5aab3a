import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('check_ins')
@Index(['patient_id', 'at'])
export class CheckIn {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  /** Answers and scores, encrypted like the intake. */
  @Column('text') data_enc: string;
  @Column('timestamptz', { default: () => 'now()' }) at: Date;
}

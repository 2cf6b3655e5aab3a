import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A dose that a patient reports taking, or not taking. */
@Entity('doses')
@Index('doses_history', { synchronize: false })
@Index(['patient_id', 'taken_at'])
export class Dose {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('timestamptz') taken_at: Date;
  /** Amount, unit, site and note, encrypted as one object. */
  @Column('text') data_enc: string;
  /** The note holds words that argue against treatment. */
  @Column('boolean', { default: false }) reads_as_history: boolean;
  /** Not taken: `taken_at` is when it was due. */
  @Column('boolean', { default: false }) missed: boolean;
  /** Taken back by the patient; kept, because it may have been read meanwhile. */
  @Column('timestamptz', { nullable: true }) removed_at: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

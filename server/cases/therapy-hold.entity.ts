import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A hold on therapy, set by a clinician or by a rule. One open of each kind per case (partial index therapy_holds_open_each). */
@Entity('therapy_holds')
@Index('therapy_holds_open_each', { synchronize: false })
@Index(['case_id'])
export class TherapyHold {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @Column('date') since: string;
  @Column('text', { nullable: true }) rule_key: string | null;
  @Column('text', { nullable: true }) reason_enc: string | null;
  @Column('date', { nullable: true }) until_on: string | null;
  @Column('text', { nullable: true }) until_analyte: string | null;
  @Column('double precision', { nullable: true }) until_at_most: number | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) by: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) ended_by: string | null;
  @Column('text', { nullable: true }) ended_reason_enc: string | null;
  /** The rule that was overridden by resuming therapy. */
  @Column('text', { nullable: true }) ended_against: string | null;
  /** The value at that time of the test that the hold waited for. */
  @Column('double precision', { nullable: true }) ended_at_value: number | null;
}

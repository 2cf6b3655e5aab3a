import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('intakes')
export class Intake {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Patient') @Index({ unique: true }) @Column('uuid') patient_id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('text', { default: 'draft' }) status: 'draft' | 'submitted';
  @Column('integer', { default: 0 }) version: number;
  @Column('integer') schema_version: number;
  @Column('text') data_enc: string;
  @Column('timestamptz') saved_at: Date;
  @Column('timestamptz', { nullable: true }) submitted_at: Date | null;
  /** When answers came from another clinic's record. */
  @Column('timestamptz', { nullable: true }) imported_at: Date | null;
  /** Counts submissions; each created a finalized document. */
  @Column('integer', { default: 0 }) revision: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

/** What each save changed, old and new: enough to reconstruct any earlier version. */
@Entity('intake_changes')
export class IntakeChange {
  @ForeignKey('Intake') @PrimaryColumn('uuid') intake_id: string;
  @PrimaryColumn('integer') version: number;
  @Column('text') changes_enc: string;
  @Column('timestamptz', { default: () => 'now()' }) saved_at: Date;
}

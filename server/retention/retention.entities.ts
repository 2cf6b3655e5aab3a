import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type ClosingOutcome = 'kept' | 'closed';

/** A patient asked to close the account; at most one request is open. */
@Entity('account_closings')
@Index('account_closings_open_key', ['patient_id'], { unique: true, where: 'ended_at IS NULL' })
@Index(['org_id', 'requested_at'])
export class AccountClosing {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  @Column('timestamptz', { default: () => 'now()' }) requested_at: Date;
  /** The account closes then, once nothing is open any more. */
  @Column('timestamptz') due_at: Date;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('text', { nullable: true }) outcome: ClosingOutcome | null;
}

/** Nothing of this patient is erased while one is not released. */
@Entity('legal_holds')
@Index('legal_holds_open_key', ['patient_id'], { unique: true, where: 'released_at IS NULL' })
@Index(['org_id', 'placed_at'])
export class LegalHold {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text') reason_enc: string;
  @ForeignKey('User') @Column('uuid') placed_by: string;
  @Column('timestamptz', { default: () => 'now()' }) placed_at: Date;
  @Column('text', { nullable: true }) release_reason_enc: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) released_by: string | null;
  @Column('timestamptz', { nullable: true }) released_at: Date | null;
}

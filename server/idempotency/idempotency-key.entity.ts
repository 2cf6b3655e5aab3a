import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('idempotency_keys')
export class IdempotencyKey {
  @ForeignKey('User') @PrimaryColumn('uuid') user_id: string;
  @PrimaryColumn('text') route: string;
  @PrimaryColumn('text') key: string;
  @Column('bytea') body_hash: Buffer;
  @Column('boolean', { default: false }) done: boolean;
  @Column('integer', { nullable: true }) status: number | null;
  /** Encrypted: an answer may hold a patient's record. */
  @Column('text', { nullable: true }) response_enc: string | null;
  /** Whose records the answer shows to staff. */
  @Column('uuid', { array: true, nullable: true }) patient_ids: string[] | null;
  @Index() @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}

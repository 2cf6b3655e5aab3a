import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One act, in the transaction of the act. Rows are only ever inserted. */
@Entity('audit_events')
@Index(['org_id', 'seq'])
@Index(['patient_id', 'seq'])
@Index('audit_events_patients_idx', { synchronize: false })
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) seq: string;
  @Column('timestamptz') at: Date;
  @Column('uuid', { nullable: true }) actor_id: string | null;
  @Column('text', { nullable: true }) actor_role: string | null;
  @Column('text') action: string;
  @Column('text', { nullable: true }) target_type: string | null;
  @Column('text', { nullable: true }) target_id: string | null;
  @Column('uuid', { nullable: true }) patient_id: string | null;
  @Column('uuid', { nullable: true }) org_id: string | null;
  @Column('text') outcome: 'success' | 'denied' | 'failure';
  @Column('text', { nullable: true }) request_id: string | null;
  @Column('text', { nullable: true }) ip: string | null;
  /** Ids, versions, rule keys, counts; reasons that staff typed encrypted; never a patient’s answers. */
  @Column('jsonb', { nullable: true }) detail: Record<string, unknown> | null;
  /** Makes the event one of a kind; null in those of earlier releases. */
  @Index({ unique: true }) @Column('uuid', { nullable: true }) nonce: string | null;
  /** Whose content a list returned: each patient finds the event in the log of their record. */
  @Column('uuid', { array: true, nullable: true }) patient_ids: string[] | null;
  /** HMAC of the row under the application's key: a row written past the application does not verify. */
  @Column('bytea') mac: Buffer;
}

/** The chain over the events, sealed in batches by one writer at a time. */
@Entity('audit_chain')
export class AuditLink {
  @PrimaryColumn('bigint') position: string;
  @Index({ unique: true }) @Column('bigint') event_seq: string;
  @Column('bytea') hash: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) sealed_at: Date;
  /** Made with the key of the audit; those of earlier releases are plain hashes. */
  @Column('boolean', { default: false }) keyed: boolean;
}

/** Where the chain ends, signed: one row. */
@Entity('audit_head')
@Check('audit_head_one', 'id')
export class AuditHead {
  @PrimaryColumn('boolean', { default: true }) id: boolean;
  @Column('bigint') position: string;
  @Column('bytea') hash: Buffer;
  @Column('bytea') mac: Buffer;
}

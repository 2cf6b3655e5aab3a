import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('sessions')
@Index('sessions_revoked_at_idx', { synchronize: false })
export class Session {
  @PrimaryColumn('bytea') token_hash: Buffer;
  @Index({ unique: true }) @Column('uuid') id: string;
  @ForeignKey('User') @Index() @Column('uuid') user_id: string;
  @Column('text') active_role: string;
  /** 1: password; 2: with a second factor. */
  @Column('smallint') aal: number;
  @Column('text', { array: true }) auth_methods: string[];
  @Column('integer') epoch: number;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  /** When the user last proved their identity; step-up counts from here where the account has no second factor. */
  @Column('timestamptz', { default: () => 'now()' }) auth_at: Date;
  /** When the second factor was last proven; step-up counts from here where the account has one. */
  @Column('timestamptz', { nullable: true }) mfa_at: Date | null;
  /** What a passkey has to sign for fresh proof; works once. */
  @Column('text', { nullable: true }) passkey_challenge: string | null;
  @Column('timestamptz', { nullable: true }) passkey_challenge_until: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) last_seen_at: Date;
  @Column('timestamptz') idle_expires_at: Date;
  @Column('timestamptz') abs_expires_at: Date;
  @Column('timestamptz', { nullable: true }) revoked_at: Date | null;
  @Column('text', { nullable: true }) revoke_reason: string | null;
  @Column('text', { nullable: true }) ip: string | null;
  @Column('text', { nullable: true }) user_agent: string | null;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('totp_credentials')
export class TotpCredential {
  @ForeignKey('User') @PrimaryColumn('uuid') user_id: string;
  @Column('text') secret_enc: string;
  /** null until the first right code. */
  @Column('timestamptz', { nullable: true }) confirmed_at: Date | null;
  /** A code's counter must be higher than the last accepted one. */
  @Column('bigint', { default: 0 }) last_counter: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}

@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey('User') @PrimaryColumn('uuid') user_id: string;
  @PrimaryColumn('smallint') number: number;
  @Column('text') code_hash: string;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
}

@Entity('passkeys')
export class Passkey {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('User') @Index() @Column('uuid') user_id: string;
  @Index({ unique: true }) @Column('text') credential_id: string;
  @Column('bytea') public_key: Buffer;
  @Column('bigint') counter: string;
  @Column('text', { array: true }) transports: string[];
  @Column('text') name: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) last_used_at: Date | null;
}

/** Between the password and the second factor; grants no access. */
@Entity('mfa_challenges')
export class MfaChallenge {
  @PrimaryColumn('uuid') id: string;
  @Column('bytea') token_hash: Buffer;
  @ForeignKey('User') @Index() @Column('uuid') user_id: string;
  @Column('smallint', { default: 0 }) tries: number;
  @Column('text', { nullable: true }) webauthn_challenge: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  /** The sign-in at the organization's provider that was the first step; null: it was the password. */
  @Column('uuid', { nullable: true }) sso_login_id: string | null;
}

/** A passkey being added: its challenge works once, for five minutes, in one session. */
@Entity('passkey_registrations')
export class PasskeyRegistration {
  @PrimaryColumn('uuid') session_id: string;
  @Column('text') challenge: string;
  @Column('timestamptz') expires_at: Date;
}

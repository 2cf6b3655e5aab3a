import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';

/** The OpenID Connect provider of one organization. */
@Entity('sso_connections')
export class SsoConnection {
  @ForeignKey('Organisation') @PrimaryColumn('uuid') org_id: string;
  @Column('text') issuer: string;
  @Column('text') client_id: string;
  @Column('text') client_secret_enc: string;
  /** Staff passwords are disabled. */
  @Column('boolean', { default: false }) required: boolean;
  /** An address counts as verified if the provider does not say. */
  @Column('boolean', { default: false }) trust_addresses: boolean;
  /** When a sign-in with these settings last succeeded. */
  @Column('timestamptz', { nullable: true }) tried_at: Date | null;
  /** Who saved these settings last. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) set_by: string | null;
  /** Since that person stopped being an administrator: no one signs in until another one saves them. */
  @Column('timestamptz', { nullable: true }) paused_at: Date | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

/** An email domain signs in to one organization only. */
@Entity('sso_domains')
export class SsoDomain {
  @PrimaryColumn('text') domain: string;
  @ForeignKey('Organisation') @Index() @Column('uuid') org_id: string;
}

/** The account a provider's user first signed in to: from then on the subject decides, not the address. */
@Entity('sso_links')
@Index(['user_id', 'issuer'], { unique: true })
export class SsoLink {
  @ForeignKey('Organisation') @PrimaryColumn('uuid') org_id: string;
  @PrimaryColumn('text') issuer: string;
  @PrimaryColumn('text') subject: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  /** When the account's own second step followed a sign-in through it. */
  @Column('timestamptz', { nullable: true }) confirmed_at: Date | null;
}

/** A sign-in in progress at the provider: works once, for ten minutes, in one browser. */
@Entity('sso_logins')
export class SsoLogin {
  @PrimaryColumn('uuid') id: string;
  @Index({ unique: true }) @Column('bytea') state_hash: Buffer;
  @Column('bytea') browser_hash: Buffer;
  @Column('text') nonce: string;
  @Column('text') verifier_enc: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) consumed_at: Date | null;
  /** The session it opened, and the URL that ends it at the provider too. */
  @Index() @Column('uuid', { nullable: true }) session_id: string | null;
  @Column('text', { nullable: true }) sign_out_enc: string | null;
  /** The administrator testing the connection; it opens no session then. */
  @Column('uuid', { nullable: true }) tried_by: string | null;
  /** The provider was told to authenticate the user again. */
  @Column('boolean', { default: false }) asked_again: boolean;
}

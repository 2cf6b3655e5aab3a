import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ApiScope } from '#common/api/api-keys.js';
import type { PublicKey } from './public-keys.js';

/** A program's key: the hash of a secret, or the public keys that its signatures are checked with. */
@Entity('api_keys')
@Check('api_keys_one_proof', 'num_nonnulls(secret_hash, jwks, jwks_url) <= 1')
@Index(['org_id', 'created_at'])
export class ApiKeyRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  /** The part of the key used to look it up. */
  @Index({ unique: true }) @Column('text') public_id: string;
  @Column('bytea', { nullable: true }) secret_hash: Buffer | null;
  @Column('jsonb', { nullable: true }) jwks: PublicKey[] | null;
  @Column('text', { nullable: true }) jwks_url: string | null;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: ApiScope[];
  @ForeignKey('User') @Column('uuid') created_by: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) last_used_at: Date | null;
  @Column('timestamptz', { nullable: true }) revoked_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) revoked_by: string | null;
}

/** What a program with a signed key calls with, for five minutes. */
@Entity('key_tokens')
export class KeyTokenRow {
  @PrimaryColumn('bytea') token_hash: Buffer;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('ApiKeyRow') @Index() @Column('uuid') key_id: string;
  /** The types of resources it opens; null: whatever the key opens. */
  @Column('text', { array: true, nullable: true }) types: string[] | null;
  @Index() @Column('timestamptz') expires_at: Date;
}

/** An assertion that was used: it works once. */
@Entity('key_assertions')
export class KeyAssertionRow {
  @ForeignKey('ApiKeyRow') @PrimaryColumn('uuid') key_id: string;
  @PrimaryColumn('bytea') jti_hash: Buffer;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Index() @Column('timestamptz') expires_at: Date;
}

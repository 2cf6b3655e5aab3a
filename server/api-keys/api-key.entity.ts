import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ApiScope } from '#common/api/api-keys.js';

/** A program's key. Only the hash of its secret is stored. */
@Entity('api_keys')
@Index(['org_id', 'created_at'])
export class ApiKeyRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  /** The part of the key used to look it up. */
  @Index({ unique: true }) @Column('text') public_id: string;
  @Column('bytea') secret_hash: Buffer;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: ApiScope[];
  @ForeignKey('User') @Column('uuid') created_by: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) last_used_at: Date | null;
  @Column('timestamptz', { nullable: true }) revoked_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) revoked_by: string | null;
}

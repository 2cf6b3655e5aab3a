import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { Role } from '#common/vocabulary/index.js';

@Entity('users')
@Index('users_email_key', { synchronize: false })
export class User {
  @PrimaryColumn('uuid') id: string;
  /** null: a system-wide administrator. */
  @ForeignKey('Organisation') @Index() @Column('uuid', { nullable: true }) org_id: string | null;
  /** Unique without regard to case (index users_email_key). */
  @Column('text') email: string;
  @Column('timestamptz', { nullable: true }) email_verified_at: Date | null;
  @Column('text', { nullable: true }) password_hash: string | null;
  /** Too many failures: only a reset link reopens the account. */
  @Column('timestamptz', { nullable: true }) password_disabled_at: Date | null;
  @Column('text', { array: true }) roles: Role[];
  @Column('text', { nullable: true }) display_name: string | null;
  /** Names as a member of staff before each change, oldest first (kept by a trigger). */
  @Column('jsonb', { default: [] }) former_names: { name: string; until: string }[];
  /** Clinics this member of staff left, which still name them (kept by a trigger). */
  @Column('uuid', { array: true, default: [] }) former_orgs: string[];
  /** National provider identifier. */
  @Column('text', { nullable: true }) npi: string | null;
  /** null: signed up, or from the command line. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) invited_by: string | null;
  @Column('text', { default: 'active' }) status: 'active' | 'disabled';
  /** Incremented to end every session at once. */
  @Column('integer', { default: 0 }) session_epoch: number;
  @Column('timestamptz', { nullable: true }) last_seen_at: Date | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

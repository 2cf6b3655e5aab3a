import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { OrganisationPolicies } from '#common/api/index.js';

@Entity('organisations')
@Index('organisations_default_key', { synchronize: false })
export class Organisation {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') timezone: string;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('jsonb') policies: OrganisationPolicies;
  /** The organization that sign-ups join. */
  @Column('boolean', { default: false }) is_default: boolean;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

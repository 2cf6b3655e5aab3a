import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export interface OrganisationPolicies {
  mfa_required_for_staff: boolean;
  step_up_for_prescribing: boolean;
  monitoring_mode: 'quarterly' | 'guideline';
}

@Entity('organisations')
@Index('organisations_default_key', { synchronize: false })
export class Organisation {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') timezone: string;
  @Column('jsonb') policies: OrganisationPolicies;
  /** Sign-ups join this one. */
  @Column('boolean', { default: false }) is_default: boolean;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

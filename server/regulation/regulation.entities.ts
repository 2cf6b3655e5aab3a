import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { OrganisationPolicies, PdmpFinding, TelemedKind } from '#common/api/index.js';

@Entity('provider_licenses')
@Index(['user_id', 'state', 'number'], { unique: true })
export class ProviderLicenseRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  @Column('text') state: string;
  @Column('text') type: string;
  @Column('text') number: string;
  /** The last valid day. */
  @Column('date') expires_on: string;
  @Column('date', { nullable: true }) verified_on: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) verified_by: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

@Entity('dea_registrations')
@Index(['user_id', 'state', 'number'], { unique: true })
export class DeaRegistrationRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  @Column('text') state: string;
  @Column('text') number: string;
  /** null: all. */
  @Column('text', { array: true, nullable: true }) schedules: string[] | null;
  /** The last valid day. */
  @Column('date') expires_on: string;
  @Column('date', { nullable: true }) verified_on: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) verified_by: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

@Entity('pdmp_checks')
@Index(['patient_id', 'queried_on'])
export class PdmpCheckRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text', { nullable: true }) state: string | null;
  @Column('date') queried_on: string;
  @ForeignKey('User') @Column('uuid') queried_by: string;
  /** This and the reference: in clear until they were encrypted. */
  @Column('text', { nullable: true }) delegate_of: string | null;
  @Column('text', { nullable: true }) delegate_of_enc: string | null;
  @Column('text', { nullable: true }) report_ref: string | null;
  @Column('text', { nullable: true }) report_ref_enc: string | null;
  @Column('text') finding: PdmpFinding;
  @Column('text', { nullable: true }) note_enc: string | null;
  /** A discrepancy stays open until someone resolves it. */
  @Column('timestamptz', { nullable: true }) resolved_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) resolved_by: string | null;
  @Column('text', { nullable: true }) resolved_reason_enc: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

@Entity('telemed_bases')
@Index(['patient_id', 'on_day'])
export class TelemedBasisRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text') kind: TelemedKind;
  @Column('date') on_day: string;
  /** null: no end was given. */
  @Column('date', { nullable: true }) until_day: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) by_provider_id: string | null;
  @Column('text', { nullable: true }) practitioner_enc: string | null;
  @Column('text', { nullable: true }) place_enc: string | null;
  @Column('text', { nullable: true }) note_enc: string | null;
  @ForeignKey('User') @Column('uuid') recorded_by: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

/** An organization's policies with their effective date. */
@Entity('organisation_policies')
@Index(['org_id', 'n'], { unique: true })
export class OrganisationPolicyRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('integer') n: number;
  @Column('date') effective_from: string;
  @Column('jsonb') policies: OrganisationPolicies;
  @ForeignKey('User') @Column('uuid', { nullable: true }) by_id: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) at: Date;
}

import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Every record of an organization, written out for the program that asked for it. */
@Entity('fhir_exports')
@Index(['org_id', 'created_at'])
export class FhirExportRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('ApiKeyRow') @Column('uuid') key_id: string;
  /** The address that was called, for the manifest. */
  @Column('text') request: string;
  @Column('text', { array: true }) types: string[];
  /** Only what changed from then on; null: everything. */
  @Column('timestamptz', { nullable: true }) since: Date | null;
  /** How many records are written out, and the last of them: the next batch begins after it. */
  @Column('integer', { default: 0 }) patients: number;
  @Column('uuid', { nullable: true }) after_patient: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) finished_at: Date | null;
  @Column('timestamptz') expires_at: Date;
}

/** The resources of one type from one batch of records, a line each. */
@Entity('fhir_export_parts')
export class FhirExportPart {
  @ForeignKey('FhirExportRow') @PrimaryColumn('uuid') export_id: string;
  @PrimaryColumn('text') type: string;
  @PrimaryColumn('integer') n: number;
  @Column('integer') resources: number;
  @Column('text') data_enc: string;
}

import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An app that an administrator registered, so that patients may connect it. */
@Entity('patient_apps')
@Index(['org_id', 'created_at'])
export class PatientAppRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Index({ unique: true }) @Column('text') client_id: string;
  @Column('text') name: string;
  /** Compared character by character. */
  @Column('text', { array: true }) redirect_uris: string[];
  /** null: it cannot keep a secret. */
  @Column('bytea', { nullable: true }) secret_hash: Buffer | null;
  @ForeignKey('User') @Column('uuid') created_by: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) removed_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) removed_by: string | null;
}

/** What one patient allowed one app. */
@Entity('app_grants')
@Index(['patient_id', 'created_at'])
export class AppGrantRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('PatientAppRow') @Index() @Column('uuid') app_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  /** The types of resources, as they were then: a new one is not read without being asked. */
  @Column('text', { array: true }) types: string[];
  /** As the app is told. */
  @Column('text') scope: string;
  /** The app may go on reading without the patient. */
  @Column('boolean') offline: boolean;
  /** What ends every session of the account ends its apps, too. */
  @Column('integer') session_epoch: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  /** Until the code is redeemed, the end of the code. */
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) last_used_at: Date | null;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('text', { nullable: true }) ended_because: GrantEnd | null;
}

export type GrantEnd = 'patient' | 'app' | 'code_reused' | 'token_reused';

/** Of an answer to an app: works once, for a minute. */
@Entity('app_codes')
export class AppCodeRow {
  @PrimaryColumn('bytea') code_hash: Buffer;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Index() @Column('uuid') patient_id: string;
  @ForeignKey('AppGrantRow') @Column('uuid') grant_id: string;
  @Column('text') redirect_uri: string;
  @Column('text') challenge: string;
  @Index() @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
}

/** What an app calls with, and what it renews that with. */
@Entity('app_tokens')
export class AppTokenRow {
  @PrimaryColumn('bytea') token_hash: Buffer;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Index() @Column('uuid') patient_id: string;
  @ForeignKey('AppGrantRow') @Index() @Column('uuid') grant_id: string;
  @Column('text') kind: 'access' | 'refresh';
  @Index() @Column('timestamptz') expires_at: Date;
  /** What this one reads, where the app renewed with less; null: all that the patient allowed. */
  @Column('text', { array: true, nullable: true }) types: string[] | null;
  /** Of one to renew with: it works once. */
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

const key = (table: string, column: string, to: string): string =>
  `CONSTRAINT ${table}_${column}_fkey FOREIGN KEY (${column}) REFERENCES ${to} (id)`;

const TABLES = [
  `CREATE TABLE IF NOT EXISTS provider_licenses (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    type text NOT NULL,
    number text NOT NULL,
    expires_on date NOT NULL,
    verified_on date,
    verified_by uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT provider_licenses_pkey PRIMARY KEY (id),
    ${key('provider_licenses', 'user_id', 'users')},
    ${key('provider_licenses', 'verified_by', 'users')}
  )`,
  'CREATE UNIQUE INDEX IF NOT EXISTS provider_licenses_user_id_state_number_idx ON provider_licenses (user_id, state, number)',
  `CREATE TABLE IF NOT EXISTS dea_registrations (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    number text NOT NULL,
    schedules text array,
    expires_on date NOT NULL,
    verified_on date,
    verified_by uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT dea_registrations_pkey PRIMARY KEY (id),
    ${key('dea_registrations', 'user_id', 'users')},
    ${key('dea_registrations', 'verified_by', 'users')}
  )`,
  'CREATE UNIQUE INDEX IF NOT EXISTS dea_registrations_user_id_state_number_idx ON dea_registrations (user_id, state, number)',
  `CREATE TABLE IF NOT EXISTS pdmp_checks (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    state text,
    queried_on date NOT NULL,
    queried_by uuid NOT NULL,
    delegate_of text,
    report_ref text,
    finding text NOT NULL,
    note_enc text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pdmp_checks_pkey PRIMARY KEY (id),
    ${key('pdmp_checks', 'org_id', 'organisations')},
    ${key('pdmp_checks', 'patient_id', 'patients')},
    ${key('pdmp_checks', 'queried_by', 'users')}
  )`,
  'CREATE INDEX IF NOT EXISTS pdmp_checks_patient_id_queried_on_idx ON pdmp_checks (patient_id, queried_on)',
  `CREATE TABLE IF NOT EXISTS telemed_bases (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    kind text NOT NULL,
    on_day date NOT NULL,
    by_provider_id uuid,
    place_enc text,
    note_enc text,
    recorded_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT telemed_bases_pkey PRIMARY KEY (id),
    ${key('telemed_bases', 'org_id', 'organisations')},
    ${key('telemed_bases', 'patient_id', 'patients')},
    ${key('telemed_bases', 'by_provider_id', 'users')},
    ${key('telemed_bases', 'recorded_by', 'users')}
  )`,
  'CREATE INDEX IF NOT EXISTS telemed_bases_patient_id_on_day_idx ON telemed_bases (patient_id, on_day)',
  `CREATE TABLE IF NOT EXISTS organisation_policies (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    n integer NOT NULL,
    effective_from date NOT NULL,
    policies jsonb NOT NULL,
    by_id uuid,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT organisation_policies_pkey PRIMARY KEY (id),
    ${key('organisation_policies', 'org_id', 'organisations')},
    ${key('organisation_policies', 'by_id', 'users')}
  )`,
  'CREATE UNIQUE INDEX IF NOT EXISTS organisation_policies_org_id_n_idx ON organisation_policies (org_id, n)',
];

/** Licenses, registrations, queries of monitoring programs, bases of telemedicine, and policies with their history. */
export class RegulatedRecords1764020000002 implements MigrationInterface {
  name = 'RegulatedRecords1764020000002';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, ...TABLES);
    await together(runner, 'ALTER TABLE users ADD IF NOT EXISTS npi text');
    await together(
      runner,
      'ALTER TABLE patients ADD IF NOT EXISTS location_state text, ADD IF NOT EXISTS location_attested_on date',
    );
    await together(
      runner,
      `INSERT INTO organisation_policies (id, org_id, n, effective_from, policies)
        SELECT gen_random_uuid(), o.id, 1, (o.created_at AT TIME ZONE o.timezone)::date, o.policies FROM organisations o
        ON CONFLICT (org_id, n) DO NOTHING`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE patients DROP COLUMN location_attested_on, DROP COLUMN location_state');
    await runner.query('ALTER TABLE users DROP COLUMN npi');
    await runner.query(
      'DROP TABLE organisation_policies, telemed_bases, pdmp_checks, dea_registrations, provider_licenses',
    );
  }
}

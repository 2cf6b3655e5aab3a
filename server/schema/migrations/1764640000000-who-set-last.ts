import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Who invited an account, and who last said where a connection sends: both count when that person leaves. */
export class WhoSetLast1764640000000 implements MigrationInterface {
  name = 'WhoSetLast1764640000000';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE users ADD IF NOT EXISTS invited_by uuid REFERENCES users(id)');
    for (const table of ['webhooks', 'lab_connections', 'pharmacies'])
      await together(runner, `ALTER TABLE ${table} ADD IF NOT EXISTS set_by uuid REFERENCES users(id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhooks', 'lab_connections', 'pharmacies'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN set_by`);
    await runner.query('ALTER TABLE users DROP COLUMN invited_by');
  }
}

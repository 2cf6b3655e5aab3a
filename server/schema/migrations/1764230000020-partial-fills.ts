import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline, together } from './online.js';

/** The rest of a fill, dispensed later (21 CFR 1306.23), is no further fill. */
export class PartialFills1764230000020 implements MigrationInterface {
  name = 'PartialFills1764230000020';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE dispenses ADD IF NOT EXISTS completes uuid',
      'ALTER TABLE dispenses DROP CONSTRAINT IF EXISTS dispenses_completes_fkey',
      'ALTER TABLE dispenses ADD CONSTRAINT dispenses_completes_fkey FOREIGN KEY (completes) REFERENCES dispenses (id)',
    );
    await indexOnline(runner, 'dispenses_completes_idx', 'dispenses (completes) WHERE completes IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dispenses DROP COLUMN completes');
  }
}

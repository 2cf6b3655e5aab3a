import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An app may renew with less than its connection opens. */
export class NarrowerAppTokens1764370000000 implements MigrationInterface {
  name = 'NarrowerAppTokens1764370000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_tokens ADD types text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_tokens DROP COLUMN types');
  }
}

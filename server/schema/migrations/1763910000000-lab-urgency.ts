import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline } from './online.js';

const WAITING = `WHERE status = 'completed' AND reviewed_at IS NULL`;

/** Results that nobody has looked at, in the order of the worklist: what lies outside its range first, then by age. */
export class LabUrgency1763910000000 implements MigrationInterface {
  name = 'LabUrgency1763910000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexOnline(
      runner,
      'lab_panels_list_urgency_idx',
      `lab_panels (org_id, abnormal DESC, collected_at, id) ${WAITING}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX lab_panels_list_urgency_idx');
  }
}

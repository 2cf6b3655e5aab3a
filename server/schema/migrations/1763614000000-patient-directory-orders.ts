import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline } from './online.js';

const INDEXES: Readonly<Record<string, string>> = {
  patients_by_name_desc: '(org_id, lower(full_name) DESC NULLS LAST, id)',
  patients_by_dob_desc: '(org_id, dob DESC NULLS LAST, id)',
  patients_by_last_visit_asc: '(org_id, last_visit_at, id)',
  patients_by_visit_status: '(org_id, last_visit_status, lower(full_name), id)',
  patients_of_all_by_name: '(lower(full_name), id)',
};

/** The directory's other orders, so that each page is read from an index however many patients there are. */
export class PatientDirectoryOrders1763614000000 implements MigrationInterface {
  name = 'PatientDirectoryOrders1763614000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES))
      await indexOnline(runner, name, `patients ${columns}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}

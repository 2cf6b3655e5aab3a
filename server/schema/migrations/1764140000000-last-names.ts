import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline, together } from './online.js';

/** "Ann Mary Smith Jr." comes as "smith jr. ann mary". */
const BY_LAST_NAME = `CREATE OR REPLACE FUNCTION by_last_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(btrim(name), '^(.*?)\\s+(\\S+(\\s+(jr|sr|ii|iii|iv)\\.?)?)$', '\\2 \\1', 'i')) $$`;

const INDEXES: Readonly<Record<string, string>> = {
  cases_list_last_name_idx: 'cases (org_id, by_last_name(list_name), id)',
  cases_list_last_name_desc_idx: 'cases (org_id, by_last_name(list_name) DESC NULLS LAST, id)',
  patients_by_last_name: 'patients (org_id, by_last_name(full_name), id)',
  patients_by_last_name_desc: 'patients (org_id, by_last_name(full_name) DESC NULLS LAST, id)',
};

/** Staff look patients up by last name: each page of that order is read from an index. */
export class LastNames1764140000000 implements MigrationInterface {
  name = 'LastNames1764140000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, BY_LAST_NAME);
    for (const [name, on] of Object.entries(INDEXES)) await indexOnline(runner, name, on);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP FUNCTION by_last_name(text)');
  }
}

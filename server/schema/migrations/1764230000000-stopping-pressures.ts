import type { MigrationInterface, QueryRunner } from 'typeorm';

/** @param kept which readings of the same day stay */
const keepPressure = (
  kept: string,
): string => `CREATE OR REPLACE FUNCTION keep_pressure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE measured date := COALESCE((NEW.extras->>'bp_on')::date, NEW.bp_recorded_on, CURRENT_DATE);
    BEGIN
      DELETE FROM pressure_readings WHERE case_id = NEW.id AND measured_on = measured${kept};
      INSERT INTO pressure_readings (id, case_id, measured_on, systolic, diastolic)
        VALUES (gen_random_uuid(), NEW.id, measured, (NEW.extras->>'bp_systolic')::double precision, (NEW.extras->>'bp_diastolic')::double precision);
      RETURN NULL;
    END $$`;

/** A reading that stopped treatment stays when the value of its day is corrected. */
export class StoppingPressures1764230000000 implements MigrationInterface {
  name = 'StoppingPressures1764230000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      keepPressure(
        ` AND (COALESCE(systolic, 0) < 180 AND COALESCE(diastolic, 0) < 120
        OR (systolic, diastolic) IS NOT DISTINCT FROM ((NEW.extras->>'bp_systolic')::double precision, (NEW.extras->>'bp_diastolic')::double precision))`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(keepPressure(''));
  }
}

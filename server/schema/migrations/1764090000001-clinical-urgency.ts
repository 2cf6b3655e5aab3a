import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, together } from './online.js';

const OPEN = `x.closed_at IS NULL AND x.acknowledged_at IS NULL`;
const RANK = `CASE x.severity WHEN 'critical' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END`;
const OPEN_OF = (row: string): string => `FROM case_alerts x WHERE x.case_id = ${row}.id AND ${OPEN}`;
const CRITICAL = (row: string): string =>
  `EXISTS (SELECT 1 FROM case_alerts x WHERE x.case_id = ${row}.id AND x.closed_at IS NULL AND x.severity = 'critical')`;
const WORST = (row: string): string => `COALESCE((SELECT max(${RANK}) ${OPEN_OF(row)}), 0)::smallint`;
const URGENCY = (row: string): string =>
  `COALESCE((SELECT max(x.urgency) ${OPEN_OF(row)} AND ${RANK} > 0 AND ${RANK} = ${WORST(row)}), 0)::smallint`;
const SINCE = (row: string): string =>
  `(SELECT min(x.created_at) ${OPEN_OF(row)} AND ${RANK} > 0 AND ${RANK} = ${WORST(row)} AND x.urgency = ${URGENCY(row)})`;
const OLD_SINCE = (row: string): string =>
  `(SELECT min(x.created_at) ${OPEN_OF(row)} AND ${RANK} > 0 AND ${RANK} = ${WORST(row)})`;

const WAITING = `NEW.waiting_since := CASE NEW.status
        WHEN 'monitoring' THEN NEW.next_review_on::timestamp AT TIME ZONE 'UTC'
        WHEN 'open' THEN CASE
          WHEN TG_OP = 'INSERT' THEN NEW.created_at
          WHEN OLD.status = 'open' THEN COALESCE(OLD.waiting_since, NEW.created_at)
          ELSE now() END
        END;`;
const urgent = (years: string): string => `NEW.urgent_since := CASE WHEN NEW.status = 'closed' THEN NULL
        WHEN NEW.worst > 0 THEN COALESCE(NEW.worst_since, NEW.created_at)
          - make_interval(years => CASE WHEN NEW.worst = 2 THEN 3000 ELSE 1500 END + ${years})
        WHEN NEW.plan_waits THEN COALESCE(NEW.waiting_since, NEW.created_at) - interval '1000 years' END;`;
/** Severity first, then how soon it has to be acted on, then who is still taking the medicine, then its age: in years. */
const URGENT = urgent('NEW.worst_urgency * 300 + CASE WHEN NEW.taking THEN 150 ELSE 0 END');
const OLD_URGENT = urgent('CASE WHEN NEW.taking THEN 750 ELSE 0 END');

const define = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`;
const trigger = (columns: string): string =>
  `CREATE OR REPLACE TRIGGER case_list_waiting BEFORE INSERT OR UPDATE OF ${columns} ON cases FOR EACH ROW EXECUTE FUNCTION case_list_waiting()`;
const onAlert = (columns: string, values: string): string =>
  `PERFORM 1 FROM cases c WHERE c.id = COALESCE(NEW.case_id, OLD.case_id) FOR NO KEY UPDATE;
      UPDATE cases c SET (${columns}) = (${values}) WHERE c.id = COALESCE(NEW.case_id, OLD.case_id)
        AND (${columns.replaceAll(/\w+/g, 'c.$&')}) IS DISTINCT FROM (${values});
      RETURN NULL;`;
const ON_ALERT = onAlert(
  'critical, worst, worst_urgency, worst_since',
  [CRITICAL, WORST, URGENCY, SINCE].map((of) => of('c')).join(', '),
);
const OLD_ON_ALERT = onAlert(
  'critical, worst, worst_since',
  [CRITICAL, WORST, OLD_SINCE].map((of) => of('c')).join(', '),
);

/** Open alerts at the time of this release: what is to be stopped or called about today, and other findings. */
const TODAY = `'hct_on_therapy_over_54', 'bp_severe', 'critical_lab', 'mood_severe', 'side_effect_severe'`;
const FINDING = `'heart_failure_unreviewed', 'mi_stroke_within_6_months', 'hct_baseline_over_50', 'osa_untreated', 'thrombophilia',
  'polycythemia_history', 'vte_history', 'psa_baseline_over_4', 'psa_baseline_over_3_high_risk', 'psa_rise_over_1_4',
  'psa_on_therapy_over_4', 'prostate_cancer_history', 'breast_cancer_history', 'prostate_nodule', 'luts_severe',
  't_supraphysiologic', 'hct_on_therapy_52_54'`;
const KNOWN = `CASE WHEN NOT t.by_rule OR t.rule_key IN (${TODAY}) THEN 2 WHEN t.rule_key IN (${FINDING}) THEN 1 ELSE 0 END`;

/** The worklist by severity, then by how soon a finding has to be acted on: a hematocrit of 55 before a wish for children. */
export class ClinicalUrgency1764090000001 implements MigrationInterface {
  name = 'ClinicalUrgency1764090000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE case_alerts ADD IF NOT EXISTS urgency smallint NOT NULL DEFAULT 0');
    await together(
      runner,
      'ALTER TABLE cases ADD IF NOT EXISTS worst_urgency smallint NOT NULL DEFAULT 0',
      define('case_list_waiting', `${WAITING} ${URGENT} RETURN NEW;`),
      trigger('status, next_review_on, critical, worst, worst_urgency, worst_since, taking, plan_waits'),
    );
    await together(runner, define('case_list_critical', ON_ALERT));
    await inBatches(runner, {
      table: 'case_alerts',
      todo: `t.closed_at IS NULL AND t.urgency <> ${KNOWN}`,
      set: `urgency = ${KNOWN}`,
    });
    await inBatches(runner, {
      table: 'cases',
      todo: `t.worst > 0 AND t.urgent_since IS DISTINCT FROM t.worst_since - make_interval(years => CASE WHEN t.worst = 2 THEN 3000 ELSE 1500 END
        + t.worst_urgency * 300 + CASE WHEN t.taking THEN 150 ELSE 0 END) AND t.status <> 'closed'`,
      set: 'worst = worst',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(define('case_list_critical', OLD_ON_ALERT));
    await runner.query(define('case_list_waiting', `${WAITING} ${OLD_URGENT} RETURN NEW;`));
    await runner.query(trigger('status, next_review_on, critical, worst, worst_since, taking, plan_waits'));
    await runner.query('ALTER TABLE cases DROP COLUMN worst_urgency');
    await runner.query('ALTER TABLE case_alerts DROP COLUMN urgency');
  }
}

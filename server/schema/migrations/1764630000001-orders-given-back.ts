import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled orders that lost their place to one whose plan was never approved: no other order is in use, and their plan is still active. */
export const GIVE_BACK = `UPDATE prescriptions x SET ended_reason = NULL, ended_note_enc = NULL, version = x.version + 1, updated_at = now()
  WHERE x.id IN (SELECT DISTINCT ON (o.case_id) o.id FROM prescriptions o JOIN plans p ON p.id = o.plan_id AND p.lifecycle = 'approved'
    WHERE o.status = 'filled' AND o.ended_reason = 'replaced'
      AND EXISTS (SELECT 1 FROM prescriptions n JOIN plans w ON w.id = n.plan_id
        WHERE n.case_id = o.case_id AND n.approved_at > o.approved_at AND n.fills = 0 AND w.approved_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM prescriptions n LEFT JOIN plans w ON w.id = n.plan_id
        WHERE n.case_id = o.case_id AND n.id <> o.id AND (w.id IS NULL OR w.approved_at IS NOT NULL)
          AND (n.approved_at > o.approved_at OR (n.status IN ('accepted', 'filled') AND n.ended_reason IS NULL)))
    ORDER BY o.case_id, o.approved_at DESC, o.id)`;

/** Before an order ahead of its plan counted for nothing, it ended the one that the patient follows. */
export class OrdersGivenBack1764630000001 implements MigrationInterface {
  name = 'OrdersGivenBack1764630000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(GIVE_BACK);
  }

  async down(): Promise<void> {}
}

import { Injectable } from '@nestjs/common';
import { titleOf } from '../../common/clinical/index.js';
import { Evaluations } from '../rules/evaluations.service.js';

/** Task for the care team after a result that kept treatment back was corrected or voided. */
const WITHDRAWN = 'lab_result_withdrawn';

type Judged = { id: string; org_id: string } | null;

/** A corrected result is believed, and said aloud: one person alone can take away what stopped an order. */
@Injectable()
export class WithdrawnResults {
  constructor(private readonly evaluations: Evaluations) {}

  /** What keeps treatment back before results are taken away. The caller holds the case. */
  async standing(known: Judged): Promise<string[]> {
    if (!known) return [];
    const facts = await this.evaluations.read(known.id);
    if (facts.awaitsIntake) return [];
    return [...new Set([...this.evaluations.asking(facts), ...this.evaluations.critical(facts)])];
  }

  /** After the rules ran again. */
  async tell(known: Judged, before: readonly string[]): Promise<void> {
    if (!known || !before.length) return;
    const left = await this.standing(known);
    const gone = before.filter((key) => !left.includes(key));
    if (!gone.length) return;
    await this.evaluations.raise(known, {
      rule_key: WITHDRAWN,
      severity: 'warning',
      message: `A corrected or voided result no longer shows: ${gone.map((key) => titleOf(key) ?? key).join(', ')}. Check the laboratory’s report before you order.`,
    });
  }
}

import { Injectable } from '@nestjs/common';
import { titleOf } from '#common/clinical/index.js';
import { Evaluations } from './evaluations.service.js';
import { TEXT } from './text/en.js';

/** Tasks for the care team after a fact that kept treatment back was taken away, by rule key. */
const TOLD = {
  lab_result_withdrawn: {
    lost: 'A corrected or voided result no longer shows',
    next: TEXT.checkLaboratorysReportBeforeOrder,
  },
  treatment_date_moved: {
    lost: 'A changed treatment date no longer shows',
    next: TEXT.checkWhenTreatmentAndLastDose,
  },
} as const;

type Withdrawal = keyof typeof TOLD;
type Judged = { id: string; org_id: string } | null;

/** A corrected fact is believed, and said aloud: one person alone can take away what stopped an order. */
@Injectable()
export class WithdrawnFacts {
  constructor(private readonly evaluations: Evaluations) {}

  /**
   * What keeps treatment back before facts are taken away; where dates move, also what asks for another dose: a level
   * counts by the days since treatment changed. The caller holds the case.
   */
  async standing(known: Judged, rule_key: Withdrawal): Promise<string[]> {
    if (!known) return [];
    const facts = await this.evaluations.read(known.id);
    if (facts.awaitsIntake) return [];
    const urgent =
      rule_key === 'treatment_date_moved'
        ? this.evaluations.alarming(facts)
        : this.evaluations.restraining(facts);
    return [...new Set([...this.evaluations.asking(facts), ...urgent])];
  }

  /** After the rules ran again. */
  async tell(known: Judged, before: readonly string[], rule_key: Withdrawal): Promise<void> {
    if (!known || !before.length) return;
    const left = await this.standing(known, rule_key);
    const gone = before.filter((key) => !left.includes(key));
    if (!gone.length) return;
    const { lost, next } = TOLD[rule_key];
    await this.evaluations.raise(known, {
      rule_key,
      severity: 'warning',
      message: `${lost}: ${gone.map((key) => titleOf(key) ?? key).join(', ')}. ${next}`,
    });
  }
}

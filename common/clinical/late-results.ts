/** Results that were entered late: their draw is older than the newest one, so the rules alone pass over them. */
import { daysBetween, wallTime } from './dates.js';
import type { ClinicalFacts, LabPanel } from './facts.js';

/** An older draw than this says nothing of today. */
const COUNTS_DAYS = 365;

/** The facts as each of the panels entered after that moment leaves them, without what was drawn later. */
export function factsAtLateResults(facts: ClinicalFacts, enteredAfter: string): ClinicalFacts[] {
  const zone = facts.patient_timezone ?? facts.timezone;
  const drawn = (panel: LabPanel) => wallTime(panel.collected_local ?? panel.collected_at, zone);
  const since = Date.parse(enteredAfter);
  const late = facts.labs.filter(
    (panel) =>
      Date.parse(panel.entered_at ?? '') > since &&
      daysBetween(drawn(panel).date, facts.today) <= COUNTS_DAYS,
  );
  return late.map((panel) => {
    const { date, seconds } = drawn(panel);
    const before = facts.labs.filter((other) => {
      const at = drawn(other);
      return at.date < date || (at.date === date && (at.seconds ?? 0) <= (seconds ?? 0));
    });
    return { ...facts, labs: [...before.filter((other) => other !== panel), panel] };
  });
}

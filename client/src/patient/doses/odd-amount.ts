import { doseInMg, loggedUnits } from '#common/clinical/dose-log.js';
import { isFormulationId } from '#common/clinical/formulations.js';
import type { NextDose } from '#common/api/index.js';
import type { DoseUnit } from '#common/vocabulary/index.js';

type Planned = Pick<NextDose, 'formulation' | 'dose' | 'mg_per_ml'>;
/** More or less than the dose by more than this is asked about. */
const FAR = 3;

/** How far an amount is off the dose: 1 is exact; null if it cannot be told. */
function timesOff(dose: number, unit: DoseUnit, planned: Planned): number | null {
  const { formulation } = planned;
  const mg = isFormulationId(formulation) ? doseInMg({ dose, unit }, { ...planned, formulation }) : null;
  return mg === null ? null : Math.max(mg / planned.dose, planned.dose / mg);
}

/** An amount far off the dose, and the unit that was meant if the number fits in one; null if it is near. */
export function oddAmount(
  dose: number,
  unit: DoseUnit,
  planned: Planned | null,
): { meant: DoseUnit | null } | null {
  if (!planned || (timesOff(dose, unit, planned) ?? 0) <= FAR) return null;
  const [best] = loggedUnits(planned.formulation)
    .flatMap((other) => {
      const off = timesOff(dose, other, planned);
      return off !== null && off <= FAR ? [{ other, off }] : [];
    })
    .toSorted((a, b) => a.off - b.off);
  return { meant: best?.other ?? null };
}

import type { TimelineResponse } from '#common/api/care-chart.js';
import {
  INTERVAL_DAYS,
  addDays,
  course,
  daysBetween,
  fit,
  hasPkModel,
  isFormulationId,
  isFrequency,
  secondDoseDays,
} from '#common/clinical/index.js';
import type { ClinicalCase } from '#common/clinical/case.js';
import type { CoursePeriod } from '#common/clinical/pk/index.js';
import type { TreatmentPeriod } from '../plans/treatment-periods.js';
import { fitInput, type DoseLog, type Regimen } from './curve.js';

interface CourseFacts {
  known: ClinicalCase;
  periods: readonly TreatmentPeriod[];
  log: DoseLog;
}

function regimenOf({ plan }: TreatmentPeriod): Regimen | null {
  const { formulation, dose, frequency } = plan;
  return isFormulationId(formulation) && hasPkModel(formulation) && isFrequency(frequency)
    ? { formulation, dose, frequency }
    : null;
}

/** The simulated level over the whole treatment; the fit is of the last product, and of no other. */
export function courseOf({ known, periods, log }: CourseFacts): TimelineResponse['simulated'] {
  const start = known.startedOn ?? periods[0]?.from;
  const last = periods.at(-1);
  const current = last && regimenOf(last);
  if (!start || !current) return [];
  const { kg, c0, ...input } = fitInput({ known, periods, current, log });
  const { ln_cl, ln_half_life } = fit({ kg, c0, ...input });
  const drawn = periods.flatMap((period): CoursePeriod[] => {
    const regimen = regimenOf(period);
    const from = Math.max(0, daysBetween(start, period.from));
    const to = daysBetween(start, period.to ?? known.today);
    if (!regimen || to < from) return [];
    const { formulation, dose: mg, frequency } = regimen;
    const own = formulation === current.formulation ? { ln_cl, ln_half_life } : {};
    const begins = periods[periods.indexOf(period) - 1]?.plan.formulation !== formulation;
    const second_after = begins ? secondDoseDays(formulation) : null;
    return [
      {
        formulation,
        mg,
        interval_days: INTERVAL_DAYS[frequency],
        ...(second_after && { second_after }),
        from,
        to,
        ...own,
      },
    ];
  });
  return course({ kg, c0, periods: drawn }).map(({ day, ...level }) => ({
    on: addDays(start, day),
    ...level,
  }));
}

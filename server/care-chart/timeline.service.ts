import { Injectable } from '@nestjs/common';
import type {
  PatientTimelineResponse,
  TimelineDraw,
  TimelinePoint,
  TimelineResponse,
} from '#common/api/care-chart.js';
import { deriveCase } from '#common/clinical/case.js';
import { dateIn, type AnalyteKey, type ClinicalFacts } from '#common/clinical/index.js';
import { DEFAULT_TARGET_RANGE, STAFF_ROLES } from '#common/vocabulary/index.js';
import type { CheckIn, SafetyCheck } from '#common/api/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Doses } from '../doses/doses.service.js';
import { notAhead } from '../patients/own-day.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients, outsideCaseLoad } from '../patients/patients.service.js';
import { Plans } from '../plans/plans.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Progress } from '../progress/progress.service.js';
import { Clock } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { SafetyChecks } from '../safety-checks/safety-checks.service.js';
import { DispenseRecords, wireDispense } from '../supply/records/dispenses.repository.js';
import { courseOf } from './course.js';
import { CareChartRepository } from './care-chart.repository.js';

function drawn({ labs }: ClinicalFacts, key: AnalyteKey): TimelineDraw[] {
  return labs.flatMap(({ collected_at, since_last_dose_h, since_from_log, results, limits }) => {
    const value = results[key];
    return typeof value === 'number'
      ? [
          {
            collected_at,
            value,
            ...(limits?.[key] && { comparator: limits[key] }),
            hours_after_dose: since_last_dose_h ?? null,
            ...(since_from_log && { hours_from_log: true }),
          },
        ]
      : [];
  });
}
const values = (facts: ClinicalFacts, key: AnalyteKey): TimelinePoint[] =>
  drawn(facts, key).map(({ hours_after_dose: _, hours_from_log: __, ...point }) => point);

const sideEffects = (checks: readonly SafetyCheck[], timezone: string): TimelineResponse['side_effects'] =>
  checks
    .toReversed()
    .flatMap(({ at, side_effects }) =>
      side_effects
        .filter(({ severity }) => severity !== 'none')
        .map((effect) => ({ on: dateIn(new Date(at), timezone), ...effect })),
    );

type PartOfCase = Pick<
  TimelineResponse,
  'therapy_started_on' | 'target' | 'testosterone' | 'hematocrit' | 'psa' | 'blood_pressure'
>;
const NO_CASE: PartOfCase = {
  therapy_started_on: null,
  target: null,
  testosterone: [],
  hematocrit: [],
  psa: [],
  blood_pressure: [],
};

const measuredAtHome = (told: readonly (CheckIn | SafetyCheck)[]): TimelineResponse['blood_pressure'] =>
  told.flatMap(({ blood_pressure: reading }) => (reading ? [{ ...reading, reported: true }] : []));

/** Everything that happened to a patient on treatment, on one axis. */
@Injectable()
export class Timeline {
  constructor(
    private readonly repository: CareChartRepository,
    private readonly dispenses: DispenseRecords,
    private readonly cases: CaseRecords,
    private readonly patients: Patients,
    private readonly evaluations: Evaluations,
    private readonly plans: Plans,
    private readonly doses: Doses,
    private readonly progress: Progress,
    private readonly safetyChecks: SafetyChecks,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async of(actor: Actor, caseId: string): Promise<TimelineResponse> {
    const record = await this.cases.find(actor, caseId);
    const patient = await this.patients.forStaff(actor, record.patient_id);
    await this.audit.record(actor, {
      action: 'case.read',
      target: { type: 'case', id: record.id },
      patientId: record.patient_id,
      orgId: record.org_id,
      detail: { part: 'timeline', ...(outsideCaseLoad(actor, record) && { outside_case_load: true }) },
      as: STAFF_ROLES,
    });
    const told = await this.ofPatient(patient, record.id, patient.timezone);
    return {
      case_id: record.id,
      ...told,
      removed_doses: (await this.doses.removedOf(patient.id)).toReversed(),
      alerts: await this.repository.alerts(record.id),
      simulated: courseOf({
        known: deriveCase((await this.evaluations.read(record.id)).facts),
        periods: await this.plans.treatment(patient.id, patient.timezone),
        log: { doses: told.doses, missed: told.missed_doses },
      }),
    };
  }

  async own(actor: Actor): Promise<PatientTimelineResponse> {
    const patient = await this.patients.own(actor);
    const record = await this.cases.ofPatient(patient.id);
    await this.audit.record(actor, { action: 'timeline.read', patientId: patient.id, as: ['patient'] });
    const told = await this.ofPatient(patient, record?.id ?? null, patient.zone);
    const started = told.therapy_started_on;
    return { ...told, therapy_started_on: started && notAhead(started, told.today) };
  }

  /** The part both sides see, each on its own calendar. The caller has checked access to the patient. */
  private async ofPatient(
    patient: PatientRow,
    caseId: string | null,
    timezone: string,
  ): Promise<PatientTimelineResponse> {
    const checks = await this.safetyChecks.ofPatient(patient.id);
    const scores = await this.progress.checkInsOf(patient.id);
    const ofCase = { ...(await this.ofCase(caseId)), today: this.clock.today(timezone) };
    return {
      ...ofCase,
      blood_pressure: [...ofCase.blood_pressure, ...measuredAtHome([...scores, ...checks])].toSorted((a, b) =>
        a.on.localeCompare(b.on),
      ),
      plans: (await this.plans.treatment(patient.id, timezone)).map(({ from, to, plan: taken }) => ({
        from,
        to,
        formulation: taken.formulation,
        dose: taken.dose,
        frequency: taken.frequency,
      })),
      dispenses: (await this.dispenses.ofPatients([patient.id])).map((one) => ({
        ...wireDispense(one),
        formulation: one.formulation,
      })),
      doses: (await this.doses.ofPatient(patient.id)).toReversed(),
      missed_doses: await this.doses.missedOf(patient.id),
      scores,
      side_effects: sideEffects(checks, timezone),
      visits: await this.repository.visits(patient.id),
    };
  }

  private async ofCase(caseId: string | null): Promise<PartOfCase> {
    if (!caseId) return NO_CASE;
    const { facts } = await this.evaluations.read(caseId);
    const { plan } = facts;
    return {
      therapy_started_on: facts.extras.therapy_started_on ?? null,
      target: plan
        ? {
            low: plan.target_range_low ?? DEFAULT_TARGET_RANGE.low,
            high: plan.target_range_high ?? DEFAULT_TARGET_RANGE.high,
          }
        : null,
      testosterone: drawn(facts, 'tt_ng_dl'),
      hematocrit: values(facts, 'hct_percent'),
      psa: values(facts, 'psa_ng_ml'),
      blood_pressure: await this.repository.pressures(caseId),
    };
  }
}

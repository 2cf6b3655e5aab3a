import { Injectable } from '@nestjs/common';
import type { Lab } from '#common/api/index.js';
import { emergencyCard } from '#common/emergency/emergency-kinds.js';
import { isSeverePressure, SEVERE_SADNESS } from '#common/intake/index.js';
import type { CheckIn, ProgressResponse, ProgressSeries, SavedCheckIn } from '#common/api/progress.js';
import { ANALYTES, canCallToday, dateIn, wallTime } from '#common/clinical/index.js';
import { SCALE, asksOf, isLowMood } from '#common/scores/index.js';
import { DEFAULT_TARGET_RANGE } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Labs } from '../labs/labs.service.js';
import { Patients } from '../patients/patients.service.js';
import { Plans } from '../plans/plans.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Limits } from '../limits/limits.service.js';
import { Clock } from '../platform/time/clock.js';
import { Emergencies } from '../rules/emergencies.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { readCheckIn, versionsOf } from './check-in.js';
import { keptScale, scaleFaults } from './records/check-in-scores.js';
import type { CallOwner, CheckInData } from './records/progress.repository.js';
import type { CheckInDto, Phq9Dto } from './progress.dto.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { ProgressRepository } from './records/progress.repository.js';
import { TEXT } from './text/en.js';

/** The first items of the PHQ-9. */
const PHQ2_ITEMS = SCALE.phq2.count;

interface Target {
  low: number;
  high: number;
}

/** How a patient is doing over time. */
@Injectable()
export class Progress {
  constructor(
    private readonly repository: ProgressRepository,
    private readonly patients: Patients,
    private readonly labs: Labs,
    private readonly plans: Plans,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly emergencies: Emergencies,
    private readonly limits: Limits,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<ProgressResponse> {
    const patient = await this.patients.own(actor);
    const labs = await this.labs.ofPatient(patient.id);
    const treatment = await this.plans.treatment(patient.id, patient.zone);
    const inForce = treatment.findLast((p) => p.to === null)?.plan;
    const target = inForce && {
      low: inForce.target_range_low ?? DEFAULT_TARGET_RANGE.low,
      high: inForce.target_range_high ?? DEFAULT_TARGET_RANGE.high,
    };
    await this.audit.record(actor, { action: 'progress.read', patientId: patient.id, as: ['patient'] });
    return {
      labs: seriesOf(labs, target ?? null),
      doses: treatment.map(({ from, to, plan }) => ({
        from,
        to,
        formulation: plan.formulation,
        dose: plan.dose,
        frequency: plan.frequency,
      })),
      check_ins: await this.repository.checkIns(patient.id),
      asks: asksOf((await this.repository.callOwner(patient.id)).asks_ams),
    };
  }

  /** For staff with checked access to this patient; oldest first. */
  checkInsOf(patientId: string): Promise<CheckIn[]> {
    return this.repository.checkIns(patientId);
  }

  async checkIn(actor: Actor, body: CheckInDto): Promise<SavedCheckIn> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const clinic = await this.repository.callOwner(patient.id);
      const data = readCheckIn(body, this.clock.today(patient.zone), asksOf(clinic.asks_ams));
      const low = isLow(data);
      if (low) data.call_owner = this.callsToday(clinic);
      await this.limits.take('check-in.account.day', actor.userId);
      const checkIn = await this.repository.insert(patient, data);
      if (data.weight !== null) await this.patients.weighs(patient.id, data.weight);
      const record = await this.cases.ofPatient(patient.id, { lock: true });
      if (record) {
        if (low) await this.evaluations.askAgain(record.id, 'phq2_positive');
        await this.evaluations.run(record.id, 'check_in');
      }
      const severe = severeSadness(data);
      const pressure = data.blood_pressure;
      const high = isSeverePressure(pressure?.systolic, pressure?.diastolic);
      const emergency = severe !== null ? 'self_harm' : high ? 'blood_pressure' : null;
      const told = [
        severe !== null && (await this.emergencies.lowMood(actor, severe, 'check_in')),
        high && (await this.emergencies.report(actor, ['blood_pressure'], 'check_in')),
      ];
      await this.audit.record(actor, {
        action: 'progress.check_in',
        target: { type: 'check_in', id: checkIn.id },
        patientId: patient.id,
        ...(emergency && { detail: { emergency, alerted: told.includes(true) } }),
        as: ['patient'],
      });
      // Without a case no one is told of the answer, so that it is not asked.
      const owner = record && data.call_owner && clinic.told;
      return {
        ...checkIn,
        emergency: emergency && emergencyCard(emergency),
        follow_up: owner ? { questionnaire: 'phq9', owner } : null,
      };
    });
  }

  /** The last seven items, on the day of the check-in, while the one named can still call. */
  async phq9(actor: Actor, id: string, { items }: Phq9Dto): Promise<SavedCheckIn> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const kept = await this.repository.checkInOf(patient.id, id);
      if (!kept) throw notFound();
      const fields = scaleFaults('phq9', items, PHQ2_ITEMS);
      if (Object.keys(fields).length) throw validationFailed(fields);
      const data = withPhq9(kept.data, items);
      const clinic = await this.repository.callOwner(patient.id);
      const sameDay = dateIn(new Date(kept.wire.at), clinic.timezone) === this.clock.today(clinic.timezone);
      const record = await this.cases.ofPatient(patient.id, { lock: true });
      if (!data || !record || !sameDay || !this.callsToday(clinic))
        throw invalidState(TEXT.questionsNotAskedNow);
      const checkIn = await this.repository.update(id, data);
      const danger = items.at(-1) !== 0 && items.at(-1) !== null;
      const alerted = danger && (await this.emergencies.report(actor, ['self_harm'], 'check_in'));
      await this.evaluations.run(record.id, 'check_in');
      await this.audit.record(actor, {
        action: 'progress.phq_9',
        target: { type: 'check_in', id },
        patientId: patient.id,
        ...(danger && { detail: { emergency: 'self_harm', alerted } }),
        as: ['patient'],
      });
      return { ...checkIn, emergency: danger ? emergencyCard('self_harm') : null, follow_up: null };
    });
  }

  /** Who can call the patient today; null = no one. */
  private callsToday({ name, timezone }: CallOwner): string | null {
    const { date, seconds } = wallTime(this.clock.now().toISOString(), timezone);
    return canCallToday(date, (seconds ?? 0) / 3600) ? name : null;
  }
}

const isLow = ({ scales }: CheckInData): boolean => isLowMood(scales?.phq2?.items ?? []);

/** The check-in with the rest of the PHQ-9; null if it was not offered, or was answered before. */
function withPhq9(data: CheckInData, items: readonly unknown[]): CheckInData | null {
  const { scales, versions, call_owner: owner } = data;
  if (!owner || !scales?.phq2 || scales.phq9) return null;
  return {
    ...data,
    versions: { ...versions, ...versionsOf(['phq9']) },
    scales: { ...scales, phq9: keptScale('phq9', [...scales.phq2.items, ...items]) },
  };
}

/** The severity of low mood, if the intake would call it severe. */
function severeSadness({ answers }: CheckInData): number | null {
  const severity = answers.sadness_mood_severity;
  return answers.sadness_mood === true && typeof severity === 'number' && severity >= SEVERE_SADNESS
    ? severity
    : null;
}

/** One series per analyte ever drawn, in analyte table order, oldest value first. */
function seriesOf(labs: readonly Lab[], target: Target | null): ProgressSeries[] {
  const drawn = labs.filter((l) => l.collected_at !== null).toReversed();
  return ANALYTES.flatMap((analyte): ProgressSeries[] => {
    const points = drawn.flatMap((lab) => {
      const result = lab.results[analyte.key];
      return result
        ? [
            {
              collected_at: lab.collected_at!,
              value: result.value,
              ...(result.comparator && { comparator: result.comparator }),
              flag: result.flag,
              ...(wasCorrected(lab, analyte.key) && { corrected: true as const }),
            },
          ]
        : [];
    });
    const band = analyte.key === 'tt_ng_dl' ? target : null;
    if (!points.length) return [];
    return [
      {
        analyte: analyte.key,
        unit: analyte.unit,
        target_low: band?.low ?? null,
        target_high: band?.high ?? null,
        reference_low: analyte.reference_low,
        reference_high: analyte.reference_high,
        points,
      },
    ];
  });
}

/** Whether an earlier version of the panel had another value. */
const wasCorrected = ({ results, earlier }: Lab, key: string): boolean =>
  earlier.some((version) => version.results[key] && version.results[key].value !== results[key]?.value);

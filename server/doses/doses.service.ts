import { Injectable } from '@nestjs/common';
import { adviceFor } from '#common/emergency/emergency-kinds.js';
import type {
  DoseRequest,
  DosesResponse,
  MissedDose,
  NextDose,
  RemovedDose,
  SavedDose,
  TakenDose,
} from '#common/api/doses.js';
import type { EmergencyAdvice } from '#common/api/index.js';
import {
  addDays,
  saysMoreThanErrands,
  FORMULATIONS,
  INTERVAL_DAYS,
  isGivenInClinic,
  dateIn,
  doseConcern,
  isFormulationId,
  loggedUnits,
  secondDoseDays,
  productOfDose,
  type DoseConcern,
  type Frequency,
  type LoggedDose,
  restedSite,
  takenTogether,
  waitsForContact,
  wallClockIn,
} from '#common/clinical/index.js';
import { amountText } from '#common/clinical/evidence-text.js';
import type { DoseUnit } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import { plannedDose, type CountingDose } from '../plans/dose-in-force.js';
import { DosesInForce, type DoseNow } from '../plans/dose-in-force.service.js';
import { planOn } from '../plans/treatment-periods.js';
import { Plans } from '../plans/plans.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { StoredCase } from '../cases/cases.repository.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Emergencies } from '../rules/emergencies.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { doseAdvice, doseAlert } from './dose-words.js';
import { nextDose, type FollowedOrder } from './next-dose.js';
import { DosesRepository } from './records/doses.repository.js';
import { TEXT } from './text/en.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Clocks of phones and of this server may differ a little. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const OLDEST_DAYS = 366;
/** A dose stays for days: so long its card is shown. */
const ADVISED_DAYS = 7;
/** The nasal gel takes six sprays a day; twice that leaves room for what was typed twice. */
const MOST_A_DAY = 12;
/** Never below 0, also where the phone's clock is ahead. */
const hoursSince = (takenAt: string, now: number): number =>
  Math.max(0, Math.round((now - Date.parse(takenAt)) / (HOUR_MS / 10)) / 10);

/** What the newest order of this product said of one dose. */
function orderOf(product: string | null, followed: readonly FollowedOrder[]) {
  const newest = followed
    .filter(({ formulation }) => formulation === product)
    .toSorted((a, b) => Date.parse(a.approved_at) - Date.parse(b.approved_at))
    .at(-1);
  return newest && newest.dose !== null ? { ...newest, dose: newest.dose } : null;
}
const isNear = (one: LoggedDose, taken: LoggedDose, frequency: Frequency): boolean =>
  Math.abs(Date.parse(one.taken_at) - Date.parse(taken.taken_at)) < (INTERVAL_DAYS[frequency] * DAY_MS) / 2;

/** Noon where the patient lives. */
function noonOf(day: string, zone: string): number {
  const utc = Date.parse(`${day}T12:00:00Z`);
  return 2 * utc - Date.parse(`${wallClockIn(new Date(utc), zone)}Z`);
}

/** What patients say they took. */
@Injectable()
export class Doses {
  constructor(
    private readonly repository: DosesRepository,
    private readonly patients: Patients,
    private readonly plans: Plans,
    private readonly emergencies: Emergencies,
    private readonly told: ToldHistory,
    private readonly inForce: DosesInForce,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<DosesResponse> {
    const patient = await this.patients.own(actor);
    const doses = await this.repository.ofPatient(patient.id);
    const known = await this.known(patient.id);
    const counts = await this.inForce.of(known);
    await this.audit.record(actor, { action: 'dose.list', patientId: patient.id, as: ['patient'] });
    const waits = known !== null && waitsForContact(known.facts);
    const now = this.clock.now().getTime();
    const [last] = doses;
    const next = waits ? null : await this.nextWithVisit(patient, counts);
    return {
      doses,
      hours_since_last: last ? hoursSince(last.taken_at, now) : null,
      on_hold: counts.hold !== null,
      order_waits: counts.orderWaits,
      emergency_open: waits,
      in_clinic: counts.dose !== null && isGivenInClinic(counts.dose.formulation),
      dose: counts.dose,
      next,
      suggested_site: restedSite(
        doses.map(({ site }) => site),
        counts.dose?.formulation ?? null,
      ),
    };
  }

  async log(actor: Actor, { taken_at, dose, unit, site, note }: DoseRequest): Promise<SavedDose> {
    const takenAt = this.moment(taken_at);
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      await this.assertPlausible(patient.id, takenAt, patient.zone);
      await this.assertUnit(patient, unit);
      const heard = await this.emergencies.hear(actor, note ?? null, 'dose');
      await this.assertHeard(patient, heard.kinds);
      const data = { dose, unit, site: site?.trim() || null, note: note?.trim() || null };
      const concern = await this.concern(patient, { taken_at: takenAt.toISOString(), dose, unit });
      const readsAsHistory =
        data.note !== null &&
        (saysMoreThanErrands(data.note) || (await this.told.isTold(patient.id, data.note)));
      const saved = await this.repository.insert(patient, takenAt, data, readsAsHistory);
      if (readsAsHistory) await this.told.judgeAgain(patient.id);
      await this.takenAfterAll(patient, takenAt);
      const { kinds, detail } = heard;
      await this.begun(actor, patient, dateIn(takenAt, patient.zone));
      await this.judgeDrawsAfter(patient.id, takenAt);
      await this.record(actor, 'dose.log', saved.id, patient.id, concern ? { ...detail, concern } : detail);
      return { ...saved, emergency: adviceFor(kinds) ?? this.advice(concern, takenAt) };
    });
  }

  /** A dose that was reported as not taken, and is logged after all, was taken. */
  private async takenAfterAll(patient: PatientRow, takenAt: Date): Promise<void> {
    const { counts } = await this.planned(patient);
    const half = (INTERVAL_DAYS[counts?.frequency ?? 'once weekly'] * DAY_MS) / 2;
    const away = ({ due_at: due }: { due_at: string }) => Math.abs(Date.parse(due) - takenAt.getTime());
    const [nearest] = (await this.repository.missedOf(patient.id)).toSorted((a, b) => away(a) - away(b));
    if (nearest && away(nearest) < half)
      await this.repository.removeMissed(patient.id, new Date(nearest.due_at));
  }

  /** The first dose, told as a day: a dose of the log, unless it is there. The caller has locked the patient. */
  async logFirst(actor: Actor, patient: PatientRow, day: string): Promise<void> {
    const { counts } = await this.planned(patient);
    if (!counts) return;
    const now = this.clock.now();
    const takenAt = dateIn(now, patient.zone) === day ? now : new Date(noonOf(day, patient.zone));
    const half = (INTERVAL_DAYS[counts.frequency] * DAY_MS) / 2;
    const isIt = (at: Date): boolean =>
      dateIn(at, patient.zone) === day || Math.abs(at.getTime() - takenAt.getTime()) < half;
    const doses = await this.repository.ofPatient(patient.id);
    if (doses.some(({ taken_at: at }) => isIt(new Date(at)))) return;
    const data = { dose: counts.dose, unit: 'mg', site: null, note: null } as const;
    const concern = await this.concern(patient, { taken_at: takenAt.toISOString(), ...data });
    const { id } = await this.repository.insert(patient, takenAt, data);
    await this.record(actor, 'dose.log', id, patient.id, { first: true, ...(concern && { concern }) });
  }

  /** The day of the approval where the patient lives, which may be the day before the clinic's; null before it. */
  async approvedOn(
    { zone }: Pick<PatientRow, 'zone'>,
    { id, extras }: Pick<StoredCase, 'id' | 'extras'>,
  ): Promise<string | null> {
    const inClinic = extras.therapy_started_on ?? null;
    const at = (await this.plans.ofCase(id)).inForce?.approved_at;
    const own = at && dateIn(new Date(at), zone);
    return own && inClinic && own === addDays(inClinic, -1) ? own : inClinic;
  }

  /** The first dose on an approved plan, from the day of the approval on, also tells when the therapy began. */
  private async begun(actor: Actor, patient: PatientRow, day: string): Promise<void> {
    const record = await this.cases.ofPatient(patient.id, { lock: true });
    const approvedOn = record && (await this.approvedOn(patient, record));
    if (!record || !approvedOn || day < approvedOn) return;
    if (!(await this.evaluations.read(record.id)).startAssumed) return;
    await this.cases.firstDose(actor, record, day);
    await this.evaluations.run(record.id, 'extras');
  }

  /** The answer that the late dose was not taken, once. */
  async missed(actor: Actor, dueAt: string): Promise<void> {
    await this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const due = new Date(dueAt);
      const missed = await this.repository.missedOf(patient.id);
      if (missed.some(({ due_at }) => Date.parse(due_at) === due.getTime()))
        throw invalidState(TEXT.alreadyReportedAsNotTaken);
      const { dose } = await this.inForce.of(await this.known(patient.id));
      const next = await this.nextOf(patient, dose);
      if (!next?.missed || Date.parse(next.due_at) !== due.getTime())
        throw invalidState(TEXT.noDoseLateDueThen);
      const data = { dose: next.dose, unit: 'mg', site: null, note: null } as const;
      const id = await this.repository.insertMissed(patient, due, data);
      await this.record(actor, 'dose.missed', id, patient.id);
    });
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const takenAt = await this.repository.remove(patient.id, id);
      if (!takenAt) throw notFound();
      const record = await this.cases.evenAwaiting(patient.id);
      if (record) await this.evaluations.doseRemoved(record.id, id);
      await this.judgeDrawsAfter(patient.id, takenAt);
      await this.record(actor, 'dose.remove', id, patient.id);
    });
  }

  /** Of a patient the caller was allowed to reach, newest first. */
  ofPatient(patientId: string): Promise<TakenDose[]> {
    return this.repository.ofPatient(patientId);
  }

  /** For staff, with access checked: what the patient took back, newest first. */
  removedOf(patientId: string): Promise<RemovedDose[]> {
    return this.repository.removedOf(patientId);
  }

  /** The caller has checked access to the patient. */
  missedOf(patientId: string): Promise<MissedDose[]> {
    return this.repository.missedOf(patientId);
  }

  /** Rules about levels read how long before the draw the last dose was; what the clinic gives has draws and tasks by its doses. */
  private async judgeDrawsAfter(patientId: string, takenAt: Date): Promise<void> {
    const drawn = await this.repository.drawnAfter(patientId, takenAt);
    const plan = drawn ? null : (await this.known(patientId))?.facts.plan;
    if (!drawn && !(plan && isGivenInClinic(plan.formulation))) return;
    const record = await this.cases.ofPatient(patientId, { lock: true });
    if (record) await this.evaluations.run(record.id, 'labs');
  }

  private async known(patientId: string): Promise<CaseFacts | null> {
    const record = await this.cases.ofPatient(patientId);
    return record && this.evaluations.read(record.id);
  }

  /** A dose that no one would see is refused; an emergency in its note opens a case. */
  private async assertHeard(patient: PatientRow, emergencies: readonly string[]): Promise<void> {
    if (emergencies.length || (await this.cases.evenAwaiting(patient.id))) return;
    throw invalidState(TEXT.noTreatmentPlanHereYet);
  }

  /** The dose that counts, and while none may be taken what the plan says. */
  private async planned({ id, timezone }: PatientRow) {
    const { dose, hold } = await this.inForce.of(await this.known(id));
    const treatment = await this.plans.treatment(id, timezone);
    const plan = treatment.findLast((period) => period.to === null)?.plan;
    return { counts: dose ?? (plan ? plannedDose(plan) : null), plan, treatment, hold };
  }

  /** What the patient followed, order by order; by the plans where there was no order. */
  private async followed({ id, timezone }: Pick<PatientRow, 'id' | 'timezone'>): Promise<FollowedOrder[]> {
    const orders = await this.inForce.followed(id, timezone);
    if (orders.length) return orders;
    return (await this.plans.treatment(id, timezone)).flatMap(({ plan }) => {
      const planned = plannedDose(plan);
      return planned && isFormulationId(planned.formulation)
        ? [{ ...planned, formulation: planned.formulation, approved_at: plan.approved_at!, filled_on: null }]
        : [];
    });
  }

  /** What the next dose is counted from. */
  private async nextOf(
    patient: Pick<PatientRow, 'id' | 'timezone'>,
    counts: CountingDose | null,
  ): Promise<NextDose | null> {
    if (!counts) return null;
    const doses = await this.repository.ofPatient(patient.id);
    if (!doses.length) return null;
    const missed = await this.repository.missedOf(patient.id);
    const followed = await this.followed(patient);
    return nextDose(counts, doses, {
      missed,
      now: this.clock.now().getTime(),
      followed,
      zone: patient.timezone,
    });
  }

  /** On the day of the visit for a first injection at the clinic, and after it, none is taken at home. */
  private async nextWithVisit(patient: PatientRow, counts: DoseNow): Promise<NextDose | null> {
    const next = await this.nextOf(patient, counts.dose);
    const visit = await this.firstInjection(patient, counts);
    const first = counts.goesOn?.next;
    if (
      !visit ||
      !first ||
      (next && dateIn(visit, patient.zone) > dateIn(new Date(next.due_at), patient.zone))
    )
      return next;
    return { due_at: visit.toISOString(), ...first, missed: false, given_in_clinic: true };
  }

  /** The visit at which the clinic gives the first dose of what takes the place of the product at home; null where none is booked. */
  async firstInjection({ id, zone }: PatientRow, { goesOn }: DoseNow): Promise<Date | null> {
    if (goesOn?.for !== 'injection') return null;
    return this.repository.visitAtClinic(id, this.clock.today(zone), zone);
  }

  /** When the clinic gives the next dose of the plan's product, in its calendar; null where it gives none now. */
  async dueAtClinic(known: CaseFacts): Promise<{ on: string; first: boolean } | null> {
    const { plan, hold, today, timezone, previous_prescription: filled, clinic_doses } = known.facts;
    if (!plan || !isGivenInClinic(plan.formulation) || hold) return null;
    const { dose: counts, hold: orderHeld } = await this.inForce.of(known);
    if (orderHeld) return null;
    const own = counts?.formulation === plan.formulation;
    const next = await this.nextOf({ id: known.patientId, timezone }, counts);
    if (next) return { on: dateIn(new Date(next.due_at), timezone), first: !own };
    // Given without a dose in the log: the vial says when.
    if (own && filled && !clinic_doses?.length)
      return { on: addDays(filled.filled_on, filled.days_supply), first: false };
    return { on: today, first: true };
  }

  /** What speaks against this dose; the care team is told on the case. */
  private async concern(patient: PatientRow, taken: LoggedDose): Promise<DoseConcern | null> {
    const { counts, plan, treatment, hold } = await this.planned(patient);
    const current =
      counts && isFormulationId(counts.formulation) ? { ...counts, formulation: counts.formulation } : null;
    const takenOn = dateIn(new Date(taken.taken_at), patient.timezone);
    const followed = await this.followed(patient);
    const product = (one: LoggedDose) => productOfDose(one, followed, patient.timezone);
    // A plan whose order waits has its units too.
    const inUnit = treatment.findLast(({ plan: one }) => loggedUnits(one.formulation).includes(taken.unit));
    const own = product(taken) ?? inUnit?.plan.formulation ?? counts?.formulation ?? null;
    const stopped = treatment.findLast(({ stopped_at: at }) => at)?.stopped_at;
    const afterStop = !plan && stopped !== undefined && Date.parse(taken.taken_at) > Date.parse(stopped);
    // What a patient in treatment took before it is history.
    const unplanned = !plan && (afterStop || planOn(treatment, takenOn) === null);
    const ordered = own === (counts?.formulation ?? null) ? current : (orderOf(own, followed) ?? current);
    // A plan that ended says nothing of what is taken after it.
    const planned = afterStop ? null : ordered;
    // What was taken of another product is no second dose of this one, and is not added to it.
    const logged = await this.repository.ofPatient(patient.id);
    const others = logged.filter(
      (one) => [null, planned?.formulation ?? null].includes(product(one)) || !planned,
    );
    const concern = doseConcern(taken, {
      plan: planned,
      held: hold !== null && takenOn >= hold.since,
      unplanned,
      others,
    });
    const several = new Set(followed.map(({ formulation }) => formulation)).size > 1;
    const of = several && planned ? ` of ${FORMULATIONS[planned.formulation].name}` : '';
    const sum = takenTogether(taken, { plan: planned, others });
    const besides = planned
      ? logged.filter((one) => !others.includes(one) && isNear(one, taken, planned.frequency))
      : [];
    const record = concern && (await this.cases.evenAwaiting(patient.id));
    if (concern && record)
      await this.evaluations.raise(
        record,
        doseAlert(concern, {
          taken: `${amountText(taken.dose, taken.unit)}${of}`,
          sum:
            sum && sum.doses > 1 ? `${sum.doses} doses of together ${amountText(sum.mg, 'mg')}${of}` : null,
          planned: planned && `${planned.dose} mg ${planned.frequency}`,
          besides: besides.map(
            (one) => `${amountText(one.dose, one.unit)} of ${FORMULATIONS[product(one)!].name}`,
          ),
        }),
      );
    return concern;
  }

  /** Of a dose of long ago there is nothing to do at once. */
  private advice(concern: DoseConcern | null, takenAt: Date): EmergencyAdvice | null {
    const age = this.clock.now().getTime() - takenAt.getTime();
    return concern && age <= ADVISED_DAYS * DAY_MS ? doseAdvice(concern) : null;
  }

  private moment(text: string): Date {
    const at = Date.parse(text);
    const now = this.clock.now().getTime();
    if (at > now + CLOCK_TOLERANCE_MS) throw validationFailed({ taken_at: TEXT.timeInFuture });
    if (at < now - OLDEST_DAYS * DAY_MS) throw validationFailed({ taken_at: TEXT.moreThanYearAgo });
    return new Date(at);
  }

  private async assertPlausible(patientId: string, at: Date, zone: string): Promise<void> {
    const near = await this.repository.momentsNear(patientId, at);
    if (near.some((one) => one.getTime() === at.getTime()))
      throw invalidState(TEXT.doseOfTimeOnRecordAlready);
    const day = dateIn(at, zone);
    if (near.filter((one) => dateIn(one, zone) === day).length >= MOST_A_DAY)
      throw validationFailed({
        taken_at: TEXT.dosesOfDayOnRecordAlready(MOST_A_DAY),
      });
  }

  /** Of any product of the treatment: what was taken before a switch is logged later too. */
  private async assertUnit(patient: PatientRow, unit: DoseUnit): Promise<void> {
    const { counts, treatment } = await this.planned(patient);
    const products = [counts, ...treatment.map(({ plan }) => plan)].flatMap((one) => one?.formulation ?? []);
    const offered = [...new Set(products)];
    const injected = offered.filter((product) => loggedUnits(product).includes('injections'));
    // An injection of which of them? 80 mg at home would pass for 750 mg at the clinic, and the other way round.
    const unclear = injected.length > 1 && injected.some((product) => secondDoseDays(product) !== null);
    const units = [...new Set(offered.flatMap((product) => loggedUnits(product)))].filter(
      (one) => one !== 'injections' || !unclear,
    );
    if (units.length && !units.includes(unit))
      throw validationFailed({ unit: TEXT.chooseUnitOfProduct(units.join(', ')) });
  }

  private record(
    actor: Actor,
    action: string,
    id: string,
    patientId: string,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'dose', id },
      patientId,
      ...(detail && { detail }),
      as: ['patient'],
    });
  }
}

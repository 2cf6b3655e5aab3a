import { Injectable } from '@nestjs/common';
import type { StaffPlan, TreatmentHold } from '#common/api/index.js';
import {
  dateIn,
  daysBetween,
  dispensedMgPerMl,
  firedKeys,
  isFormulationId,
  isGivenInClinic,
  parseDoseMg,
  parseFrequency,
  productOfDose,
  type FollowedProduct,
  type Frequency,
} from '#common/clinical/index.js';
import { DosesRepository } from '../doses/records/doses.repository.js';
import { TherapyHoldsRepository } from '../cases/therapy-holds.repository.js';
import { keptBack, waitsForLowerDose } from '../prescriptions/kept-back.js';
import { isAheadOfPlan } from '../prescriptions/prescription-lifecycle.js';
import type { StoredPrescription } from '../prescriptions/prescription-rows.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations } from '../rules/evaluations.service.js';
import {
  doseInForce,
  doseOf,
  goesOn,
  orderInForce,
  type CountingDose,
  type KnownOrder,
  type WaitsFor,
} from './dose-in-force.js';
import { Plans } from './plans.service.js';

/** What a patient may take now. */
export interface DoseNow {
  /** null while treatment is on hold, without a plan, and without an order that may be followed. */
  dose: CountingDose | null;
  /** The treatment or every order in use is on hold, or a rule stops what was not begun. */
  hold: TreatmentHold | null;
  /** There is a plan, but no order of it may be followed yet. */
  orderWaits: boolean;
  /** The directions that go on while the order of a new dose waits, what it waits for, and what it says. */
  goesOn: { as: string; for: WaitsFor; next: CountingDose | null } | null;
}
/** After so many days a vial at the clinic counts as given, whether the patient logged it or not. */
const GIVEN_AFTER_DAYS = 28;
const longFilled = (
  { filled_at: at }: StoredPrescription,
  { today, timezone }: CaseFacts['facts'],
): boolean => at !== null && daysBetween(dateIn(new Date(at), timezone), today) > GIVEN_AFTER_DAYS;

type ReadOrder = StoredPrescription & { paused: boolean };
/** A pause for hematocrit began after it was approved. */
const wasPaused = (
  { approved_at: at }: StoredPrescription,
  { ended_pauses: pauses = [] }: CaseFacts['facts'],
): boolean =>
  at !== null && pauses.some(({ ended_at: end }) => end !== undefined && Date.parse(at) < Date.parse(end));

const NOTHING: DoseNow = { dose: null, hold: null, orderWaits: false, goesOn: null };

/** The dose that counts for a patient, on every screen. */
@Injectable()
export class DosesInForce {
  constructor(
    private readonly plans: Plans,
    private readonly prescriptions: Prescriptions,
    private readonly holds: TherapyHoldsRepository,
    private readonly evaluations: Evaluations,
    private readonly doses: DosesRepository,
  ) {}

  /** @param known of a patient the caller was allowed to reach; null without a case */
  async of(known: CaseFacts | null): Promise<DoseNow> {
    if (!known) return NOTHING;
    const { inForce: plan } = await this.plans.ofCase(known.caseId);
    const orders = await this.prescriptions.ofPatient(known.patientId);
    const held = await this.holds.ofPatient(known.patientId);
    const hold = held ?? (plan && (await this.orderHold(known, orders)));
    if (!plan || hold) return { ...NOTHING, hold };
    return this.following(plan, await this.asBegun(known, orders));
  }

  /** The replaced order that goes on until the one of another product is filled; null where none does. */
  async goesOn(known: CaseFacts): Promise<string | null> {
    const orders = await this.asBegun(known, await this.prescriptions.ofPatient(known.patientId));
    const followed = orderInForce(orders);
    if (typeof followed === 'string' || !('order' in followed)) return null;
    return followed.order.ended_reason === 'replaced' ? followed.order.id : null;
  }

  /** A new product counts from its first dose too; what the clinic gives, only from that: a vial there is no dose yet. */
  private async asBegun(
    { patientId, facts }: CaseFacts,
    stored: readonly StoredPrescription[],
  ): Promise<readonly ReadOrder[]> {
    const { timezone } = facts;
    const orders = stored.map((order) => ({ ...order, paused: wasPaused(order, facts) }));
    const inClinic = orders.filter(
      (order) => isGivenInClinic(order.formulation) && !longFilled(order, facts),
    );
    const waits = orders.filter(
      (order) =>
        order.prescription_state === 'current' && (order.status === 'accepted' || inClinic.includes(order)),
    );
    if (!waits.length) return orders;
    const logged = (await this.doses.loggedOf([patientId])).get(patientId) ?? [];
    const followed = await this.followed(patientId, timezone);
    const begun = waits.filter(({ formulation, approved_at: at }) =>
      logged.some(
        (dose) =>
          at !== null &&
          dose.on >= dateIn(new Date(at), timezone) &&
          productOfDose(dose, followed, timezone) === formulation,
      ),
    );
    return orders.map((order) => {
      if (begun.includes(order)) return { ...order, status: 'filled' };
      return waits.includes(order) ? { ...order, status: 'accepted' } : order;
    });
  }

  /** The products of the orders that the patient followed; one ahead of its plan is none. */
  async followed(
    patientId: string,
    timezone: string,
  ): Promise<(FollowedProduct & { frequency: Frequency })[]> {
    return (await this.prescriptions.ofPatient(patientId)).flatMap((order) => {
      const { formulation, approved_at: at, filled_at: filled } = order;
      const frequency = parseFrequency(order.frequency);
      if (!at || !frequency || !isFormulationId(formulation) || isAheadOfPlan(order)) return [];
      const filled_on = filled && !isGivenInClinic(formulation) ? dateIn(new Date(filled), timezone) : null;
      const mg_per_ml = dispensedMgPerMl(formulation, order.drug);
      return [
        { formulation, dose: parseDoseMg(order.dose), mg_per_ml, frequency, approved_at: at, filled_on },
      ];
    });
  }

  private following(plan: StaffPlan, orders: readonly KnownOrder[]): DoseNow {
    const followed = orderInForce(orders);
    const before = goesOn(orders);
    return {
      dose: doseInForce(plan, followed),
      hold: null,
      orderWaits: followed === 'none',
      goesOn: before && { as: before.as, for: before.for, next: doseOf(before.waits, plan) },
    };
  }

  /** A stop puts the orders in use on hold. Where there is none, and before the first dose, it speaks itself. */
  private async orderHold(
    known: CaseFacts,
    orders: readonly StoredPrescription[],
  ): Promise<TreatmentHold | null> {
    const followed = orderInForce(orders);
    const { timezone, today } = known.facts;
    const since = (moments: readonly string[]): TreatmentHold => ({
      since: moments.length ? dateIn(new Date(moments.toSorted()[0]!), timezone) : today,
      until_on: null,
    });
    if (typeof followed === 'object' && 'held' in followed)
      return since(followed.held.flatMap(({ on_hold: held }) => held?.since ?? []));
    const current = orders.find((order) => order.prescription_state === 'current' && !isAheadOfPlan(order));
    const [pause] = known.facts.ended_pauses ?? [];
    if (current && pause && waitsForLowerDose(known, current)) return { since: pause.since, until_on: null };
    if (current && !known.startAssumed) return null;
    const stops = current
      ? this.evaluations.critical(known).filter((key) => keptBack(known, current).includes(key))
      : firedKeys(this.evaluations.judge(known), 'STOP', 'BLOCK');
    if (!stops.length) return null;
    const alerts = await this.evaluations.openAlerts(known.caseId);
    return since(
      alerts.flatMap(({ rule_key: key, created_at: at }) => (key && stops.includes(key) ? [at] : [])),
    );
  }
}

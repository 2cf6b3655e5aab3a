import { Injectable } from '@nestjs/common';
import type { RefillGate, SupplyResponse } from '#common/api/supply.js';
import {
  endsSooner,
  isGivenInClinic,
  treatmentDays,
  type DosesInHand,
  type Hold,
  type RefillSigns,
} from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import { TherapyHoldsRepository } from '../cases/therapy-holds.repository.js';
import { DosesRepository, type LoggedOn } from '../doses/records/doses.repository.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { DosesInForce } from '../plans/dose-in-force.service.js';
import { Clock } from '../platform/time/clock.js';
import { CaseFactsReader, type CaseFacts } from '../rules/case-facts.reader.js';
import { DispenseRecords, openRest, type StoredDispense } from './records/dispenses.repository.js';
import { RefillGates } from './refill-gates.service.js';
import { clockOf, dosesLeftOf, lastFillOf, signsOf, supplyWire } from './supply-math.js';
import { SupplyRepository, type SupplyOrder } from './supply.repository.js';

/** What is known about some patients' supply. */
export interface KnownSupply {
  orders: readonly SupplyOrder[];
  dispenses: readonly StoredDispense[];
  checkIns: ReadonlyMap<string, string>;
  facts: ReadonlyMap<string, CaseFacts>;
  /** By patient: what was logged, on the day it was where the patient lives. */
  logged: ReadonlyMap<string, readonly LoggedOn[]>;
  /** By case: in them nothing is taken. */
  holds: ReadonlyMap<string, readonly Hold[]>;
}
export interface OrderSupply {
  order: SupplyOrder;
  supply: ReturnType<typeof supplyWire>;
  gates: RefillGate[];
  /** By the days of the fills, whatever was logged. */
  enough: boolean;
}

/** They share one supply, so one request is enough for both. */
const asksForSame = (order: SupplyOrder) => (other: SupplyOrder) =>
  other.request_id !== null && other.formulation === order.formulation;

/** Sent and never filled: there is nothing to refill. A dose logged since says that it was filled, recorded or not. */
const isAtPharmacy = (
  { sent, patient_id: patient, approved_at: at }: SupplyOrder,
  logged: KnownSupply['logged'],
): boolean => sent && !(logged.get(patient) ?? []).some((one) => Date.parse(one.taken_at) >= Date.parse(at));

/** Of the product that goes on there is no refill to ask for, and of the one in its place none yet. */
function goingOn({ id }: SupplyOrder, { state }: OrderSupply['supply'], goesOn: string) {
  if (id !== goesOn) return { state: 'waiting' as const, ask_by: null };
  return state === 'past_run_out' ? { ask_by: null } : { state: 'enough' as const, ask_by: null };
}

/** How long the dispensed supply lasts, and what a refill requires. */
@Injectable()
export class Supply {
  constructor(
    private readonly repository: SupplyRepository,
    private readonly dispenses: DispenseRecords,
    private readonly gates: RefillGates,
    private readonly facts: CaseFactsReader,
    private readonly patients: Patients,
    private readonly holds: TherapyHoldsRepository,
    private readonly doses: DosesRepository,
    private readonly inForce: DosesInForce,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<SupplyResponse> {
    const patient = await this.patients.own(actor);
    const known = await this.read([patient.id]);
    await this.audit.record(actor, { action: 'supply.read', patientId: patient.id, as: ['patient'] });
    const held = (await this.holds.ofPatient(patient.id)) !== null;
    const today = this.clock.today(patient.zone);
    const prescriptions = [];
    const [newest] = known.orders;
    const goesOn = newest ? await this.inForce.goesOn(known.facts.get(newest.case_id)!) : null;
    const inUse = known.orders.filter((one) => !one.ended || one.id === goesOn);
    for (const order of inUse) {
      const { supply, gates } = await this.of(known, order, today);
      prescriptions.push({
        ...supply,
        ...(supply.last_fill_on === null &&
          isAtPharmacy(order, known.logged) && { state: 'waiting' as const, ask_by: null }),
        ...(goesOn !== null && goingOn(order, supply, goesOn)),
        goes_on: order.id === goesOn,
        on_hold: held || supply.on_hold,
        refill_request_id: order.request_id ?? inUse.find(asksForSame(order))?.request_id ?? null,
        gates,
      });
    }
    return { prescriptions };
  }

  /** The caller has checked access to these patients. */
  async read(patientIds: readonly string[]): Promise<KnownSupply> {
    const orders = await this.repository.orders(patientIds);
    const cases = [...new Set(orders.map((order) => order.case_id))];
    return {
      orders,
      dispenses: await this.dispenses.ofPatients(patientIds),
      checkIns: await this.repository.checkIns(patientIds),
      logged: await this.doses.loggedOf(patientIds),
      holds: await this.holds.spansOf(cases),
      facts: cases.length ? await this.facts.loadMany(cases) : new Map<string, CaseFacts>(),
    };
  }

  /** @param today the clinic's, unless the answer is for the patient */
  async of(
    known: KnownSupply,
    order: SupplyOrder,
    today = known.facts.get(order.case_id)!.facts.today,
  ): Promise<OrderSupply> {
    const facts = known.facts.get(order.case_id)!;
    const holds = known.holds.get(order.case_id) ?? [];
    const byDays = clockOf(order, known.orders, known.dispenses, { today, holds });
    // Of what the clinic gives nothing is at home.
    const doses = isGivenInClinic(order.formulation)
      ? null
      : this.dosesLeft(known, order, { today, days_left: byDays.days_left });
    const now = treatmentDays(holds).standing(today);
    const clock = doses?.out_on ? endsSooner(byDays, { out_on: doses.out_on, today: now }) : byDays;
    return {
      order,
      supply: supplyWire(order, clock, {
        rest: openRest(order, known.dispenses, { issuedOn: order.issued_on, today }),
        last_fill_on: lastFillOf(order, known.dispenses),
        doses,
        today,
      }),
      enough: byDays.state === 'enough',
      gates: await this.gates.of(facts, order, { lastCheckIn: known.checkIns.get(order.patient_id), today }),
    };
  }

  /** Whether a refill of this order is on its way, and whether it waits for its first fill: at a pharmacy, or beside one that was filled. */
  async asked(patientId: string, orderId: string): Promise<{ requested: boolean; unfilled: boolean }> {
    const orders = (await this.repository.orders([patientId])).filter((one) => !one.ended);
    const order = orders.find(({ id }) => id === orderId);
    if (!order) return { requested: false, unfilled: false };
    const dispenses = await this.dispenses.ofPatients([patientId]);
    const wasFilled = (one: SupplyOrder) => lastFillOf(one, dispenses) !== null;
    return {
      requested: Boolean(order.request_id ?? orders.some(asksForSame(order))),
      unfilled:
        !wasFilled(order) &&
        (orders.some((one) => one.formulation === order.formulation && wasFilled(one)) ||
          isAtPharmacy(order, await this.doses.loggedOf([patientId]))),
    };
  }

  /** The first day without supply; null before the first fill. */
  async runOutOf(patientId: string, orderId: string): Promise<string | null> {
    const known = await this.read([patientId]);
    const order = known.orders.find((one) => one.id === orderId);
    if (!order) return null;
    return (await this.of(known, order)).supply.run_out_on;
  }

  private dosesLeft(
    known: KnownSupply,
    order: SupplyOrder,
    at: { today: string; days_left: number | null },
  ): DosesInHand | null {
    const zone = known.facts.get(order.case_id)!.facts.timezone;
    const logged = known.logged.get(order.patient_id) ?? [];
    return dosesLeftOf(order, known, { ...at, zone, logged, holds: known.holds.get(order.case_id) ?? [] });
  }

  signs(known: KnownSupply, order: SupplyOrder, requestedOn: string): RefillSigns {
    const holds = known.holds.get(order.case_id) ?? [];
    return signsOf(order, known.orders, known.dispenses, { requestedOn, holds });
  }
}

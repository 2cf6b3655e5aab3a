import { Injectable } from '@nestjs/common';
import type { PatientPrescription } from '#common/api/index.js';
import { dateIn, lastLegalFillOn, supplyClock, type Hold } from '#common/clinical/index.js';
import type { PatientPrescriptionStatus, PrescriptionState } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { TherapyHoldsRepository } from '../cases/therapy-holds.repository.js';
import { Patients } from '../patients/patients.service.js';
import { OpenPharmacyOrders } from '../pharmacies/records/open-pharmacy-orders.js';
import type { Actor } from '../platform/access/actor.js';
import { DispenseRecords, fillsOf, type StoredDispense } from '../supply/records/dispenses.repository.js';
import { isAheadOfPlan } from './prescription-lifecycle.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import type { StoredPrescription } from './prescription-rows.js';

/** For the patient, one that is ahead of its plan waits as a draft does. */
const stateOf = (order: StoredPrescription): PrescriptionState =>
  order.prescription_state === 'current' && isAheadOfPlan(order) ? 'draft' : order.prescription_state;

function statusOf(order: StoredPrescription): PatientPrescriptionStatus {
  const { status, sent_at } = order;
  if (stateOf(order) === 'draft') return 'draft';
  if (status === 'accepted') return sent_at ? 'sent' : 'approved';
  return status === 'filled' ? 'filled' : 'discontinued';
}

/** The first fill is no refill. */
const refillsLeft = ({ refills, fills }: StoredPrescription): number =>
  Math.max(0, refills - Math.max(0, fills - 1));

/** Of the last fill that was shipped. */
function lastShipment(dispenses: readonly StoredDispense[], id: string): PatientPrescription['shipment'] {
  const last = dispenses.findLast((one) => one.prescription_id === id && one.shipment);
  return last?.shipment ? { ...last.shipment, dispense_id: last.id } : null;
}

interface Known {
  /** By prescription. */
  pharmacies: ReadonlyMap<string, { name: string; phone: string }>;
  dispenses: readonly StoredDispense[];
  orders: readonly StoredPrescription[];
  /** By case. */
  holds: ReadonlyMap<string, readonly Hold[]>;
}

/** Orders in use for the same medicine share one supply. */
function runOut(
  order: StoredPrescription,
  { dispenses, orders, holds }: Known,
  issuedOn: string,
): string | null {
  const fills = fillsOf(dispenses, order.id);
  if (!fills.length) return null;
  const shared = orders
    .filter(
      (one) =>
        one.id !== order.id &&
        one.formulation === order.formulation &&
        [one, order].every((either) => stateOf(either) === 'current'),
    )
    .flatMap(({ id }) => fillsOf(dispenses, id));
  const { refills, days_supply } = order;
  return supplyClock({
    issued_on: issuedOn,
    refills,
    days_supply,
    fills,
    shared,
    today: issuedOn,
    holds: holds.get(order.case_id) ?? [],
  }).run_out_on;
}

function projection(
  order: StoredPrescription,
  timezone: string,
  known: Known,
  held: boolean,
): PatientPrescription {
  const day = (at: string | null): string | null => at && dateIn(new Date(at), timezone);
  const issuedOn = day(order.approved_at);
  return {
    id: order.id,
    prescription_id: order.id,
    drug: order.drug,
    dose: order.dose,
    sig: order.sig,
    frequency: order.frequency,
    route: order.route,
    quantity: order.quantity,
    days_supply: order.days_supply,
    refills_remaining: refillsLeft(order),
    status: statusOf(order),
    on_hold: order.on_hold !== null || (held && stateOf(order) === 'current'),
    prescription_state: stateOf(order),
    formulation: order.formulation,
    approved_at: order.approved_at,
    sent_at: order.sent_at,
    filled_at: order.filled_at,
    run_out_on: issuedOn && runOut(order, known, issuedOn),
    refill_by: issuedOn && lastLegalFillOn(issuedOn),
    pharmacy: known.pharmacies.get(order.id) ?? null,
    shipment: lastShipment(known.dispenses, order.id),
    created_at: order.created_at,
  };
}

/** A patient's own prescriptions, in words for patients. */
@Injectable()
export class PatientPrescriptions {
  constructor(
    private readonly repository: PrescriptionsRepository,
    private readonly patients: Patients,
    private readonly holds: TherapyHoldsRepository,
    private readonly dispenses: DispenseRecords,
    private readonly pharmacyOrders: OpenPharmacyOrders,
    private readonly audit: Audit,
  ) {}

  async own(actor: Actor): Promise<PatientPrescription[]> {
    const patient = await this.patients.own(actor);
    const orders = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, { action: 'prescription.list', patientId: patient.id, as: ['patient'] });
    const dispenses = await this.dispenses.ofPatients([patient.id]);
    const pharmacies = await this.pharmacyOrders.confirmedBy(patient.id);
    const held = (await this.holds.ofPatient(patient.id)) !== null;
    const holds = await this.holds.spansOf([...new Set(orders.map((order) => order.case_id))]);
    return orders.map((order) =>
      projection(order, patient.timezone, { dispenses, orders, pharmacies, holds }, held),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { Dispense, DispenseRequest, DispensesResponse } from '#common/api/index.js';
import {
  dateIn,
  daysOfPart,
  isFormulationId,
  lastLegalFillOn,
  possibleDaysSupply,
  restOfFill,
} from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { FEWEST_NAMED_CHARACTERS, saysWhy } from '#common/typed-reason.js';
import { Audit, typedText } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { TherapyHoldsRepository } from '../cases/therapy-holds.repository.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { assertPlanApproved } from '../prescriptions/kept-back.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { StoredPrescription } from '../prescriptions/prescription-rows.js';
import { Evaluations } from '../rules/evaluations.service.js';
import {
  DispenseRecords,
  partsOf,
  wireDispense,
  type RecordedFill,
  type StoredDispense,
} from './records/dispenses.repository.js';
import { FillSigns } from '../prescriptions/fill-signs.service.js';
import { RefillProgress } from './records/refill-progress.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** Open task for the care team after a fill that was refused. */
const FILLED_AFTER_REFUSAL = 'filled_after_refusal';

interface OrderDays {
  issuedOn: string;
  today: string;
}

/** What the quantity lasts by the order, or of the rest by what is left of the fill. */
function daysOf(
  { quantity, completes }: DispenseRequest,
  order: StoredPrescription,
  before: readonly StoredDispense[],
): number {
  const whole = { quantity: order.quantity, days: order.days_supply };
  const rest = completes && restOfFill({ ...whole, parts: partsOf(before, completes) });
  // More than was ordered is refused for its quantity.
  return Math.min(daysOfPart(quantity, rest || whole), (rest || whole).days);
}

/** Whole days that a quantity lasts at the ordered dose: the longest plausible count of its vials, or its share of the order if that is longer. */
function longestDays(
  quantity: number,
  { formulation, drug, dose, frequency, vial, ...order }: StoredPrescription,
) {
  const counted = isFormulationId(formulation)
    ? possibleDaysSupply(formulation, { drug, dose, frequency, vial, quantity })
    : [];
  // What was approved of the order as a whole holds for a part of it.
  const share = daysOfPart(quantity, { quantity: order.quantity, days: order.days_supply });
  return Math.min(Math.max(share, ...counted), order.days_supply);
}

/** Doses are drawn up a little smaller, and one is late now and then: a fifth more. */
const mostDays = (quantity: number, order: StoredPrescription): number =>
  Math.floor(longestDays(quantity, order) * 1.2);

/** The order ended after the pharmacy had received it, so the patient may already have the medicine. */
const endedAfterSending = ({ status, sent_at, ended_reason: ended }: StoredPrescription): boolean =>
  (ended === 'replaced' && status === 'filled') || (status === 'canceled' && sent_at !== null);

/** Checks a fill against its order. */
function faults(
  { filled_on, quantity, days }: RecordedFill,
  order: StoredPrescription,
  { issuedOn, today }: OrderDays,
): Record<string, string> {
  const last = lastLegalFillOn(issuedOn);
  const fields: Record<string, string> = {};
  if (filled_on > today) fields.filled_on = SHARED_TEXT.dayInFuture;
  else if (filled_on < issuedOn) fields.filled_on = TEXT.fillBeforeApproval(issuedOn);
  else if (filled_on > last) fields.filled_on = TEXT.lawAllowsNoFillOfOrder(last);
  if (quantity > order.quantity) fields.quantity = TEXT.quantityPerFill(order.quantity);
  if (days > order.days_supply) fields.days = TEXT.daysPerFill(order.days_supply);
  else if (days > mostDays(quantity, order))
    fields.days = TEXT.quantityLasts(quantity, longestDays(quantity, order));
  return fields;
}

/** Checks a rest against the fill it completes: together no more than one fill as prescribed. */
function restFaults(
  { filled_on, quantity, days, completes }: RecordedFill,
  order: StoredPrescription,
  before: readonly StoredDispense[],
): Record<string, string> {
  if (!completes) return {};
  const first = before.find(({ id }) => id === completes);
  if (!first || first.completes !== null) return { completes: TEXT.chooseFillOfOrder };
  const rest = restOfFill({
    quantity: order.quantity,
    days: order.days_supply,
    parts: partsOf(before, first.id),
  });
  if (!rest) return { completes: TEXT.nothingOfFillLeftToDispense };
  return {
    ...(filled_on < first.filled_on && { filled_on: TEXT.restBeforeFill(first.filled_on) }),
    ...(quantity > rest.quantity && { quantity: TEXT.ofFillLeft(rest.quantity) }),
    ...(days > rest.days && { days: TEXT.ofFillDaysLeft(rest.days) }),
  };
}

/** Fills of an order, one after the other. */
@Injectable()
export class Dispensing {
  constructor(
    private readonly records: DispenseRecords,
    private readonly signs: FillSigns,
    private readonly refills: RefillProgress,
    private readonly prescriptions: Prescriptions,
    private readonly acting: ActingClinician,
    private readonly cases: CaseRecords,
    private readonly holds: TherapyHoldsRepository,
    private readonly evaluations: Evaluations,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async list(actor: Actor, id: string): Promise<DispensesResponse> {
    const order = await this.prescriptions.forStaff(actor, id);
    const found = await this.records.ofPrescription(order.id);
    await this.audit.record(actor, {
      action: 'prescription.read',
      target: { type: 'prescription', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      as: STAFF_ROLES,
    });
    const holds = (await this.holds.spansOf([order.case_id])).get(order.case_id) ?? [];
    return {
      dispenses: found.map(wireDispense),
      pauses: holds.map(([since, until]) => ({ since, until })),
    };
  }

  async record(actor: Actor, id: string, told: DispenseRequest): Promise<Dispense> {
    return this.uow.run(async () => {
      const order = await this.locked(actor, id);
      const afterEnd = endedAfterSending(order);
      if (!afterEnd && (!['accepted', 'filled'].includes(order.status) || order.ended_reason !== null))
        throw invalidState(TEXT.onlyApprovedPrescriptionNotEnded);
      const before = await this.records.ofPrescription(order.id);
      const fill = { ...told, days: told.days ?? daysOf(told, order, before) };
      await this.assertFits(actor, order, fill, before);
      // The rest of a fill is not a further one.
      if (!fill.completes)
        await (afterEnd
          ? this.prescriptions.filledAfterEnd(order, fill.filled_on)
          : this.prescriptions.filled(actor, order, fill.filled_on));
      const dispense = await this.records.record(order, fill, actor.userId);
      if (!fill.completes) {
        await this.signs.after(order, dispense.id);
        await this.tellRefused(order, fill.filled_on);
        if (!afterEnd) await this.refills.orderMoved(actor, order, 'filled');
      }
      const rest = fill.completes && { completes: fill.completes };
      await this.audit.record(actor, {
        action: 'prescription.dispense',
        target: { type: 'prescription', id: order.id },
        patientId: order.patient_id,
        orgId: order.org_id,
        detail: {
          dispense: dispense.id,
          n: dispense.n,
          filled_on: fill.filled_on,
          source: fill.source,
          ...rest,
          ...(afterEnd && { after_end: order.ended_reason, reason: typedText(fill.override_reason ?? '') }),
        },
        as: STAFF_ROLES,
      });
      if (fill.source !== 'patient') await this.notices.tell(order.patient_id, 'prescription_filled');
      return wireDispense(dispense);
    });
  }

  /** A fill is a fact, also after the refill was refused: a clinician looks at it. */
  private async tellRefused({ id, case_id, org_id }: StoredPrescription, filledOn: string): Promise<void> {
    const refusedOn = await this.refills.refusedOn(id);
    if (!refusedOn || filledOn < refusedOn) return;
    await this.evaluations.raise(
      { id: case_id, org_id },
      {
        rule_key: FILLED_AFTER_REFUSAL,
        severity: 'critical',
        message: `Filled on ${filledOn}, although the refill was refused on ${refusedOn}. Call the pharmacy and the patient.`,
      },
    );
  }

  private async assertFits(
    actor: Actor,
    order: StoredPrescription,
    fill: RecordedFill,
    before: readonly StoredDispense[],
  ): Promise<void> {
    assertPlanApproved(order);
    const known = await this.evaluations.read(order.case_id);
    await this.acting.assertLicensed(actor, known);
    const { today, timezone } = known.facts;
    const issuedOn = dateIn(new Date(order.approved_at!), timezone);
    const fields = { ...faults(fill, order, { issuedOn, today }), ...restFaults(fill, order, before) };
    if (Object.keys(fields).length) throw validationFailed(fields);
    if (before.some(({ filled_on }) => filled_on === fill.filled_on))
      throw invalidState(TEXT.fillOnDayAlreadyRecorded);
    const fills = before.filter(({ completes }) => completes === null).length;
    if (!fill.completes && fills > order.refills) throw invalidState(TEXT.prescriptionNoRefillsLeft);
    if (endedAfterSending(order)) {
      const reason = fill.override_reason?.trim() ?? '';
      if (!saysWhy(reason, FEWEST_NAMED_CHARACTERS))
        throw validationFailed({ override_reason: TEXT.sayHowHandedOver(FEWEST_NAMED_CHARACTERS) });
      return;
    }
    // What was dispensed before the hold, or before today, is a fact that today's rules do not undo.
    const heldOn = order.on_hold && dateIn(new Date(order.on_hold.since), timezone);
    if (fill.filled_on !== today && !(heldOn && fill.filled_on >= heldOn)) return;
    const signed = await this.prescriptions.signedFor(actor, known, order);
    const { override_reason: reason, overrides } = fill;
    await this.prescriptions.assertPassed(actor, signed, order, {
      reason,
      overrides,
      field: 'override_reason',
      dispensed: true,
    });
  }

  private async locked(actor: Actor, id: string): Promise<StoredPrescription> {
    const { case_id } = await this.prescriptions.forStaff(actor, id);
    await this.cases.lock(actor, case_id);
    const order = await this.prescriptions.forStaff(actor, id);
    notForOneself(actor, order.patient_user_id);
    return order;
  }
}

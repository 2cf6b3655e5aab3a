import { Inject, Injectable } from '@nestjs/common';
import type {
  ListedPrescription,
  Prescription,
  PrescriptionApproval,
  PrescriptionAssistResponse,
  OrderRequest,
  PrescriptionsApproveResponse,
} from '#common/api/index.js';
import {
  assistPrescription,
  directionsText,
  notOverridable,
  parseDoseMg,
  type VialKind,
} from '#common/clinical/index.js';
import { saysWhy } from '#common/typed-reason.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { ReadByRefusal } from '../audit/read-by-refusal.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { isProviderOnly } from '../platform/access/provider-only.js';
import {
  AppError,
  invalidState,
  notFound,
  ruleBlocked,
  validationFailed,
} from '../platform/errors/errors.js';
import { toAppError } from '../platform/http/error.filter.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { Log } from '../platform/logging/log.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { RecordAccess } from '../record-access/record-access.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { RefillProgress } from '../supply/records/refill-progress.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { assertNamed } from '../rules/override-reasons.js';
import { assertVial, planOf } from './order-fields.js';
import { OrderJudgements } from './order-judgements.service.js';
import { OrderSending } from './order-sending.service.js';
import { THERAPY_ON_HOLD, assertOpened, therapyOnHold, isUnopenedMessageRule } from './kept-back.js';
import { PRESCRIPTION_LIFECYCLE } from './prescription-lifecycle.js';
import type {
  PrescriptionReviewDto,
  PrescriptionTransitionDto,
  PrescriptionsApproveDto,
} from './prescriptions.dto.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import type { StoredPrescription } from './prescription-rows.js';
import { wirePrescription } from './prescription-wire.js';
import { Prescriptions } from './prescriptions.service.js';
import { TEXT } from './text/en.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

/** An order on hold, or with the pharmacy, is canceled with the reason that its next reader needs. */
function assertReasonToCancel(
  { on_hold, sent_at }: StoredPrescription,
  atPharmacy: boolean,
  reason: string | undefined,
): void {
  if ((!on_hold && !sent_at && !atPharmacy) || saysWhy(reason ?? '')) return;
  const why = on_hold ? TEXT.prescriptionOnHold : TEXT.pharmacyPrescription;
  throw validationFailed({ reason: `${why} ${SHARED_TEXT.reasonTooShort}` });
}

/** Orders: list, assist, edit, review, approve, and what happens to them afterwards. */
@Injectable()
export class PrescriptionOrders {
  constructor(
    private readonly repository: PrescriptionsRepository,
    private readonly prescriptions: Prescriptions,
    private readonly judgements: OrderJudgements,
    private readonly sending: OrderSending,
    private readonly cases: CaseRecords,
    private readonly access: RecordAccess,
    private readonly evaluations: Evaluations,
    private readonly told: ToldHistory,
    private readonly notices: PatientNotices,
    private readonly refills: RefillProgress,
    private readonly audit: Audit,
    private readonly refusals: ReadByRefusal,
    private readonly uow: UnitOfWork,
    @Inject(Log) private readonly log: Log,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<ListedPrescription>> {
    const page = await this.repository.list(actor, query);
    await this.audit.record(actor, {
      action: 'prescription.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map((r) => r.patient_id),
      as: STAFF_ROLES,
    });
    const rows = page.rows.map((row) => ({
      ...wirePrescription(row),
      provider_only: isProviderOnly(actor, row.needs_provider),
    }));
    return { ...page, rows };
  }

  async read(actor: Actor, id: string): Promise<Prescription> {
    const found = await this.found(actor, id);
    await this.record(actor, 'prescription.read', found);
    return wirePrescription(found);
  }

  async ofCase(actor: Actor, caseId: string): Promise<Prescription[]> {
    const record = await this.cases.find(actor, caseId);
    await this.audit.record(actor, {
      action: 'prescription.list',
      patientId: record.patient_id,
      orgId: record.org_id,
      as: STAFF_ROLES,
    });
    return this.prescriptions.ofCase(record.id);
  }

  async assist(actor: Actor, caseId: string, vial?: VialKind): Promise<PrescriptionAssistResponse> {
    const record = await this.cases.find(actor, caseId);
    const { facts, ...known } = await this.prescriptions.signedBy(
      actor,
      await this.evaluations.read(record.id),
    );
    const assisted = assistPrescription(
      planOf({ ...known, facts }),
      facts.today,
      {
        ...facts.policy,
        max_days_supply: facts.jurisdiction?.state_policy?.max_days_supply ?? null,
      },
      vial,
    );
    if (!assisted) throw invalidState(TEXT.productNotCountedOut);
    await this.audit.record(actor, {
      action: 'prescription.assist',
      patientId: record.patient_id,
      orgId: record.org_id,
      as: STAFF_ROLES,
    });
    const { draft, ...limits } = assisted;
    return { ...draft, ...limits };
  }

  async create(actor: Actor, caseId: string, fields: OrderRequest): Promise<Prescription> {
    return this.uow.run(async () => {
      const record = await this.cases.lock(actor, caseId);
      notForOneself(actor, record.patient_user_id);
      const known = await this.evaluations.read(record.id);
      const { formulation } = planOf(known);
      assertVial(formulation, fields.vial);
      const planId = await this.repository.planFor(record.id);
      if (!planId) throw invalidState(TEXT.noPlanToPrescribeForYet);
      const place = { orgId: record.org_id, caseId: record.id, patientId: record.patient_id, planId };
      return this.prescriptions.draft(actor, place, {
        ...fields,
        formulation,
        sig: directionsText(formulation, fields),
      });
    });
  }

  async edit(
    actor: Actor,
    id: string,
    { version, ...fields }: OrderRequest & { version?: number },
  ): Promise<Prescription> {
    return this.uow.run(async () => {
      const order = await this.sending.locked(actor, id, version);
      notForOneself(actor, order.patient_user_id);
      if (order.prescription_state !== 'draft') throw invalidState(TEXT.onlyOrderWaitsForApproval);
      assertVial(order.formulation, fields.vial);
      const edited = await this.repository.edit(id, order.version, {
        ...fields,
        sig: directionsText(order.formulation, fields),
      });
      if (!edited) throw await this.sending.conflict(order);
      await this.record(actor, 'prescription.edit', order, { version: order.version });
      return wirePrescription(await this.found(actor, id));
    });
  }

  async review(
    actor: Actor,
    id: string,
    { decision, note, override_reason, overrides, version }: PrescriptionReviewDto,
  ): Promise<Prescription> {
    return this.uow.run(async () => {
      const order = await this.sending.locked(actor, id, version);
      notForOneself(actor, order.patient_user_id);
      if (decision === 'reject') {
        await this.prescriptions.move(actor, order, 'rejected', { note: note?.trim() ?? null });
        await this.record(actor, 'prescription.reject', order);
        await this.told.noted(actor, order, { place: 'order', text: note });
        return wirePrescription(await this.found(actor, id));
      }
      return this.acceptChecked(actor, order, override_reason?.trim() || null, overrides);
    });
  }

  /** Each order alone: one that fails leaves the others approved, and says why. */
  async approve(
    actor: Actor,
    { ids, versions }: PrescriptionsApproveDto,
  ): Promise<PrescriptionsApproveResponse> {
    const found = await this.repository.manyInOrganisation(actor, ids);
    if (found.length !== ids.length) throw notFound();
    const results: PrescriptionApproval[] = [];
    for (const id of ids) {
      // What is approved is told, also when the portal or its database fails at a later one.
      const told = results.some((r) => r.ok);
      results.push(await this.approveOne(actor, id, versions, told));
    }
    for (const result of results.filter((r) => r.ok)) {
      // Two orders of one patient in a list: the later one took the earlier one's place.
      if ((await this.repository.find(result.id))?.status === 'canceled')
        result.message = TEXT.approvedAndReplacedAtOnce;
    }
    const approved = results.filter((r) => r.ok).length;
    if (approved === 0) {
      throw new AppError(409, 'invalid_state', TEXT.noneOfPrescriptionsCouldApproved, {
        extra: { results },
      });
    }
    return { approved_count: approved, results };
  }

  async transition(
    actor: Actor,
    id: string,
    { to, reason, overrides, version }: PrescriptionTransitionDto,
  ): Promise<Prescription> {
    return this.uow.run(async () => {
      const order = await this.sending.locked(actor, id, version);
      notForOneself(actor, order.patient_user_id);
      if (to === 'sent') {
        await this.sending.assertMaySend(actor, order, { reason, overrides });
        await this.sending.assertNoneOpen(order);
        await this.sending.sent(actor, order);
        return wirePrescription(await this.found(actor, id));
      }
      PRESCRIPTION_LIFECYCLE.assert(order.status, to);
      if (to === 'filled')
        await this.sending.assertPassed(actor, order, { reason, overrides, dispensed: true });
      if (to === 'canceled') assertReasonToCancel(order, await this.sending.mayBeThere(order), reason);
      await this.prescriptions.move(actor, order, to, { note: reason?.trim() ?? null });
      if (to === 'filled') await this.prescriptions.firstFill(actor, order);
      await this.record(actor, `prescription.${to === 'canceled' ? 'cancel' : to}`, order);
      if (order.on_hold) await this.evaluations.run(order.case_id, 'plan');
      if (to === 'filled') {
        await this.refills.orderMoved(actor, order, to);
        await this.notices.tell(order.patient_id, `prescription_${to}`);
      }
      return wirePrescription(await this.found(actor, id));
    });
  }

  /** @param versions as they were shown: an order that was named without one is another than the one shown */
  private async approveOne(
    actor: Actor,
    id: string,
    versions: Record<string, number> | undefined,
    tellsFailure: boolean,
  ): Promise<PrescriptionApproval> {
    try {
      await this.uow.run(async () => {
        const { patient_id } = await this.found(actor, id);
        await this.access.assertOpen(actor, patient_id, 'POST /api/trt/prescriptions/approve');
        const order = await this.sending.locked(actor, id, versions && (versions[id] ?? -1));
        notForOneself(actor, order.patient_user_id);
        await this.acceptChecked(actor, order, null);
      });
      return { id, ok: true };
    } catch (error) {
      const { code, message, status, parts } = toAppError(error);
      if (status >= 500 && !tellsFailure) throw error;
      if (status >= 500) this.log.error('an order could not be approved', error);
      await this.refusals.record(actor, error);
      return { id, ok: false, error: code, message, ...(parts.ruleKey && { rule_key: parts.ruleKey }) };
    }
  }

  /** Clinical approval: a rule that keeps the order back is named; a typed reason passes all but the legal ones. */
  private async acceptChecked(
    actor: Actor,
    order: StoredPrescription,
    overrideReason: string | null,
    overrides: readonly string[] = [],
  ): Promise<Prescription> {
    PRESCRIPTION_LIFECYCLE.assert(order.status, 'accepted');
    const known = await this.signed(actor, order);
    const flagged = await this.repository.planIsFlagged(order.plan_id);
    const wanted = this.prescriptions.anotherProduct(known, order);
    if (wanted) throw invalidState(TEXT.orderSays(order.drug, wanted));
    const routes = this.prescriptions.otherRoute(known, order);
    if (routes) throw invalidState(TEXT.orderSaysButProductGivenByRoute(order.route, routes.join(' or ')));
    const mg = parseDoseMg(order.dose);
    if (!mg) throw invalidState(TEXT.doseOfOrderNotOneAmount(order.dose));
    const blocked = this.judgements.keepingBack(known, order);
    if (blocked.includes(THERAPY_ON_HOLD)) throw therapyOnHold(blocked);
    const [stopping] = overrideReason ? notOverridable(blocked) : blocked;
    if (!stopping || isUnopenedMessageRule(known, stopping)) assertOpened(known, blocked);
    if (stopping) throw ruleBlocked(stopping, TEXT.blockedBySafetyRule, blocked);
    if (flagged && !overrideReason) throw invalidState(TEXT.planFlagged);
    if (overrideReason) assertNamed(blocked, { reason: overrideReason, overrides, field: 'override_reason' });
    if (overrideReason && (flagged || blocked.length))
      await this.prescriptions.override(actor, order, { rules: blocked, flagged, reason: overrideReason });
    return this.prescriptions.accept(actor, order, order.org_id);
  }

  private async signed(actor: Actor, order: StoredPrescription): Promise<CaseFacts> {
    return this.prescriptions.signedBy(actor, await this.evaluations.read(order.case_id));
  }

  private async found(actor: Actor, id: string): Promise<StoredPrescription> {
    const found = await this.repository.inOrganisation(actor, id);
    if (!found) throw notFound();
    return found;
  }

  private record(
    actor: Actor,
    action: RecordAction,
    order: StoredPrescription,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'prescription', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      ...(detail && { detail }),
      as: STAFF_ROLES,
    });
  }
}

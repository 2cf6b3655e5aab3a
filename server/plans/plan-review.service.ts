import { Injectable } from '@nestjs/common';
import type {
  ApproveUnflaggedResponse,
  LeftOutPlan,
  PlanApproveResponse,
  StaffPlan,
  WouldApprovePlan,
} from '#common/api/index.js';
import { addDays, isFormulationId, planAsksForNames, reviewDays } from '#common/clinical/index.js';
import { OVERRIDE_REASON_MISSING } from '#common/typed-reason.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { staffIntakeSummary } from '../cases/intake-summary.js';
import { Messages } from '../messages/messages.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { assertOpened } from '../prescriptions/kept-back.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { Actor } from '../platform/access/actor.js';
import { isProviderOnly } from '../platform/access/provider-only.js';
import {
  AppError,
  invalidState,
  notFound,
  ruleBlocked,
  validationFailed,
  recordConflict,
} from '../platform/errors/errors.js';
import { RecordAccess } from '../record-access/record-access.service.js';
import { Evaluations, wireRules } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { assertEachNamed } from '../rules/override-reasons.js';
import type { ApproveUnflaggedDto, PlanApproveDto } from './plans.dto.js';
import { PLAN_LIFECYCLE } from './plan-lifecycle.js';
import { PlanFlagsRepository, noteFlag } from './plan-flags.repository.js';
import { PlansRepository } from './plans.repository.js';
import { openFlags, wirePlan, type StoredPlan } from './plan-rows.js';
import { isQuiet, leftOut } from './quiet-plans.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const APPROVE_MANY = 'POST /api/trt/provider/plans/approve-unflagged';

interface Approval {
  reason: string | null;
  /** The rules that needed the reason. */
  asked: readonly string[];
}

/** Rules about the dose of an order. */
const DOSES: ReadonlySet<string> = new Set(['rx_dose_over_max', 'dose_implausible']);

/** What an order says beside its plan: it is rewritten before it is approved, so that its plan is looked at. */
const REWRITTEN: ReadonlySet<string> = new Set(['order_says_more', 'rx_dose_plan_mismatch']);

/** Flag, unflag, approve: each decision on one locked case, with its audit row. */
@Injectable()
export class PlanReview {
  constructor(
    private readonly repository: PlansRepository,
    private readonly flags: PlanFlagsRepository,
    private readonly prescriptions: Prescriptions,
    private readonly acting: ActingClinician,
    private readonly cases: CaseRecords,
    private readonly access: RecordAccess,
    private readonly evaluations: Evaluations,
    private readonly messages: Messages,
    private readonly told: ToldHistory,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  flag(actor: Actor, planId: string, reason: string | undefined, version?: number): Promise<StaffPlan> {
    const text = reason?.trim() || null;
    return this.changeFlags(actor, planId, version, async (plan) => {
      const notes = openFlags(plan).filter((flag) => flag.kind === 'note');
      if (notes.some((note) => note.text === text || text === null)) return null;
      // Who saw the notes on file replaces them; who did not adds one.
      if (version !== undefined) await this.flags.remove(plan.id, actor.userId, null, 'note');
      await this.flags.add(plan, [noteFlag(text)], actor.userId);
      return { action: 'plan.flag', noted: text };
    });
  }

  /** A flag that a rule set comes off with a reason only; what approval asks for does not change. */
  unflag(actor: Actor, planId: string, reason: string | undefined, version?: number): Promise<StaffPlan> {
    const text = reason?.trim() || null;
    return this.changeFlags(actor, planId, version, async (plan) => {
      if (!plan.flagged) return null;
      const rules = openFlags(plan).flatMap((flag) => flag.key ?? []);
      if (rules.length && !text) throw validationFailed({ reason: TEXT.ruleSetFlag });
      await this.flags.remove(plan.id, actor.userId, text);
      return { action: 'plan.unflag', detail: { rules, reason: typedText(text) } };
    });
  }

  approve(
    actor: Actor,
    { plan_id, version, override_reason, overrides = [] }: PlanApproveDto,
  ): Promise<PlanApproveResponse> {
    return this.uow.run(async () => {
      const plan = await this.locked(actor, plan_id);
      if (plan.version !== version) throw await this.conflict(plan);
      PLAN_LIFECYCLE.assert(plan.lifecycle, 'approved');
      notForOneself(actor, plan.patient_user_id);
      const reason = override_reason?.trim() || null;
      const known = await this.evaluations.read(plan.case_id);
      const asked = await this.asked(actor, known);
      assertOpened(known, asked);
      if (!reason) this.assertNoReasonNeeded(plan, known, asked);
      else if (planAsksForNames(asked))
        assertEachNamed(asked, { reason, overrides, field: 'override_reason' });
      return this.decide(actor, plan, known, { reason, asked });
    });
  }

  /** Approves everything unflagged, or of a list that was shown; each skipped one with its reason. */
  approveUnflagged(
    actor: Actor,
    { dry_run, plan_ids, versions }: ApproveUnflaggedDto,
  ): Promise<ApproveUnflaggedResponse> {
    if (versions && !plan_ids) throw validationFailed({ plan_ids: TEXT.namePlansShown });
    return this.uow.run(async () => {
      const candidates = plan_ids
        ? await this.repository.knownIds(actor, plan_ids)
        : await this.repository.pendingIds(actor);
      const approved: NonNullable<ApproveUnflaggedResponse['approved']> = [];
      const wouldApprove: WouldApprovePlan[] = [];
      const left: LeftOutPlan[] = [];
      /** The plans that the answer says something about: what would be approved, and what speaks against the others. */
      const told: StoredPlan[] = [];
      const skipped = (plan_ids ?? [])
        .filter((id) => !candidates.some((c) => c.id === id))
        .map((id) => ({ plan_id: id, reason: 'not_found' }));
      for (const { id, needs_provider } of candidates) {
        if (isProviderOnly(actor, needs_provider)) {
          skipped.push({ plan_id: id, reason: 'provider_only' });
          continue;
        }
        const plan = await this.locked(actor, id);
        if (await this.isClosed(actor, plan)) {
          // Only who named it tried to open it.
          if (plan_ids) await this.access.denied(actor, plan, APPROVE_MANY);
          skipped.push({ plan_id: id, reason: 'reason_required' });
          continue;
        }
        const known = await this.evaluations.read(plan.case_id);
        const asked = await this.asked(actor, known);
        const reason =
          this.reasonToSkip(actor, plan, known, asked, versions) ?? (await this.criticalOfOrder(plan, known));
        if (reason || dry_run) told.push(plan);
        if (reason) {
          skipped.push({ plan_id: id, reason });
          left.push(leftOut(plan, reason, [...asked, ...this.evaluations.critical(known)]));
        } else if (dry_run) wouldApprove.push(await this.preview(actor, plan, known));
        else {
          const decision = await this.decide(actor, plan, known, { reason: null, asked });
          approved.push({
            plan_id: id,
            prescription_id: decision.prescription?.id ?? null,
            prescription_blocked_by: decision.prescription_blocked_by,
          });
        }
      }
      if (told.length)
        await this.audit.record(actor, {
          action: 'plan.preview',
          detail: { ids: told.map(({ id }) => id) },
          patientIds: told.map((plan) => plan.patient_id),
          as: STAFF_ROLES,
        });
      return dry_run
        ? { approved_count: 0, would_approve: wouldApprove, left_out: left, skipped }
        : { approved_count: approved.length, approved, skipped };
    });
  }

  private async isClosed(actor: Actor, plan: StoredPlan): Promise<boolean> {
    return (await this.access.closedTo(actor, [plan.patient_id])).size > 0;
  }

  /** The rules that its approval needs a reason for: of the patient, and of the clinician who approves it. */
  private async asked(actor: Actor, known: CaseFacts): Promise<string[]> {
    return [...this.evaluations.asking(known), ...(await this.acting.askedOfPlan(actor, known))];
  }

  private assertNoReasonNeeded(plan: StoredPlan, known: CaseFacts, rules: readonly string[]): void {
    // A flagged plan asks for a reason in any case, at the field; of one that was shown without flags the refusal names the rule.
    if (!plan.flagged) {
      const [blocking] = this.evaluations.against(known);
      if (blocking)
        throw ruleBlocked(
          blocking,
          `This plan conflicts with a safety rule. ${OVERRIDE_REASON_MISSING}`,
          rules,
        );
      if (!rules.length) return;
    }
    throw new AppError(422, 'validation_failed', SHARED_TEXT.correctMarkedFields, {
      fields: { override_reason: OVERRIDE_REASON_MISSING },
      extra: { rules },
    });
  }

  private reasonToSkip(
    actor: Actor,
    plan: StoredPlan,
    known: CaseFacts,
    asked: readonly string[],
    shown: Record<string, number> | undefined,
  ): string | null {
    if (plan.lifecycle !== 'pending_review') return 'version_conflict';
    if (plan.flagged) return 'flagged';
    if (shown && shown[plan.id] !== plan.version) return 'version_conflict';
    if (plan.patient_user_id === actor.userId) return 'own_record';
    return asked[0] ?? this.evaluations.critical(known)[0] ?? null;
  }

  /** A critical rule about what the order itself says, such as its dose, or what is rewritten; what it lacks otherwise keeps only the order back. */
  private async criticalOfOrder({ id }: StoredPlan, known: CaseFacts): Promise<string | null> {
    const order = (await this.prescriptions.ofPlans([id])).get(id);
    const rules = order ? this.prescriptions.rulesAfterApproval(known, order) : [];
    const critical = rules.find(({ severity, rule_key }) => severity === 'critical' && DOSES.has(rule_key));
    const blocked = order ? this.prescriptions.blockedBy(known, order) : [];
    return critical?.rule_key ?? blocked.find((key) => REWRITTEN.has(key)) ?? null;
  }

  private async preview(actor: Actor, plan: StoredPlan, known: CaseFacts): Promise<WouldApprovePlan> {
    const draft = (await this.prescriptions.ofPlans([plan.id])).get(plan.id);
    const rules = wireRules(this.evaluations.judge(known));
    const signed = draft && (await this.prescriptions.signedBy(actor, known));
    const blockedBy = signed ? this.prescriptions.blockedBy(signed, draft) : [];
    const intake = staffIntakeSummary(known.facts.intake, known.facts.today, known.facts.safety_changes);
    return {
      plan_id: plan.id,
      case_id: plan.case_id,
      version: plan.version,
      formulation: plan.formulation,
      dose: plan.dose,
      frequency: plan.frequency,
      route: plan.route,
      patient_name: plan.patient_name,
      mrn: plan.mrn,
      patient_id: plan.patient_id,
      dob: intake?.dob ?? null,
      age: intake?.age ?? null,
      allergies: intake?.allergies ?? null,
      current_medications: intake?.current_medications ?? null,
      rules,
      // A plan whose order would stay behind is looked at.
      quiet:
        !blockedBy.length &&
        isQuiet(
          known,
          rules,
          await this.evaluations.openAlerts(plan.case_id),
          await this.messages.besideCase(plan.patient_id),
        ),
      prescription_id: draft?.id ?? null,
      prescription_blocked_by: blockedBy,
    };
  }

  /** The plan in force becomes the previous one; the draft prescription follows unless a rule keeps it back. */
  private async decide(
    actor: Actor,
    plan: StoredPlan,
    known: CaseFacts,
    { reason, asked }: Approval,
  ): Promise<PlanApproveResponse> {
    const { today } = known.facts;
    if (!isFormulationId(plan.formulation)) throw invalidState(TEXT.productOfPlanNotInCatalog);
    const inForce = (await this.repository.currentOfCase(plan.case_id)).find(
      (p) => p.lifecycle === 'approved',
    );
    if (inForce) {
      if (!(await this.repository.move(inForce, 'approved', 'previous'))) throw await this.conflict(inForce);
      await this.prescriptions.withdrawDrafts(actor, inForce.id, plan.org_id, 'superseded');
    }
    const rules = [...new Set([...asked, ...openFlags(plan).flatMap(({ key }) => key ?? [])])];
    const nextReviewOn = addDays(today, reviewDays(plan.formulation));
    const moved = await this.repository.move(plan, 'pending_review', 'approved', {
      by: actor.userId,
      nextReviewOn,
      overrideReason: reason,
      overrideRules: reason === null ? [] : rules,
    });
    if (!moved) throw await this.conflict(plan);
    if (reason !== null)
      await this.record(actor, 'plan.override', plan, {
        rules,
        flagged: plan.flagged,
        reason: typedText(reason),
      });

    const draft = (await this.prescriptions.draftsOfPlans([plan.id])).get(plan.id);
    const blockedBy = draft
      ? this.prescriptions.blockedBy(await this.prescriptions.signedBy(actor, known), draft)
      : [];
    if (draft && !blockedBy.length) await this.prescriptions.accept(actor, draft, plan.org_id);
    else await this.prescriptions.planCounts(actor, plan.id);

    const changed =
      !inForce || (['formulation', 'dose', 'frequency'] as const).some((k) => inForce[k] !== plan[k]);
    await this.cases.recordPlanApproved(await this.cases.lock(actor, plan.case_id), today, changed);
    await this.record(actor, 'plan.approve', plan, {
      version: plan.version,
      overridden: reason !== null,
      ...(reason !== null && { reason: typedText(reason), rules }),
      prescription: draft?.id ?? null,
      prescription_blocked_by: blockedBy,
    });
    await this.notices.tell(plan.patient_id, inForce ? 'plan_changed' : 'plan_approved');
    const after = await this.evaluations.run(plan.case_id, 'approval');
    const approved = wirePlan((await this.repository.find(actor, plan.id))!);
    const [ahead] = await this.prescriptions.approvedAhead(actor, after, plan.id);
    const prescription = draft ? await this.prescriptions.find(draft.id) : (ahead?.order ?? null);
    const kept = draft ? blockedBy : (ahead?.keptBack ?? []);
    return { plan: approved, prescription, prescription_blocked_by: kept };
  }

  private changeFlags(
    actor: Actor,
    planId: string,
    version: number | undefined,
    change: (
      plan: StoredPlan,
    ) => Promise<{ action: RecordAction; detail?: Record<string, unknown>; noted?: string | null } | null>,
  ): Promise<StaffPlan> {
    return this.uow.run(async () => {
      const plan = await this.locked(actor, planId);
      notForOneself(actor, plan.patient_user_id);
      if (version !== undefined && plan.version !== version) throw await this.conflict(plan);
      if (plan.lifecycle !== 'pending_review') throw invalidState(TEXT.onlyPlanWaitsForReview);
      const changed = await change(plan);
      if (!changed) {
        await this.record(actor, 'plan.read', plan);
        return wirePlan(plan);
      }
      if (!(await this.repository.showFlags(plan))) throw await this.conflict(plan);
      await this.record(actor, changed.action, plan, changed.detail);
      // The rules may flag the plan for what the note says: only once the note itself is saved.
      await this.told.noted(actor, plan, { place: 'plan', text: changed.noted });
      return wirePlan((await this.repository.find(actor, planId))!);
    });
  }

  private record(
    actor: Actor,
    action: RecordAction,
    plan: StoredPlan,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'plan', id: plan.id },
      patientId: plan.patient_id,
      orgId: plan.org_id,
      ...(detail && { detail }),
      as: STAFF_ROLES,
    });
  }

  private async conflict(plan: StoredPlan): Promise<AppError> {
    return recordConflict(
      wirePlan(plan),
      { kind: 'plan', id: plan.id, patientId: plan.patient_id, orgId: plan.org_id },
      await this.audit.lastChange(plan.patient_id, ['plan.%']),
    );
  }

  /** The plan as it is once its case is locked: all acts on one case wait for each other. */
  private async locked(actor: Actor, planId: string): Promise<StoredPlan> {
    const found = await this.repository.find(actor, planId);
    if (!found) throw notFound();
    await this.cases.lock(actor, found.case_id);
    const plan = await this.repository.find(actor, planId);
    if (!plan) throw notFound();
    return plan;
  }
}

import { Injectable } from '@nestjs/common';
import {
  DOSES_UNEXPLAINED,
  REFILL_ASK_KEYS,
  type RefillDecisionRequest,
  type StaffRefillRequest,
} from '#common/api/supply.js';
import { INTERVAL_DAYS, addBusinessDays, isFrequency, unreadWarning } from '#common/clinical/index.js';
import { OVERRIDE_REASON_MISSING } from '#common/typed-reason.js';
import { STAFF_ROLES, type RefillDecision, type RefillState } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError, invalidState, notFound, recordConflict, ruleBlocked } from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import {
  EMERGENCY_OPEN,
  appliesSince,
  assertOpened,
  assertReasonHelps,
  emergencyFirst,
} from '../prescriptions/kept-back.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { OrderJudgements } from '../prescriptions/order-judgements.service.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { SafetyChecks } from '../safety-checks/safety-checks.service.js';
import { assertEachNamed, assertNamed } from '../rules/override-reasons.js';
import { refillFindings } from './refill-findings.js';
import { LOOKED_AT_WITHIN, REFILL_LIFECYCLE } from './records/refill-lifecycle.js';
import { ownRefill } from './refill-requests.service.js';
import { RefillRequestsRepository, type StoredRefill } from './refill-requests.repository.js';
import type { SupplyOrder } from './supply.repository.js';
import { Supply, type KnownSupply } from './supply.service.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const STATE_AFTER: Record<RefillDecision, RefillState> = {
  review: 'in_review',
  approve: 'approved',
  needs_labs: 'needs_labs',
  needs_visit: 'needs_visit',
  refuse: 'refused',
};

/** Not over: it can still be approved or filled. */
const isOpen = (state: RefillState): boolean => !['refused', 'filled', 'withdrawn'].includes(state);

/** The care team has to act next. */
const waits = (state: RefillState): boolean => ['requested', 'in_review', 'approved'].includes(state);

/** The rule of an early fill, which is named in the reason for one. */
const EARLY = 'rx_early_refill';

/** What a colleague asked for before the refill and what has not come. */
const askedFor = ({ asked: { labs, visit } }: StoredRefill): string[] => [
  ...(labs?.missing.length ? [REFILL_ASK_KEYS.labs] : []),
  ...(visit ? [REFILL_ASK_KEYS.visit] : []),
];

/** How many doses one fill of an order has; any number where its frequency has no interval. */
const dosesOfFill = ({ days_supply: days, frequency }: SupplyOrder): number =>
  isFrequency(frequency) ? Math.ceil(days / INTERVAL_DAYS[frequency]) : Infinity;

/** Patients' requests, with everything relevant to the decision in one row. */
@Injectable()
export class RefillQueue {
  constructor(
    private readonly repository: RefillRequestsRepository,
    private readonly supply: Supply,
    private readonly prescriptions: Prescriptions,
    private readonly acting: ActingClinician,
    private readonly judgements: OrderJudgements,
    private readonly safetyChecks: SafetyChecks,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<StaffRefillRequest>> {
    const page = await this.repository.list(actor, query);
    await this.audit.record(actor, {
      action: 'refill.search',
      detail: { ids: page.rows.map((row) => row.id) },
      patientIds: page.rows.map((row) => row.patient_id),
      as: STAFF_ROLES,
    });
    return { ...page, rows: await this.rows(actor, page.rows) };
  }

  async decide(
    actor: Actor,
    id: string,
    { version, decision, reason, override_reason, overrides = [] }: RefillDecisionRequest,
  ): Promise<StaffRefillRequest> {
    return this.uow.run(async () => {
      const request = await this.locked(actor, id);
      if (request.version !== version) throw await this.conflict(request);
      const to = STATE_AFTER[decision];
      REFILL_LIFECYCLE.assert(request.state, to);
      if (decision === 'approve')
        await this.assertMayApprove(actor, request, { reason: override_reason?.trim() ?? '', overrides });
      const known = await this.evaluations.read(request.case_id);
      // An approval was judged above, with the order.
      if (decision !== 'approve') await this.acting.assertLicensed(actor, known);
      const moved = await this.repository.move(
        id,
        { from: REFILL_LIFECYCLE.from(to), to, version },
        {
          by: actor.userId,
          ownerId: actor.userId,
          dueBy: addBusinessDays(known.facts.today, LOOKED_AT_WITHIN),
          runOutOn: await this.supply.runOutOf(request.patient_id, request.prescription_id),
          answer: reason?.trim() || null,
          labsWanted: [...(this.evaluations.nextLabs(known)?.analytes ?? [])],
        },
      );
      if (!moved) throw await this.conflict(await this.found(actor, id));
      const saved = await this.found(actor, id);
      // Nothing could come that ends the wait.
      if (decision === 'needs_labs' && saved.asked.labs?.missing.length === 0)
        throw invalidState(TEXT.resultsAlreadyDrawnToday);
      await this.audit.record(actor, {
        action: `refill.${decision}`,
        target: { type: 'refill_request', id },
        patientId: request.patient_id,
        orgId: request.org_id,
        as: STAFF_ROLES,
      });
      // Labs are due at once while a request waits for them.
      if (decision === 'needs_labs' || request.state === 'needs_labs')
        await this.evaluations.run(request.case_id, 'labs');
      if (decision !== 'review') await this.notices.tell(request.patient_id, 'refill_decided');
      return (await this.rows(actor, [await this.found(actor, id)]))[0]!;
    });
  }

  /** What keeps the order back, critical findings and an early fill are approved only with a reason that names them. */
  private async assertMayApprove(
    actor: Actor,
    request: StoredRefill,
    typed: { reason: string; overrides: readonly string[] },
  ): Promise<void> {
    const order = await this.prescriptions.forStaff(actor, request.prescription_id);
    if (!['accepted', 'filled'].includes(order.status) || order.ended_reason !== null)
      throw invalidState(TEXT.prescriptionEnded);
    const known = await this.evaluations.read(request.case_id);
    const kept = this.prescriptions.keptBackNow(
      await this.prescriptions.signedFor(actor, known, order),
      order,
    );
    const [row] = await this.rows(actor, [request]);
    const found = row!.findings.map((rule) => rule.rule_key);
    const asked = askedFor(request);
    const unexplained = row!.doses_unexplained ? [DOSES_UNEXPLAINED] : [];
    const rules = [...new Set([...kept, ...found, ...(row!.early ? [EARLY] : []), ...asked, ...unexplained])];
    if (!rules.length) return;
    // The fill would be refused for it: the patient is reached before a refill is approved.
    if (rules.includes(EMERGENCY_OPEN)) throw emergencyFirst(rules);
    assertReasonHelps(kept);
    assertOpened(known, rules);
    if (!typed.reason) {
      const [first] = kept;
      if (first) throw ruleBlocked(first, appliesSince(first), rules);
      throw new AppError(422, 'validation_failed', SHARED_TEXT.correctMarkedFields, {
        fields: { override_reason: OVERRIDE_REASON_MISSING },
        extra: { rules },
      });
    }
    const named = { ...typed, field: 'override_reason' as const };
    if (asked.length || unexplained.length) assertEachNamed(rules, named);
    else assertNamed(rules, named);
    await this.prescriptions.override(actor, order, { rules, reason: typed.reason });
  }

  private async rows(actor: Actor, requests: readonly StoredRefill[]): Promise<StaffRefillRequest[]> {
    const known = await this.supply.read([...new Set(requests.map((one) => one.patient_id))]);
    const checks = await this.safetyChecks.ofIds(requests.map((one) => one.safety_check_id));
    const open = requests.filter(({ state }) => isOpen(state)).map((one) => one.prescription_id);
    const keeping = await this.judgements.keepingFills(actor, open, known.facts);
    const rows: StaffRefillRequest[] = [];
    for (const request of requests) {
      const { changes, side_effects } = checks.get(request.safety_check_id)!;
      const row = await this.row(request, known);
      const found = row.findings.map((rule) => rule.rule_key);
      const kept = keeping.get(request.prescription_id)?.filter((rule) => !found.includes(rule.rule_key));
      rows.push({
        ...row,
        findings: [...row.findings, ...(kept ?? [])],
        reported: { changes, side_effects },
      });
    }
    return rows;
  }

  private async row(
    request: StoredRefill,
    known: KnownSupply,
  ): Promise<Omit<StaffRefillRequest, 'reported'>> {
    // Ended orders are among them: a request is never left out of the list that counts it.
    const order = known.orders.find((one) => one.id === request.prescription_id)!;
    const { supply, gates, enough } = await this.supply.of(known, order);
    const facts = known.facts.get(order.case_id)!;
    const signs = this.supply.signs(known, order, request.requested_on);
    const tooSoon = supply.earliest_fill_on !== null && enough;
    return {
      ...ownRefill(request),
      owner: request.owner,
      owner_id: request.owner_id,
      overdue: request.overdue,
      runs_out_before_due:
        waits(request.state) && supply.run_out_on !== null && supply.run_out_on < request.due_by,
      case_id: request.case_id,
      patient_id: request.patient_id,
      patient_name: request.patient_name,
      mrn: request.mrn,
      dose: request.dose,
      frequency: request.frequency,
      on_hold: order.on_hold,
      safety_check_id: request.safety_check_id,
      supply,
      gates,
      signs,
      asked: this.withDays(request.asked, facts),
      findings: refillFindings(facts, order),
      history_unread: unreadWarning({ ...facts.facts, candidate_plan: null }),
      doses_unexplained: supply.run_out_on === null && (request.doses_left ?? 0) > dosesOfFill(order),
      early: tooSoon || signs.signs.some((sign) => sign === 'stock_in_hand' || sign === 'two_prescriptions'),
    };
  }

  /** When the blood is drawn, as every page says it. */
  private withDays(asked: StoredRefill['asked'], facts: CaseFacts): StoredRefill['asked'] {
    const { draw_from, draw_until } = (asked.labs && this.evaluations.nextLabs(facts)) ?? {};
    if (!asked.labs || !draw_from || !draw_until) return asked;
    return { ...asked, labs: { ...asked.labs, draw_from, draw_until } };
  }

  private async conflict(request: StoredRefill) {
    return recordConflict(
      { ...ownRefill(request), owner: request.owner, asked: request.asked },
      { kind: 'refill', id: request.id, patientId: request.patient_id, orgId: request.org_id },
      await this.audit.lastChange(request.patient_id, ['refill.%'], request.id),
    );
  }

  private async found(actor: Actor, id: string): Promise<StoredRefill> {
    const found = await this.repository.inOrganisation(actor, id);
    if (!found) throw notFound();
    return found;
  }

  private async locked(actor: Actor, id: string): Promise<StoredRefill> {
    const { case_id } = await this.found(actor, id);
    await this.cases.lock(actor, case_id);
    const request = await this.found(actor, id);
    notForOneself(actor, request.patient_user_id);
    return request;
  }
}

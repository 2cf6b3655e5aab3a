import { Injectable } from '@nestjs/common';
import type {
  CaseExtras,
  PdmpCheck,
  PdmpChecksResponse,
  TelemedBasis,
  TelemedKind,
} from '#common/api/index.js';
import { addMonths } from '#common/clinical/index.js';
import { isStateCode } from '#common/vocabulary/states.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { StoredCase } from '../cases/cases.repository.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { Clock, latestToday } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import type { PdmpCheckDto, TelemedBasisDto } from './regulated.dto.js';
import { RegulatedRecordsRepository, type NewBasis, type NewCheck } from './regulated-records.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** 21 U.S.C. 829(e): within how long the practitioner who is covered for has evaluated the patient. */
const COVERED_MONTHS = 24;
/** A basis that rests on someone else says who that is. */
const NAMES: Partial<Record<TelemedKind, () => string>> = {
  covering_practitioner: () => TEXT.namePractitionerWhomPrescriberCovers,
  registered_facility: () => TEXT.nameRegisteredFacilityOrPractitioner,
};

const text = (typed: string | undefined): string | null => typed?.trim() || null;

/** PDMP queries, and the basis for telemedicine prescribing: one record each, never changed. */
@Injectable()
export class RegulatedRecords {
  constructor(
    private readonly repository: RegulatedRecordsRepository,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly told: ToldHistory,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async checks(actor: Actor, caseId: string): Promise<PdmpChecksResponse> {
    const known = await this.cases.find(actor, caseId);
    await this.record(actor, known, 'pdmp_check.list', null);
    const place = await this.repository.place(known.patient_id);
    return {
      checks: await this.repository.checks(known.patient_id),
      patient_state: place?.location_state ?? null,
    };
  }

  async bases(actor: Actor, caseId: string): Promise<TelemedBasis[]> {
    const known = await this.cases.find(actor, caseId);
    await this.record(actor, known, 'telemed_basis.list', null);
    return this.repository.bases(known.patient_id);
  }

  addCheck(actor: Actor, caseId: string, body: PdmpCheckDto): Promise<PdmpCheck> {
    return this.uow.run(async () => {
      const known = await this.open(actor, caseId, 'queried_on', body.queried_on);
      const id = await this.storeCheck(actor, known, {
        state: body.state,
        queried_on: body.queried_on,
        finding: body.finding,
        report_ref: text(body.report_ref),
        delegate_of: text(body.delegate_of),
        note: text(body.note),
      });
      // A clinician settles a discrepancy, not the date of a query.
      if (body.finding !== 'discrepancy') await this.repository.keepCheckDate(caseId, body.queried_on);
      await this.evaluations.run(caseId, 'extras');
      await this.told.noted(actor, known, { place: 'pdmp', text: body.note });
      return (await this.repository.checks(known.patient_id)).find((one) => one.id === id)!;
    });
  }

  /** A discrepancy is settled with a reason, never by a later query. */
  resolveCheck(actor: Actor, caseId: string, id: string, typed: string): Promise<PdmpCheck> {
    return this.uow.run(async () => {
      const known = await this.cases.lock(actor, caseId);
      notForOneself(actor, known.patient_user_id);
      const check = (await this.repository.checks(known.patient_id)).find((one) => one.id === id);
      if (!check) throw notFound();
      const reason = typed.trim();
      if (!(await this.repository.resolveCheck(known.patient_id, id, actor.userId, reason)))
        throw invalidState(TEXT.onlyOpenDiscrepancyCanResolved);
      await this.record(actor, known, 'pdmp_check.resolve', id, {
        state: check.state,
        reason: typedText(reason),
      });
      await this.evaluations.run(caseId, 'extras');
      await this.told.noted(actor, known, { place: 'pdmp', text: reason });
      return (await this.repository.checks(known.patient_id)).find((one) => one.id === id)!;
    });
  }

  addBasis(actor: Actor, caseId: string, body: TelemedBasisDto): Promise<TelemedBasis> {
    return this.uow.run(async () => {
      const known = await this.open(actor, caseId, 'on', body.on);
      const by = body.by_provider_id ?? (body.kind === 'in_person' ? actor.userId : null);
      if (by && !(await this.cases.isClinician(by, known.org_id)))
        throw validationFailed({ by_provider_id: SHARED_TEXT.chooseProviderOfOrganization });
      this.assertRestsOn(actor, body);
      const id = await this.storeBasis(actor, known, {
        kind: body.kind,
        on: body.on,
        until: body.until ?? null,
        by_provider_id: by,
        practitioner: text(body.practitioner),
        where: text(body.where),
        note: text(body.note),
      });
      await this.evaluations.run(caseId, 'extras');
      await this.told.noted(actor, known, { place: 'telemedicine', text: body.note });
      return (await this.repository.bases(known.patient_id)).find((one) => one.id === id)!;
    });
  }

  /** A date entered in a case's facts also becomes a record: for the patient's state, or for the caller's own exam. */
  async fromFacts(
    actor: Actor,
    known: StoredCase,
    { pdmp_checked_on: checked, in_person_eval_on: seen }: CaseExtras,
  ): Promise<void> {
    if (checked && checked !== known.extras.pdmp_checked_on) {
      const { location_state: state } = (await this.repository.place(known.patient_id))!;
      await this.storeCheck(actor, known, {
        state: isStateCode(state) ? state : null,
        queried_on: checked,
        finding: 'as_expected',
        report_ref: null,
        delegate_of: null,
        note: null,
      });
    }
    if (seen && seen !== known.extras.in_person_eval_on)
      await this.storeBasis(actor, known, {
        kind: 'in_person',
        on: seen,
        until: null,
        by_provider_id: actor.userId,
        practitioner: null,
        where: null,
        note: null,
      });
  }

  private assertRestsOn(
    actor: Actor,
    { kind, on, until, by_provider_id, practitioner }: TelemedBasisDto,
  ): void {
    if (until !== undefined && until < on) throw validationFailed({ until: TEXT.enterDayNotBeforeFirstOne });
    const unnamed = NAMES[kind];
    if (unnamed && !by_provider_id && !text(practitioner))
      throw validationFailed({ practitioner: unnamed() });
    const earliest = addMonths(this.clock.today(actor.orgTimezone), -COVERED_MONTHS);
    if (kind === 'covering_practitioner' && on < earliest)
      throw validationFailed({
        on: TEXT.enterDayOfLastMonths(COVERED_MONTHS),
      });
  }

  private async open(actor: Actor, caseId: string, field: string, day: string): Promise<StoredCase> {
    const known = await this.cases.lock(actor, caseId);
    notForOneself(actor, known.patient_user_id);
    if (day > latestToday(this.clock.today(actor.orgTimezone), this.clock.now()))
      throw validationFailed({ [field]: TEXT.enterDayNotInFuture });
    return known;
  }

  private async storeCheck(actor: Actor, known: StoredCase, check: NewCheck): Promise<string> {
    const recorded = { patientId: known.patient_id, orgId: known.org_id, by: actor.userId };
    const id = await this.repository.insertCheck(recorded, check);
    const { state, queried_on, finding } = check;
    await this.record(actor, known, 'pdmp_check.record', id, { state, queried_on, finding });
    return id;
  }

  private async storeBasis(actor: Actor, known: StoredCase, basis: NewBasis): Promise<string> {
    const recorded = { patientId: known.patient_id, orgId: known.org_id, by: actor.userId };
    const id = await this.repository.insertBasis(recorded, basis);
    const { kind, on, until, by_provider_id } = basis;
    await this.record(actor, known, 'telemed_basis.record', id, { kind, on, until, by_provider_id });
    return id;
  }

  private record(
    actor: Actor,
    known: StoredCase,
    action: RecordAction,
    id: string | null,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    const [type = ''] = action.split('.');
    return this.audit.record(actor, {
      action,
      target: id ? { type, id } : { type: 'case', id: known.id },
      patientId: known.patient_id,
      orgId: known.org_id,
      detail: { case_id: known.id, ...detail },
      as: STAFF_ROLES,
    });
  }
}

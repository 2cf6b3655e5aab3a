import { Injectable } from '@nestjs/common';
import type { CaseExtras } from '#common/api/index.js';
import type {
  ClinicalFacts,
  HistoryReview,
  ReadAgainst,
  PlanFacts,
  PrescriptionFacts,
  RecentEmergency,
  ReportedScores,
  SafetyAnswers,
  SubmittedIntake,
  ToldSettlement,
  UnsentAnswers,
} from '#common/clinical/index.js';
import { isSameName } from '#common/text/person-name.js';
import {
  clinicDoseDays,
  contradictsLog,
  isAnalyteKey,
  secondDoseDays,
  SAFETY_QUESTIONS,
  dateIn,
  fullSeverity,
  isSafetyAnswer,
  withTherapyStart,
  withChecks,
  withdrawnAnswers,
} from '#common/clinical/index.js';
import { phq2AtLeast } from '#common/scores/index.js';
import { effectiveAnswers, isFieldName, type IntakeData } from '#common/intake/index.js';
import type { CaseStatus } from '#common/vocabulary/index.js';
import { DosesRepository } from '../doses/records/doses.repository.js';
import { documentPlace } from '../documents/documents.repository.js';
import { UnsentChangesReader } from '../intake/records/unsent-changes.service.js';
import { countedIief5 } from '../progress/records/check-in-scores.js';
import { checkInPlace, type CheckInData } from '../progress/records/progress.repository.js';
import { currentContext } from '../platform/access/context.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Clock } from '../platform/time/clock.js';
import { alertNotePlace } from './case-alerts.repository.js';
import {
  CaseFactsRepository,
  type CaseRow,
  type DraftRow,
  type LabRow,
  type PlanRow,
} from './case-facts.repository.js';
import { againstTreatment, hasUnopenedHistory, reviewedMessages, toldTexts } from './told-texts.js';
import { safetyCheckPlace, safetyFacts, type KeptSafetyCheck, type SafetyCheckData } from './safety-facts.js';

export interface CaseFacts {
  caseId: string;
  orgId: string;
  patientId: string;
  status: CaseStatus;
  /** What the facts were drawn from, for telling whether anything is new. */
  sources: { document: string | null; labs: string[]; extras: CaseExtras; safety_checks?: string[] };
  /** Without a prescription and a candidate plan: the caller adds what is judged. */
  facts: ClinicalFacts;
  pendingPlan: PlanFacts | null;
  draft: PrescriptionFacts | null;
  /** Whether a plan was ever in force. */
  began: boolean;
  /** The start of the therapy is only assumed: the patient has not told the first dose yet. */
  startAssumed: boolean;
  /** The intake was not submitted yet, so there is nothing to judge. */
  awaitsIntake: boolean;
  /** A provider said of words of the patient that they do not speak against treatment. */
  saidHarmless: boolean;
}

/** Where the fields of a history review are encrypted. */
export const historyReviewPlace = (id: string): string => `history_reviews.fields:${id}`;
export const settledPlace = (id: string): string => `history_reviews.settled:${id}`;
export const againstPlace = (id: string): string => `history_reviews.against:${id}`;
export const reviewNotePlace = (id: string): string => `history_reviews.note:${id}`;

/** A pressure entered before pressures had a date was measured on the day it was recorded. */
const dated = ({ extras, bp_recorded_on: recorded }: CaseRow): CaseExtras =>
  recorded && !extras.bp_on && extras.bp_systolic ? { ...extras, bp_on: recorded } : extras;

/** The vial of a first dose lasts until the second, where that comes sooner. */
function asUsed(fill: NonNullable<CaseRow['last_fill']>, firstOf: string | null): typeof fill {
  const second = firstOf && secondDoseDays(firstOf);
  return second ? { ...fill, days_supply: Math.min(fill.days_supply, second) } : fill;
}

/** The questions of a safety check as the intake answers them. */
function writtenAnswers(intake: IntakeData): SafetyAnswers {
  const answers = effectiveAnswers(intake);
  return Object.fromEntries(
    SAFETY_QUESTIONS.flatMap((question) => {
      const value = answers[question];
      return typeof value === 'string' ? [[question, value]] : [];
    }),
  );
}

/**
 * Everything the clinical core may know of a case: four statements however many cases, and a few more for each whose
 * patient saved answers since they were submitted.
 */
@Injectable()
export class CaseFactsReader {
  constructor(
    private readonly repository: CaseFactsRepository,
    private readonly cipher: FieldCipher,
    private readonly clock: Clock,
    private readonly unsent: UnsentChangesReader,
    private readonly doses: DosesRepository,
  ) {}

  async load(caseId: string): Promise<CaseFacts> {
    const facts = (await this.loadMany([caseId])).get(caseId);
    if (!facts) throw new Error('Facts were asked for a case that does not exist');
    const context = currentContext();
    if (context) context.audited.judged = facts;
    return facts;
  }

  /** The callers have checked that the actor may reach these cases. */
  async loadMany(caseIds: readonly string[]): Promise<Map<string, CaseFacts>> {
    const cases = await this.repository.cases(caseIds);
    const labs = await this.repository.labs(cases.map((c) => c.patient_id));
    const plans = await this.repository.plans(caseIds);
    const drafts = await this.repository.drafts(caseIds);
    const known = new Map(cases.map((row) => [row.id, this.assemble(row, labs, plans, drafts)]));
    await this.withClinicDoses(cases, known);
    for (const row of cases.filter((one) => one.saved_since)) {
      const one = known.get(row.id)!;
      known.set(row.id, { ...one, facts: { ...one.facts, unsent_answers: await this.unsentAnswers(row) } });
    }
    return known;
  }

  /** One more statement where a plan is of a product whose second dose comes sooner. */
  private async withClinicDoses(cases: readonly CaseRow[], known: Map<string, CaseFacts>): Promise<void> {
    const own = cases.filter(({ id }) => {
      const plan = known.get(id)!.facts.plan;
      return plan && secondDoseDays(plan.formulation) !== null;
    });
    if (!own.length) return;
    const logged = await this.doses.loggedOf(own.map((row) => row.patient_id));
    for (const row of own) {
      const one = known.get(row.id)!;
      const plan = one.facts.plan!;
      const before = row.approved_products?.findLastIndex(
        (product) => product.formulation !== plan.formulation,
      );
      const since =
        row.approved_products?.[(before ?? -1) + 1]?.on ?? one.facts.extras.therapy_started_on ?? '';
      const clinic_doses = clinicDoseDays(plan, logged.get(row.patient_id) ?? [], since);
      known.set(row.id, { ...one, facts: { ...one.facts, clinic_doses } });
    }
  }

  private async unsentAnswers({ patient_id, timezone }: CaseRow): Promise<UnsentAnswers | null> {
    const unsent = await this.unsent.ofPatient(patient_id, isSafetyAnswer);
    return (
      unsent && {
        since: dateIn(new Date(unsent.since), timezone),
        fields: unsent.fields.filter(isFieldName),
      }
    );
  }

  private assemble(row: CaseRow, labs: LabRow[], plans: PlanRow[], drafts: DraftRow[]): CaseFacts {
    const own = labs.filter((l) => l.patient_id === row.patient_id);
    const planOf = (lifecycle: PlanRow['lifecycle']): PlanFacts | null =>
      plans.find((p) => p.case_id === row.id && p.lifecycle === lifecycle) ?? null;
    const startAssumed = row.therapy_start_assumed && planOf('approved') !== null;
    const intake =
      row.document_id && row.data_enc
        ? this.cipher.decryptJson<IntakeData>(row.data_enc, documentPlace(row.document_id))
        : {};
    const checks = this.opened(row);
    const told = safetyFacts(writtenAnswers(intake), checks, toldTexts(row, this.cipher));
    const reviewed = this.reviewed(row);
    const known: CaseFacts = {
      caseId: row.id,
      orgId: row.org_id,
      patientId: row.patient_id,
      status: row.status,
      sources: {
        document: row.document_id,
        labs: own.map((l) => `${l.id}:${l.version}`).sort(),
        extras: row.extras,
        ...(row.checks && { safety_checks: row.checks.map(({ id }) => id) }),
      },
      facts: {
        today: this.clock.today(row.timezone),
        timezone: row.timezone,
        patient_timezone: row.patient_timezone,
        intake,
        intake_at: row.finalized_at?.toISOString() ?? null,
        labs: own.map((l) => ({
          collected_at: l.collected_as_sent,
          since_last_dose_h: l.since_last_dose_h ?? l.logged_h,
          ...(l.logged_h !== null && { since_from_log: true }),
          ...(contradictsLog(l.since_last_dose_h, l.log_says_h) && { contradicted_by_log_h: l.log_says_h! }),
          results: l.results,
          ...(l.limits && { limits: l.limits }),
          called: l.called,
          entered_at: new Date(l.entered_at).toISOString(),
        })),
        extras: withTherapyStart(dated(row), startAssumed),
        plan: planOf('approved'),
        ...(startAssumed && { start_assumed: true }),
        education_acknowledged: row.education,
        history_reviewed: [...reviewed, ...reviewedMessages(row, told.safety_changes)],
        read_against: [...againstTreatment(row, told.safety_changes), ...this.against(row)],
        told_settled: this.settled(row),
        check_ins: this.scored(row),
        ...told,
        ...(row.last_fill && { previous_prescription: asUsed(row.last_fill, row.first_fill_of) }),
        other_orders: {
          on_hold: row.order_held,
          ...(row.replacing_held && { replacing_held: row.replacing_held }),
          sent: row.last_sent,
          sent_today: row.sent_today ?? [],
        },
        approved_products: row.approved_products ?? [],
        dose_changes: row.dose_changes ?? [],
        earlier_doses: row.earlier_doses,
        // With a plan in force again the therapy has not ended.
        ...(row.ended &&
          !planOf('approved') && {
            therapy_ended_on: row.ended.on,
            follow_up_labs: row.ended.follow_up_labs,
            therapy_stopped: row.stopped,
          }),
        open_alerts: row.alerts ?? [],
        unread_messages: row.unread_messages,
        unopened_history: hasUnopenedHistory(row, told.safety_changes, reviewed),
        treated_as: (row.treated_others ?? [])
          .filter(({ name }) => row.full_name !== null && isSameName(row.full_name, name))
          .map(({ mrn }) => mrn),
        recent_emergencies: this.answered(row),
        hold: row.hold,
        open_discrepancies: row.open_discrepancies ?? [],
        ...(row.ended_pauses && { ended_pauses: row.ended_pauses }),
        first_approved_on: row.first_approved_on,
        ...(row.labs_requested?.tests.length && {
          labs_requested_on: row.labs_requested.on,
          labs_requested_tests: row.labs_requested.tests.filter(isAnalyteKey),
          labs_requested_run_out_on: row.labs_requested.run_out_on,
          last_dose_at: row.labs_requested.last_dose_at,
        }),
        policy: { monitoring_mode: row.policies.monitoring_mode },
        location: {
          patient_state: row.location_state,
          service_states: row.policies.service_states ?? null,
        },
      },
      pendingPlan: planOf('pending_review'),
      draft: drafts.find((d) => d.case_id === row.id) ?? null,
      began: row.began,
      startAssumed,
      awaitsIntake: row.awaits_intake,
      saidHarmless: [...(row.messages ?? []), ...(row.reviews ?? [])].some(
        ({ against_treatment: against }) => against === false,
      ),
    };
    const withdrawn = withdrawnAnswers(known.facts, withChecks(this.submitted(row, intake), checks));
    if (!withdrawn.length) return known;
    const changes = [...(told.safety_changes ?? []), ...withdrawn];
    return { ...known, facts: { ...known.facts, safety_changes: changes } };
  }

  /** @param newest the form of the newest one, which is there alone where there is no other */
  private submitted(
    { submissions, document_id: id, finalized_at: at, timezone }: CaseRow,
    newest: IntakeData,
  ): SubmittedIntake[] {
    if (!submissions)
      return id && at ? [{ id, on: dateIn(at, timezone), at: at.toISOString(), data: newest }] : [];
    return submissions.map(({ data_enc, ...one }) => ({
      ...one,
      data: this.cipher.decryptJson<IntakeData>(data_enc, documentPlace(one.id)),
    }));
  }

  private scored({ check_ins: kept }: CaseRow): ReportedScores[] {
    return (kept ?? []).map(({ id, on, answered, data_enc }) => {
      const data = this.cipher.decryptJson<CheckInData>(data_enc, checkInPlace(id));
      const { phq2, phq9 } = data.scales ?? {};
      return {
        on,
        iief_total: countedIief5(data.answers, data.iief_total),
        adam_severity: fullSeverity(data.answers),
        ...(phq2 && { phq2_total: phq2AtLeast(phq2.items), call_owner: data.call_owner ?? null }),
        ...(phq9 && { phq9_total: phq9.total }),
        ...(data.blood_pressure && {
          pressure: { ...data.blood_pressure, ...(answered && { answered }) },
        }),
      };
    });
  }

  private opened({ checks }: CaseRow): KeptSafetyCheck[] {
    return (checks ?? []).map(({ data_enc, ...check }) => ({
      ...check,
      data: this.cipher.decryptJson<SafetyCheckData>(data_enc, safetyCheckPlace(check.id)),
    }));
  }

  /** Emergencies of the last days, with what was agreed. */
  private answered({ emergencies }: CaseRow): RecentEmergency[] {
    return (emergencies ?? []).map(({ id, note_enc, ...one }) => ({
      ...one,
      agreed: note_enc && this.cipher.decrypt(note_enc, alertNotePlace(id)),
    }));
  }

  private reviewed({ reviews }: CaseRow): HistoryReview[] {
    return (reviews ?? []).flatMap(({ id, fields_enc: stored }) =>
      Object.entries(this.cipher.decryptJson<Record<string, string>>(stored, historyReviewPlace(id))).map(
        ([field, text_sha256]) => ({ field, text_sha256 }),
      ),
    );
  }

  private against({ reviews }: CaseRow): ReadAgainst[] {
    return (reviews ?? []).flatMap(({ id, at, against_enc: stored }) =>
      stored
        ? this.cipher
            .decryptJson<Omit<ReadAgainst, 'at'>[]>(stored, againstPlace(id))
            .map((text) => ({ ...text, at }))
        : [],
    );
  }

  private settled({ reviews }: CaseRow): ToldSettlement[] {
    return (reviews ?? []).flatMap(({ id, settled_enc: stored }) =>
      stored ? this.cipher.decryptJson<ToldSettlement[]>(stored, settledPlace(id)) : [],
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { PendingPlan, StaffPlan } from '#common/api/index.js';
import { planAsksForNames, planPracticeRules } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Patients } from '../patients/patients.service.js';
import { unopenedRuleKeys } from '../prescriptions/kept-back.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { isProviderOnly } from '../platform/access/provider-only.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { CaseFactsReader } from '../rules/case-facts.reader.js';
import { Evaluations, wireRules } from '../rules/evaluations.service.js';
import { JudgedRules } from './judged-rules.js';
import { PlansRepository } from './plans.repository.js';
import { wirePlan } from './plan-rows.js';
import { treatmentPeriods, type TreatmentPeriod } from './treatment-periods.js';

/** Plans as people read them. */
@Injectable()
export class Plans {
  private readonly judged = new JudgedRules();

  constructor(
    private readonly repository: PlansRepository,
    private readonly prescriptions: Prescriptions,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly facts: CaseFactsReader,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
  ) {}

  /** For features that hold a case they were allowed to reach. */
  async ofCase(caseId: string): Promise<{ inForce: StaffPlan | null; pending: StaffPlan | null }> {
    const plans = await this.repository.currentOfCase(caseId);
    const one = (lifecycle: 'approved' | 'pending_review'): StaffPlan | null => {
      const plan = plans.find((p) => p.lifecycle === lifecycle);
      return plan ? wirePlan(plan) : null;
    };
    return { inForce: one('approved'), pending: one('pending_review') };
  }

  /** Every plan of a patient the caller was allowed to reach: current first, then newest. */
  async history(patientId: string): Promise<StaffPlan[]> {
    return (await this.repository.ofPatient(patientId)).map(wirePlan);
  }

  /** When which plan was in force, oldest first. */
  async treatment(patientId: string, timezone: string): Promise<TreatmentPeriod[]> {
    const record = await this.cases.ofPatient(patientId);
    const endings = record ? await this.cases.endings(record.id) : [];
    return treatmentPeriods(await this.history(patientId), endings, timezone);
  }

  async ofPatient(actor: Actor, patientId: string): Promise<StaffPlan[]> {
    const patient = await this.patients.forStaff(actor, patientId);
    const plans = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, {
      action: 'plan.list',
      patientId: patient.id,
      orgId: patient.org_id,
      as: STAFF_ROLES,
    });
    return plans.map(wirePlan);
  }

  async pending(actor: Actor, query: ListQuery): Promise<Page<PendingPlan>> {
    const page = await this.repository.pending(actor, query);
    const drafts = await this.prescriptions.ofPlans(page.rows.map((p) => p.id));
    const facts = await this.facts.loadMany(page.rows.map((p) => p.case_id));
    const signed = await this.prescriptions.manySignedBy(actor, [...facts.values()]);
    await this.audit.record(actor, {
      action: 'plan.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map((p) => p.patient_id),
      as: STAFF_ROLES,
    });
    const rows = page.rows.map((plan): PendingPlan => {
      const draft = drafts.get(plan.id);
      const known = facts.get(plan.case_id);
      const signedCase = signed.get(plan.case_id);
      // What the law asks of who approves stands with the rules of the patient.
      const practice =
        signedCase && holds(actor, 'provider') ? wireRules(planPracticeRules(signedCase.facts)) : [];
      const asking = known
        ? [...this.evaluations.asking(known), ...practice.map(({ rule_key: key }) => key)]
        : [];
      return {
        ...wirePlan(plan),
        case_id: plan.case_id,
        patient_id: plan.patient_id,
        patient_name: plan.patient_name,
        mrn: plan.mrn,
        patient_email: plan.patient_email,
        own_record: plan.patient_user_id === actor.userId,
        provider_only: isProviderOnly(actor, plan.needs_provider),
        prescription: draft
          ? {
              prescription_id: draft.id,
              status: draft.status,
              refills: draft.refills,
              version: draft.version,
            }
          : null,
        rules: known
          ? [...this.judged.of(known, () => wireRules(this.evaluations.judge(known))), ...practice]
          : [],
        reason_needed_for: asking,
        each_by_name: planAsksForNames(asking),
        legal: known ? unopenedRuleKeys(known) : [],
        prescription_blocked_by: signedCase && draft ? this.prescriptions.blockedBy(signedCase, draft) : [],
      };
    });
    return { ...page, rows };
  }
}

import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CasesRepository, type StoredCase } from '../cases/cases.repository.js';
import { outsideCaseLoad } from '../patients/patients.service.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { forbidden, validationFailed } from '../platform/errors/errors.js';
import { RecordAccess } from '../record-access/record-access.service.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** Who is the clinician of a case decides who opens its record without a reason, where the clinic requires one. */
@Injectable()
export class CaseHandover {
  constructor(
    private readonly repository: CasesRepository,
    private readonly access: RecordAccess,
    private readonly audit: Audit,
  ) {}

  /** @param to null: no clinician */
  async assertMay(actor: Actor, known: StoredCase, to: string | null): Promise<void> {
    if (to === known.primary_clinician_id) return;
    if (to && !(await this.repository.isClinician(to, known.org_id)))
      throw validationFailed({ primary_clinician: SHARED_TEXT.chooseProviderOfOrganization });
    const from = known.primary_clinician_id;
    if (!from || !actor.policies.breakGlassReason) return;
    if (!to)
      throw validationFailed({
        primary_clinician: TEXT.clinicRequiresReasonToOpenAnother,
      });
    if (from === actor.userId || holds(actor, 'system_admin')) return;
    // If the clinician has left, any colleague may take over the case.
    if (!(await this.repository.isClinician(from, known.org_id))) return;
    throw forbidden('primary_clinician', TEXT.onlyOrAdministratorCanGiveCase(known.primary_clinician));
  }

  /** In the transaction of the change: its patient reads of it, and so do those who lose and get the case. */
  async done(actor: Actor, known: StoredCase, to: string | null): Promise<void> {
    const from = known.primary_clinician_id;
    if (to === from) return;
    await this.audit.record(actor, {
      action: from === null ? 'case.assign' : to === null ? 'case.unassign' : 'case.give',
      target: { type: 'case', id: known.id },
      patientId: known.patient_id,
      orgId: known.org_id,
      detail: { from, to, ...(outsideCaseLoad(actor, known) && { outside_case_load: true }) },
      as: STAFF_ROLES,
    });
    if (from && to && actor.policies.breakGlassReason) await this.access.given(actor, known, { from, to });
  }
}

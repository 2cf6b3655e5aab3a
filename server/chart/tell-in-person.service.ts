import { Injectable } from '@nestjs/common';
import type { CaseDetailResponse } from '#common/api/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { CasesRepository } from '../cases/cases.repository.js';
import { Cases } from './cases.service.js';
import type { TellInPersonDto } from './cases.dto.js';

/** Some results are explained by a person, not by a screen. */
@Injectable()
export class TellInPerson {
  constructor(
    private readonly repository: CasesRepository,
    private readonly records: CaseRecords,
    private readonly cases: Cases,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async run(actor: Actor, caseId: string, { keys, version }: TellInPersonDto): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const known = await this.records.lock(actor, caseId, version);
      notForOneself(actor, known.patient_user_id);
      await this.repository.tellInPerson(known.id, keys);
      await this.audit.record(actor, {
        action: 'case.tell_in_person',
        target: { type: 'case', id: known.id },
        patientId: known.patient_id,
        orgId: known.org_id,
        detail: { keys, before: known.tell_in_person },
        as: STAFF_ROLES,
      });
    });
    return this.cases.detail(actor, caseId);
  }
}

import { Injectable } from '@nestjs/common';
import type { ConsentResponse, EducationResponse } from '#common/api/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Documents, type StoredDocument } from '../documents/documents.repository.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { CONTRAINDICATIONS, EDUCATION_POINTS, EDUCATION_VERSION, SUMMARY_POINTS } from './education-text.js';

const content = {
  summary_points: [...SUMMARY_POINTS],
  contraindications: [...CONTRAINDICATIONS],
  education_points: [...EDUCATION_POINTS],
};

@Injectable()
export class Education {
  constructor(
    private readonly patients: Patients,
    private readonly documents: Documents,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async read(actor: Actor): Promise<EducationResponse> {
    const patient = await this.patients.own(actor);
    const acknowledged = await this.acknowledgement(patient.id);
    return {
      ...content,
      education_acknowledged: acknowledged !== null,
      education_acknowledged_at: acknowledged?.finalized_at.toISOString() ?? null,
      version: EDUCATION_VERSION,
    };
  }

  /** The first acknowledgment of each text version is kept. */
  async acknowledge(actor: Actor): Promise<ConsentResponse> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const document = (await this.acknowledgement(patient.id)) ?? (await this.keep(actor, patient));
      return {
        education_acknowledged: true,
        education_acknowledged_at: document.finalized_at.toISOString(),
        version: EDUCATION_VERSION,
      };
    });
  }

  private async keep(actor: Actor, patient: { id: string; org_id: string }): Promise<StoredDocument> {
    const document = await this.documents.finalize(patient, {
      slug: 'education',
      title: 'Education and consent summary',
      state: 'acknowledged',
      textVersion: EDUCATION_VERSION,
      data: content,
    });
    await this.audit.record(actor, {
      action: 'education.acknowledge',
      target: { type: 'document', id: document.id },
      patientId: patient.id,
      detail: { version: EDUCATION_VERSION },
      as: ['patient'],
    });
    const known = await this.cases.ofPatient(patient.id, { lock: true });
    if (known) await this.evaluations.run(known.id, 'education');
    return document;
  }

  private async acknowledgement(patientId: string): Promise<StoredDocument | null> {
    const latest = await this.documents.latest(patientId, 'education');
    return latest?.text_version === EDUCATION_VERSION ? latest : null;
  }
}

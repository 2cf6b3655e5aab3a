import { Injectable } from '@nestjs/common';
import type { AccessLogResponse } from '#common/api/patient.js';
import { ROLE_LABEL, type Role } from '#common/vocabulary/index.js';
import { APP_ACTOR, Audit, KEY_ACTOR } from '../audit/audit.service.js';
import type { Actor } from '../platform/access/actor.js';
import { AccessLogRepository } from './access-log.repository.js';
import { accessWords } from './access-log.js';
import { Patients } from '../patients/patients.service.js';

const PROGRAM_LABEL: Readonly<Record<string, string>> = {
  [KEY_ACTOR]: 'Connected program',
  [APP_ACTOR]: 'App you connected',
};

/** Which care team members read or changed a patient's record, alone or in a list, according to the audit. */
@Injectable()
export class AccessLog {
  constructor(
    private readonly log: AccessLogRepository,
    private readonly patients: Patients,
    private readonly audit: Audit,
  ) {}

  /** @param before the `next` of the previous page */
  async own(actor: Actor, before: string | null): Promise<AccessLogResponse> {
    const patient = await this.patients.own(actor);
    const page = await this.page(patient.id, before);
    await this.audit.record(actor, { action: 'access_log.read', patientId: patient.id, as: ['patient'] });
    return page;
  }

  /** Every entry, for the export. */
  async whole(actor: Actor): Promise<AccessLogResponse['entries']> {
    const first = await this.own(actor, null);
    const entries = [...first.entries];
    const patient = await this.patients.own(actor);
    for (let { next } = first; next;) {
      const page = await this.page(patient.id, next);
      entries.push(...page.entries);
      ({ next } = page);
    }
    return entries;
  }

  private async page(patientId: string, before: string | null): Promise<AccessLogResponse> {
    const { rows, next } = await this.log.page(patientId, before);
    return {
      entries: rows.map((row) => ({
        at: row.at.toISOString(),
        who: row.who ?? 'A member of the care team',
        role: PROGRAM_LABEL[row.role] ?? ROLE_LABEL[row.role as Role],
        action: accessWords(row.action, row.outside),
        // An app is the patient's own choice, not the clinic's.
        organisation: row.role === APP_ACTOR ? '' : (row.organisation ?? 'TRT Program'),
      })),
      next,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { CaseRecords } from '../cases/case-records.service.js';
import { Evaluations } from './evaluations.service.js';

/** What patients tell about their history outside the form: in a message, a visit request or a dose note. */
@Injectable()
export class ToldHistory {
  constructor(
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
  ) {}

  /** Decisions based on the earlier state are outdated, and the rules read the new words. */
  async judgeAgain(patientId: string): Promise<void> {
    const record = await this.cases.ofPatient(patientId, { lock: true });
    if (!record) return;
    await this.cases.changed(record);
    await this.evaluations.run(record.id, 'message');
  }
}

import { Injectable } from '@nestjs/common';
import type { FirstDose, FirstDoseQuestion, TherapyStart } from '#common/api/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { DosesInForce } from '../plans/dose-in-force.service.js';
import { Doses } from '../doses/doses.service.js';
import { Clock } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { CasesRepository } from '../cases/cases.repository.js';
import { TEXT } from './text/en.js';

/** When therapy began, and whether that is only assumed; null off treatment. */
export const therapyStart = ({ facts, startAssumed }: CaseFacts): TherapyStart | null => {
  const on = facts.plan && facts.extras.therapy_started_on;
  return on ? { on, assumed: startAssumed } : null;
};

/** The patient reports the first dose: the schedule and the rules count from that day. */
@Injectable()
export class FirstDoses {
  constructor(
    private readonly repository: CasesRepository,
    private readonly cases: CaseRecords,
    private readonly patients: Patients,
    private readonly evaluations: Evaluations,
    private readonly inForce: DosesInForce,
    private readonly doses: Doses,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async question(actor: Actor): Promise<FirstDoseQuestion> {
    const patient = await this.patients.own(actor);
    const record = await this.repository.ofPatient(patient.id, false);
    const known = record && (await this.evaluations.read(record.id));
    const start = known && therapyStart(known);
    // While no dose may be taken, none is asked about.
    const { hold } = await this.inForce.of(known);
    const asked = start?.assumed === true && hold === null;
    await this.audit.record(actor, { action: 'first_dose.read', patientId: patient.id, as: ['patient'] });
    return {
      asked,
      not_before: asked && record ? await this.doses.approvedOn(patient, record) : null,
      therapy_start: start ?? null,
    };
  }

  async tell(actor: Actor, takenOn: string): Promise<FirstDose> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const record = await this.repository.ofPatient(patient.id, true);
      const start = record && therapyStart(await this.evaluations.read(record.id));
      if (!record || !start) throw invalidState(TEXT.planNotApproved);
      if (!start.assumed) throw invalidState(TEXT.startOfTreatmentAlreadyOnRecord);
      if (takenOn > this.clock.today(patient.zone))
        throw validationFailed({ taken_on: TEXT.enterTodayOrEarlierDay });
      const approvedOn = await this.doses.approvedOn(patient, record);
      if (approvedOn && takenOn < approvedOn)
        throw validationFailed({
          taken_on: TEXT.enterDayPlanApprovedOrLater(approvedOn),
        });
      await this.cases.firstDose(actor, record, takenOn);
      await this.doses.logFirst(actor, patient, takenOn);
      await this.evaluations.run(record.id, 'extras');
      return { therapy_start: { on: takenOn, assumed: false } };
    });
  }
}

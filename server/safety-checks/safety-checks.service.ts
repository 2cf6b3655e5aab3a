import { Injectable } from '@nestjs/common';
import type {
  SafetyCheck,
  SafetyChecksResponse,
  SavedSafetyCheck,
  TickedEmergency,
  TickedEmergencyRequest,
} from '#common/api/index.js';
import { adviceFor } from '#common/emergency/emergency-kinds.js';
import {
  SAFETY_QUESTIONS,
  dateIn,
  safetyCheckDue,
  type SafetyAnswers,
  type SafetyCheckDue,
} from '#common/clinical/index.js';
import { effectiveAnswers, type IntakeData } from '#common/intake/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Documents, type StoredDocument } from '../documents/documents.repository.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Limits } from '../limits/limits.service.js';
import { Clock } from '../platform/time/clock.js';
import { Emergencies } from '../rules/emergencies.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { emergenciesIn, emergenciesOf, readSafetyCheck } from './safety-check.js';
import type { SafetyCheckDto } from './safety-checks.dto.js';
import { allAnswers, SafetyChecksRepository } from './safety-checks.repository.js';

/** `intake-2`: what a signed intake says of its schema. */
const schemaOf = ({ text_version: version }: StoredDocument): number =>
  Number(/\d+$/.exec(version)?.[0] ?? 1);

/** "Has anything changed?", between two intakes. */
@Injectable()
export class SafetyChecks {
  constructor(
    private readonly repository: SafetyChecksRepository,
    private readonly patients: Patients,
    private readonly documents: Documents,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly emergencies: Emergencies,
    private readonly limits: Limits,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<SafetyChecksResponse> {
    const patient = await this.patients.own(actor);
    const known = await this.facts(patient);
    const checks = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, {
      action: 'safety_check.list',
      patientId: patient.id,
      as: ['patient'],
    });
    const { location_state: state, ...answers } = answersOf(known, checks);
    // A location given long ago is asked for again, not confirmed by a press.
    const here = await this.patients.locationIsRecent(patient, LOCATION_DAYS);
    return {
      safety_checks: checks,
      due: await this.due(patient, known, checks[0] ?? null),
      answers: allAnswers({ ...answers, ...(here && state && { location_state: state }) }),
    };
  }

  async submit(actor: Actor, body: SafetyCheckDto): Promise<SavedSafetyCheck> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const record = await this.cases.ofPatient(patient.id, { lock: true });
      const before = answersOf(await this.facts(patient), await this.repository.ofPatient(patient.id));
      const data = readSafetyCheck(body, before, this.clock.today(patient.zone));
      await this.limits.take('safety-check.account.day', actor.userId);
      const check = await this.repository.insert(patient, data);
      await this.patients.attestLocation(patient, check.location_state!);
      const { kinds, written } = emergenciesIn(data);
      const told = await this.emergencies.toldBefore(
        actor,
        kinds.filter((kind) => !written.includes(kind)),
      );
      const fresh = kinds.filter((kind) => !told.includes(kind));
      const alerted = (await this.emergencies.report(actor, fresh, 'safety_check')) || told.length > 0;
      await this.audit.record(actor, {
        action: 'safety_check.submit',
        target: { type: 'safety_check', id: check.id },
        patientId: patient.id,
        ...(kinds.length > 0 && { detail: { emergency: kinds[0], alerted } }),
        as: ['patient'],
      });
      if (record) {
        // A text that waits to be read has come: a review of what was seen before is out of date.
        if (Object.keys(data.changes).length) await this.cases.raiseVersion(record);
        if (data.side_effects.some(({ severity }) => severity === 'severe'))
          await this.evaluations.askAgain(record.id, 'side_effect_severe');
        await this.evaluations.run(record.id, 'safety_check');
      }
      return {
        ...check,
        due: await this.due(patient, await this.facts(patient), check),
        emergency: adviceFor(kinds),
      };
    });
  }

  /** What is ticked is told at once: the form may never be sent. */
  async tick(actor: Actor, { side_effects }: TickedEmergencyRequest): Promise<TickedEmergency> {
    const kinds = emergenciesOf(side_effects);
    if (!kinds.length) return { emergency: null, told: false };
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      await this.limits.take('safety-check-emergency.account.minute', actor.userId);
      const told = await this.emergencies.report(actor, kinds, 'safety_check', { unsent: true });
      await this.audit.record(actor, {
        action: 'safety_check.emergency',
        patientId: patient.id,
        detail: { emergency: kinds[0], alerted: told },
        as: ['patient'],
      });
      return { emergency: adviceFor(kinds), told };
    });
  }

  /** For staff, who were allowed to reach this patient. */
  ofPatient(patientId: string): Promise<SafetyCheck[]> {
    return this.repository.ofPatient(patientId);
  }

  /** The same, of requests that staff were allowed to reach. */
  ofIds(ids: readonly string[]): Promise<Map<string, SafetyCheck>> {
    return this.repository.ofIds(ids);
  }

  private async facts(patient: PatientRow): Promise<CaseFacts | null> {
    const record = await this.cases.ofPatient(patient.id);
    return record && this.evaluations.read(record.id);
  }

  /** The caller has checked access to the patient. */
  async dueOf(patient: PatientRow, known: CaseFacts | null, today: string): Promise<SafetyCheckDue | null> {
    const [last = null] = await this.repository.ofPatient(patient.id);
    return this.due(patient, known, last, today);
  }

  private async due(
    patient: PatientRow,
    known: CaseFacts | null,
    last: SafetyCheck | null,
    today = this.clock.today(patient.zone),
  ): Promise<SafetyCheckDue | null> {
    const intake = await this.documents.latest(patient.id, 'intake');
    const day = (moment: Date): string => dateIn(moment, patient.zone);
    return safetyCheckDue({
      today,
      intake: intake && { submitted_on: day(intake.finalized_at), schema_version: schemaOf(intake) },
      last_check_on: last && day(new Date(last.at)),
      on_treatment_since: known?.facts.plan ? (known.facts.extras.therapy_started_on ?? null) : null,
    });
  }
}

/** As long as the rule `state_unknown_or_old` takes a stated location. */
const LOCATION_DAYS = 90;

/** The newest answers: of intake and checks where there is a case, else of the last check alone. */
function answersOf(known: CaseFacts | null, checks: readonly SafetyCheck[]): SafetyAnswers {
  const intake: IntakeData = known ? effectiveAnswers(known.facts.intake) : {};
  const later = known ? known.facts.safety_answers : checks[0];
  return Object.fromEntries(
    SAFETY_QUESTIONS.flatMap((question) => {
      const value = later?.[question] ?? intake[question];
      return typeof value === 'string' ? [[question, value]] : [];
    }),
  );
}

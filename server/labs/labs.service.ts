import { Injectable } from '@nestjs/common';
import type { Lab, LabResult, LatestLabs, SinceDoseResponse } from '#common/api/index.js';
import {
  contradictsLog,
  dateIn,
  isAnalyteKey,
  judgedValue,
  wallTime,
  type AnalyteKey,
} from '#common/clinical/index.js';
import { hasLabResults, STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { LabOrderProgress } from '../lab-orders/records/lab-order-progress.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { Patients, notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import {
  AppError,
  invalidState,
  notFound,
  validationFailed,
  recordConflict,
} from '../platform/errors/errors.js';
import { addedTo } from '../platform/added-text.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { Clock } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { RefillProgress } from '../supply/records/refill-progress.js';
import { readResults, type Results } from './lab-results.js';
import type { LabCreateDto } from './labs.dto.js';
import { LabsRepository, type StoredDraw } from './labs.repository.js';
import { momentError } from './moment.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** Of a limit that decides nothing there is no value. */
const hasValue = (analyte: string, result: LabResult | undefined): boolean =>
  result !== undefined &&
  isAnalyteKey(analyte) &&
  judgedValue(analyte, result.value, result.comparator) !== null;

/** The newest value of each analyte that the case shows on top; the date is the newest panel's. */
export function latestLabs(labs: readonly Lab[]): LatestLabs {
  const drawn = labs.filter((l) => l.collected_at !== null);
  const newest = (analyte: string): number | null =>
    drawn.find((l) => hasValue(analyte, l.results[analyte]))?.results[analyte]?.value ?? null;
  return {
    tt_ng_dl: newest('tt_ng_dl'),
    estradiol_pg_ml: newest('estradiol_pg_ml'),
    psa_ng_ml: newest('psa_ng_ml'),
    hct_percent: newest('hct_percent'),
    collected_at: drawn[0]?.collected_at ?? null,
  };
}

const isOnFile = (
  draw: Pick<StoredDraw, 'results' | 'limits'>,
  key: AnalyteKey,
  { value, comparator }: LabResult,
): boolean => draw.results[key] === value && draw.limits?.[key] === comparator;

/** In `confirmed`: the hours are right, and the dose log is not. */
const HOURS = 'since_last_dose_h';

@Injectable()
export class Labs {
  constructor(
    private readonly repository: LabsRepository,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly acting: ActingClinician,
    private readonly told: ToldHistory,
    private readonly orders: LabOrderProgress,
    private readonly refills: RefillProgress,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<Lab>> {
    const page = await this.repository.list(actor, query, this.clock.today(actor.orgTimezone));
    await this.audit.record(actor, {
      action: 'lab.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map((r) => r.patient_id),
      as: STAFF_ROLES,
    });
    return page;
  }

  ofPatient(patientId: string): Promise<Lab[]> {
    return this.repository.ofPatient(patientId);
  }

  /** @param query `collected_at`, otherwise now; `org_id` is read by the access guard */
  async sinceDose(
    actor: Actor,
    patientId: string,
    { collected_at: at, org_id: _, ...unknown }: Readonly<Record<string, unknown>>,
  ): Promise<SinceDoseResponse> {
    const wrong = Object.keys(unknown).map((name) => [name, SHARED_TEXT.parameterNotKnown]);
    if (wrong.length) throw validationFailed(Object.fromEntries(wrong));
    const drawn = at === undefined ? this.clock.now() : this.moment(typeof at === 'string' ? at : '');
    const patient = await this.patients.forStaff(actor, patientId);
    const hours = await this.repository.hoursSinceDose(patient.id, drawn);
    await this.audit.record(actor, {
      action: 'lab.since_dose',
      patientId: patient.id,
      orgId: patient.org_id,
      as: STAFF_ROLES,
    });
    return { hours };
  }

  async create(actor: Actor, body: LabCreateDto): Promise<Lab> {
    const collectedAt = this.moment(body.collected_at);
    const hoursConfirmed = body.confirmed?.includes(HOURS) ?? false;
    const confirmed = body.confirmed?.filter((name) => name !== HOURS);
    const results = readResults(body.results, { units: body.units, confirmed });
    return this.uow.run(async () => {
      const patient = await this.patients.forStaff(actor, body.patient_id);
      notForOneself(actor, patient.user_id);
      const known = await this.cases.ofPatient(patient.id, { lock: true });
      await this.assertNew(patient, body.collected_at, results);
      if (!hoursConfirmed) await this.assertHours(patient.id, collectedAt, body.since_last_dose_h ?? null);
      const id = await this.repository.insert({
        patientId: patient.id,
        orgId: patient.org_id,
        collectedAt,
        collectedAsSent: body.collected_at,
        sinceLastDoseH: body.since_last_dose_h ?? null,
        hoursConfirmed,
        specimen: body.specimen?.trim() || null,
        source: 'entry',
        enteredBy: actor.userId,
        results,
      });
      await this.audit.record(actor, {
        action: 'lab.create',
        target: { type: 'lab', id },
        patientId: patient.id,
        orgId: patient.org_id,
        detail: {
          analytes: [...results.keys()],
          wall_time: wallTime(body.collected_at, patient.timezone).date,
          ...(body.units && { units: body.units }),
          ...(body.confirmed?.length && { confirmed: body.confirmed }),
        },
        as: STAFF_ROLES,
      });
      const day = dateIn(collectedAt, patient.timezone);
      await this.orders.came(actor, patient.id, [{ panelId: id, day, analytes: [...results.keys()] }]);
      await this.refills.resultsCame(actor, patient, [collectedAt]);
      if (known) await this.evaluations.run(known.id, 'labs');
      return this.found(actor, id);
    });
  }

  async review(actor: Actor, id: string, note: string | undefined, version?: number): Promise<Lab> {
    return this.uow.run(async () => {
      const patient = await this.patients.forStaff(actor, (await this.found(actor, id)).patient_id);
      notForOneself(actor, patient.user_id);
      // It locks the case, which comes before its labs.
      await this.told.noted(
        actor,
        { patient_id: patient.id, org_id: patient.org_id },
        { place: 'lab', text: note },
      );
      const known = await this.cases.ofPatient(patient.id);
      if (known) await this.acting.assertLicensed(actor, await this.evaluations.read(known.id));
      await this.repository.lock(id);
      const lab = await this.found(actor, id);
      if (!hasLabResults(lab.status)) throw invalidState(TEXT.onlyPanelWithResultsCanReviewed);
      const typed = note?.trim() || null;
      // Who did not see the note on file adds to it.
      const kept = version === undefined ? addedTo(lab.note, typed, '\n') : typed;
      if (!(await this.repository.review(id, actor.userId, kept, version ?? lab.version)))
        throw recordConflict(
          await this.found(actor, id),
          { kind: 'lab', id, patientId: patient.id, orgId: patient.org_id },
          await this.audit.lastChange(lab.patient_id, ['lab.%'], id),
        );
      await this.audit.record(actor, {
        action: 'lab.review',
        target: { type: 'lab', id },
        patientId: lab.patient_id,
        as: STAFF_ROLES,
      });
      if (!lab.reviewed_at) await this.notices.tell(lab.patient_id, 'results_reviewed');
      return this.found(actor, id);
    });
  }

  /** Hours that a dose logged since then contradicts are asked about. */
  private async assertHours(patientId: string, drawn: Date, hours: number | null): Promise<void> {
    const logged = hours === null ? null : await this.repository.hoursSinceDose(patientId, drawn);
    if (contradictsLog(hours, logged))
      throw validationFailed({ since_last_dose_h: TEXT.logSaysOtherwise(logged!) });
  }

  /** The same moment with one of these tests, or the same values on the same day, is one draw entered twice. */
  private async assertNew(patient: PatientRow, collectedAt: string, results: Results): Promise<void> {
    const at = Date.parse(collectedAt);
    const { date } = wallTime(collectedAt, patient.timezone);
    const draws = await this.repository.drawsNear(patient.id, new Date(at));
    const twice = draws.find((draw) => {
      if (draw.collected_at.getTime() === at) return [...results.keys()].some((key) => key in draw.results);
      const sameDay = wallTime(draw.collected_as_sent, patient.timezone).date === date;
      return (
        sameDay && [...results].every(([key, result]) => key in draw.results && isOnFile(draw, key, result))
      );
    });
    if (!twice) return;
    const differs = [...results].some(
      ([key, result]) => key in twice.results && !isOnFile(twice, key, result),
    );
    throw new AppError(409, 'invalid_state', differs ? TEXT.otherValue : TEXT.onFile, {
      extra: { lab_id: twice.id },
    });
  }

  private async found(actor: Actor, id: string): Promise<Lab> {
    const lab = await this.repository.find(actor, id);
    if (!lab) throw notFound();
    return lab;
  }

  private moment(text: string): Date {
    const error = momentError(text, this.clock.now().getTime());
    if (error) throw validationFailed({ collected_at: error });
    return new Date(text);
  }
}

import { Injectable } from '@nestjs/common';
import { addDays, daysBetween } from '#common/clinical/index.js';
import { effectiveAnswers, type IntakeData } from '#common/intake/index.js';
import { totpPlace } from '../accounts/second-factor/totp.service.js';
import { Passwords } from '../accounts/passwords/passwords.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Cases } from '../chart/cases.service.js';
import { Discontinue } from '../chart/discontinue.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Education } from '../education/education.service.js';
import { IntakeService } from '../intake/intake.service.js';
import { LabOrdering } from '../lab-orders/lab-ordering.service.js';
import { Labs } from '../labs/labs.service.js';
import { Patients } from '../patients/patients.service.js';
import { BaselinePlans } from '../plans/baseline-plans.service.js';
import { PlanReview } from '../plans/plan-review.service.js';
import type { Actor } from '../platform/access/actor.js';
import { newContext, runInContext, SET_UP } from '../platform/access/context.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';
import { Clock } from '../platform/time/clock.js';
import { COMMON_INTAKE, DEMO_PATIENTS, type DemoLab, type DemoPatient } from './demo-patients.js';
import { DemoCare } from './demo-care.service.js';
import { DEMO_COHORT } from './demo-cohort.js';
import {
  DEMO_LICENSES,
  DEMO_PASSWORD,
  DEMO_SIGN_INS,
  DEMO_TOTP_SECRET,
  CLINIC_CONTACTS,
  FOUNDERS,
  NORTH,
  UNLICENSED_STATE,
} from './demo-people.js';
import { DemoRepository } from './demo.repository.js';

const TIMEZONE = 'America/New_York';
const POLICIES = {
  mfa_required_for_staff: false,
  step_up_for_prescribing: false,
  monitoring_mode: 'quarterly',
} as const;
/** How far ahead the next review of a demo patient on treatment is; the overdue one's is in the past. */
const REVIEW_IN_DAYS = 20;

/** The demo clinic: created through the same services as everything else, so that it is always in a reachable state. */
@Injectable()
export class Demo {
  constructor(
    private readonly repository: DemoRepository,
    private readonly care: DemoCare,
    private readonly passwords: Passwords,
    private readonly patients: Patients,
    private readonly intake: IntakeService,
    private readonly education: Education,
    private readonly labs: Labs,
    private readonly labOrders: LabOrdering,
    private readonly cases: Cases,
    private readonly records: CaseRecords,
    private readonly ending: Discontinue,
    private readonly baseline: BaselinePlans,
    private readonly review: PlanReview,
    private readonly cipher: FieldCipher,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Seeds an empty database, in one transaction; on each start renews what would have expired. */
  async prepare(): Promise<void> {
    const today = this.clock.today(TIMEZONE);
    await runInContext(newContext(SET_UP), () =>
      this.uow.run(async () => {
        if (await this.repository.isEmpty()) await this.seed(today);
        await this.renew(today);
      }),
    );
    this.log.info('demo data is ready');
  }

  /** Keeps dates at the same distance from today as when the demo was created. */
  private async renew(today: string): Promise<void> {
    const days = daysBetween(await this.repository.madeOn(), today);
    if (days > 0) await this.repository.shift(days);
    await this.repository.renewChecks(today);
    await this.license(today);
  }

  private async license(today: string): Promise<void> {
    for (const [email, { states, days }] of Object.entries(DEMO_LICENSES))
      await this.repository.license(email, states, addDays(today, days), addDays(today, -REVIEW_IN_DAYS));
  }

  private async seed(today: string): Promise<void> {
    const organisations = {
      [FOUNDERS]: await this.repository.organisation(FOUNDERS, CLINIC_CONTACTS[FOUNDERS], true, POLICIES),
      [NORTH]: await this.repository.organisation(NORTH, CLINIC_CONTACTS[NORTH], false, POLICIES),
    };
    const passwordHash = await this.passwords.hash(DEMO_PASSWORD);
    for (const account of DEMO_SIGN_INS) {
      const orgId = account.organisation && organisations[account.organisation];
      const userId = await this.repository.user(account, orgId, passwordHash);
      if (account.totp)
        await this.repository.totp(userId, this.cipher.encrypt(DEMO_TOTP_SECRET, totpPlace(userId)));
      if (account.roles.includes('patient') && orgId) await this.patients.create(userId, orgId);
    }
    // Without a license nothing is approved, not even in the demo.
    await this.license(today);
    for (const [index, patient] of [...DEMO_PATIENTS, ...DEMO_COHORT].entries()) {
      if (!DEMO_SIGN_INS.some((a) => a.email === patient.email)) {
        const orgId = organisations[patient.organisation];
        const userId = await this.repository.user(
          { email: patient.email, roles: ['patient'], name: patient.name },
          orgId,
          passwordHash,
        );
        await this.patients.create(userId, orgId);
      }
      await this.treat(patient, index, today);
    }
    await this.orderLabs(organisations[FOUNDERS]);
  }

  /** The clinic's laboratory and pharmacy; one patient has an order to take along to the laboratory. */
  private async orderLabs(orgId: string): Promise<void> {
    const provider = await this.repository.actor('provider@demo.test');
    const { patientId } = await this.repository.actor('patient@demo.test');
    await this.repository.pharmacy(orgId, provider.userId);
    const connection_id = await this.repository.laboratory(orgId, provider.userId);
    const record = (await this.records.ofPatient(patientId!))!;
    const { analytes, fasting, window_from, due_on } = await this.labOrders.draft(provider, record.id);
    await this.labOrders.sign(provider, record.id, {
      connection_id,
      analytes,
      fasting,
      window_from,
      due_on,
      diagnosis_codes: ['E29.1'],
    });
  }

  private async treat(patient: DemoPatient, index: number, today: string): Promise<void> {
    const self = await this.repository.actor(patient.email);
    const provider = await this.repository.actor(
      patient.organisation === FOUNDERS ? 'provider@demo.test' : 'north@demo.test',
    );
    await this.begin(patient, index, self, provider, today);
    await this.care.add(patient.email, self, provider, today);
  }

  private async begin(
    patient: DemoPatient,
    index: number,
    self: Actor,
    provider: Actor,
    today: string,
  ): Promise<void> {
    await this.intake.save(self, { data: answersOf(patient, index, today), version: 0, submit: true });
    if (patient.education) await this.education.acknowledge(self);
    for (const lab of patient.labs) await this.enter(provider, self, lab, today);
    const record = await this.records.ofPatient(self.patientId!);
    const checks = { pdmp_checked_on: today, in_person_eval_on: today };
    await this.cases.patch(provider, record!.id, {
      version: record!.version,
      extras: { ...checks, ...patient.extras },
      ...(patient.diagnosis && { diagnosis: patient.diagnosis }),
    });
    if (patient.until === 'submitted') return;
    const { body } = await this.baseline.generate(self);
    await this.repository.waiting(self.patientId!, 3 + index * 11);
    if (patient.until !== 'approved' || !body.plan) return;
    await this.review.approve(provider, {
      plan_id: body.plan.id,
      version: body.plan.version,
      ...(body.plan.flagged && { override_reason: 'Talked through by phone' }),
    });
    if (!patient.onTherapy) return;
    const { days, labs } = patient.onTherapy;
    await this.repository.backdate(
      self.patientId!,
      addDays(today, -days),
      addDays(today, REVIEW_IN_DAYS - (days % 30)),
      addDays(today, -signedDaysAgo(patient)),
    );
    for (const lab of labs) await this.enter(provider, self, lab, today);
    await this.measured(patient, self, provider, today);
    if (patient.email === 'patient@demo.test') await this.repository.prescriptionHistory(self.patientId!);
    await this.goOn(patient, self, provider, today);
  }

  /** Blood pressure is measured at each draw. */
  private async measured(patient: DemoPatient, self: Actor, provider: Actor, today: string): Promise<void> {
    const { id, version } = (await this.records.ofPatient(self.patientId!))!;
    const daysAgo = Math.min(...(patient.onTherapy?.labs ?? []).map((lab) => lab.daysAgo));
    const systolic = patient.intake?.blood_pressure_systolic ?? COMMON_INTAKE.blood_pressure_systolic;
    const diastolic = patient.intake?.blood_pressure_diastolic ?? COMMON_INTAKE.blood_pressure_diastolic;
    await this.cases.patch(provider, id, {
      version,
      extras: {
        bp_systolic: Number(systolic),
        bp_diastolic: Number(diastolic),
        bp_on: addDays(today, -daysAgo),
      },
    });
  }

  /** What happened during treatment: a raised dose, a stop, a change of mind. */
  private async goOn(patient: DemoPatient, self: Actor, provider: Actor, today: string): Promise<void> {
    const { dose, stopped, fertility } = patient.afterwards ?? {};
    const record = (await this.records.ofPatient(self.patientId!))!;
    if (dose) await this.repository.setDose(self.patientId!, dose);
    if (stopped) {
      await this.ending.run(provider, record.id, {
        reason_code: 'side_effect',
        effective_date: today,
        follow_up_labs: true,
        note: 'Hematocrit 55: stopped, recheck in four weeks.',
      });
    }
    if (fertility) {
      const { intake_form } = await this.intake.read(self);
      const data = { ...intake_form.data, desire_fertility: 'yes' };
      await this.intake.save(self, { data, version: intake_form.version, submit: true });
    }
  }

  private async enter(provider: Actor, patient: Actor, lab: DemoLab, today: string): Promise<void> {
    const collected = `${addDays(today, -lab.daysAgo)}T${String(lab.hour).padStart(2, '0')}:10:00-05:00`;
    const panel = await this.labs.create(provider, {
      patient_id: patient.patientId!,
      collected_at: collected,
      ...(lab.sinceLastDoseH && { since_last_dose_h: lab.sinceLastDoseH }),
      specimen: 'serum',
      results: lab.results,
    });
    if (lab.daysAgo <= REVIEWED_AFTER_DAYS) return;
    // Without a license in the patient's state the clinician reviews nothing; an administrator signs nothing.
    const unlicensed = patient.email === UNLICENSED_STATE.email;
    const reviewer = unlicensed ? await this.repository.actor('orgadmin@demo.test') : provider;
    await this.labs.review(reviewer, panel.id, undefined);
  }
}

/** Older results are reviewed, so that the lab worklist looks like a real clinic's. */
const REVIEWED_AFTER_DAYS = 14;

/** Patients on treatment signed before it began. */
const signedDaysAgo = ({ onTherapy }: DemoPatient): number => (onTherapy ? onTherapy.days + 6 : 0);

const STATES = { [FOUNDERS]: ['NY', 'NJ', 'CA', 'TX', 'FL'], [NORTH]: ['NY', 'CT'] };

/** The demo's providers are licensed where its patients are, except for one patient. */
function stateOf({ email, organisation }: DemoPatient, index: number): string {
  if (email === UNLICENSED_STATE.email) return UNLICENSED_STATE.state;
  const states = STATES[organisation];
  return states[index % states.length] ?? 'NY';
}

function answersOf(patient: DemoPatient, index: number, today: string): Record<string, unknown> {
  const data: IntakeData = {
    ...COMMON_INTAKE,
    full_name: patient.name,
    dob: addDays(`${Number(today.slice(0, 4)) - patient.age}${today.slice(4)}`, -(30 + index * 7)),
    phone: `555-01${String(10 + index).padStart(2, '0')}`,
    email: patient.email,
    signature_date: addDays(today, -signedDaysAgo(patient)),
    location_state: stateOf(patient, index),
    ...patient.intake,
  };
  return effectiveAnswers(data);
}

import { Injectable } from '@nestjs/common';
import { ICD10, LAB_ORDER_LIMITS } from '#common/api/lab-orders.js';
import type { LabOrderDraft, LabOrderRequest, StaffLabOrder } from '#common/api/lab-orders.js';
import {
  LONGEST_WINDOW_DAYS,
  addDays,
  asksForFasting,
  drawWindow,
  drawnProduct,
  isAnalyteKey,
} from '#common/clinical/index.js';
import { orderNumberText } from '#common/order-number.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { StoredCase } from '../cases/cases.repository.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { LabConnections } from '../lab-messages/lab-connections.service.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import {
  AppError,
  invalidState,
  notFound,
  ruleBlocked,
  validationFailed,
} from '../platform/errors/errors.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { Credentials } from '../regulation/credentials.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { staffOrder } from './lab-order-wire.js';
import { LabOrdersRepository } from './lab-orders.repository.js';
import type { LinkedOrder } from './records/lab-order-links.repository.js';
import { LabOrderProgress } from './records/lab-order-progress.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** The ICD-10 codes that stand in a diagnosis; words alone are not coded, and without a dot B12 is a vitamin. */
export const codesIn = (diagnosis: string | null): string[] => [
  ...new Set(
    (diagnosis ?? '').split(/[^A-Za-z0-9.]+/).flatMap((word) => {
      const code = word.replace(/\.+$/, '').toUpperCase();
      return code.includes('.') && ICD10.test(code) ? [code] : [];
    }),
  ),
];

/** A clinician signs an order, with what the monitoring schedule asks for. */
@Injectable()
export class LabOrdering {
  constructor(
    private readonly repository: LabOrdersRepository,
    private readonly progress: LabOrderProgress,
    private readonly connections: LabConnections,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly acting: ActingClinician,
    private readonly credentials: Credentials,
    private readonly notices: PatientNotices,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async draft(actor: Actor, caseId: string): Promise<LabOrderDraft> {
    const record = await this.cases.find(actor, caseId);
    const known = await this.evaluations.read(record.id);
    const next = this.evaluations.nextLabs(known);
    const analytes = (next?.analytes ?? []).filter(isAnalyteKey);
    const formulation = productOf(known);
    const window = drawWindow(known.facts.today, next);
    await this.audit.record(actor, {
      action: 'lab_order.assist',
      patientId: record.patient_id,
      orgId: record.org_id,
      as: STAFF_ROLES,
    });
    return {
      label: next?.label ?? null,
      analytes,
      fasting: asksForFasting(analytes, formulation),
      window_from: window.from,
      due_on: window.until,
      formulation,
      diagnosis_codes: codesIn(record.diagnosis).slice(0, LAB_ORDER_LIMITS.diagnoses),
      laboratories: await this.connections.forOrders(record.org_id),
      open_orders: (await this.progress.open(record.patient_id)).map(
        ({ id, number, status, analytes: tests, due_on }) => ({
          id,
          number,
          status,
          analytes: tests,
          due_on,
        }),
      ),
      blocked_by: await this.acting.keptFromOrderingLabs(actor, known),
    };
  }

  sign(actor: Actor, caseId: string, body: LabOrderRequest): Promise<StaffLabOrder> {
    return this.uow.run(async () => {
      const record = await this.cases.lock(actor, caseId);
      notForOneself(actor, record.patient_user_id);
      if (record.status === 'closed') throw invalidState(SHARED_TEXT.caseClosed);
      const known = await this.evaluations.read(record.id);
      await this.assertMaySign(actor, known);
      assertWindow(body, known.facts.today);
      const laboratories = await this.connections.forOrders(record.org_id);
      if (!laboratories.some(({ id }) => id === body.connection_id.toLowerCase()))
        throw validationFailed({ connection_id: TEXT.chooseLaboratoryOfClinic });
      assertNotTwice(await this.progress.open(record.patient_id), body);
      const id = await this.repository.insert({
        org_id: record.org_id,
        patient_id: record.patient_id,
        case_id: record.id,
        connection_id: body.connection_id,
        analytes: body.analytes,
        fasting: body.fasting,
        formulation: productOf(known),
        window_from: body.window_from,
        due_on: body.due_on,
        ordered_by: actor.userId,
        diagnosis: body.diagnosis_codes?.join(' ') || null,
        note: body.note?.trim() || null,
      });
      await this.signed(actor, record, id, body);
      return staffOrder((await this.repository.inOrganisation(actor, id)) ?? raise());
    });
  }

  private async signed(actor: Actor, record: StoredCase, id: string, body: LabOrderRequest): Promise<void> {
    await this.audit.record(actor, {
      action: 'lab_order.create',
      target: { type: 'lab_order', id },
      patientId: record.patient_id,
      orgId: record.org_id,
      detail: {
        analytes: body.analytes,
        connection: body.connection_id,
        ...(body.despite_open && { despite_open: true }),
      },
      as: STAFF_ROLES,
    });
    const { sends_orders } = await this.connections.ofOrder(body.connection_id);
    if (sends_orders) await this.jobs.enqueue('labs.order', { order_id: id });
    await this.notices.tell(record.patient_id, 'labs_ordered');
  }

  private async assertMaySign(actor: Actor, known: CaseFacts): Promise<void> {
    const blocked = await this.acting.keptFromOrderingLabs(actor, known);
    if (blocked[0]) throw ruleBlocked(blocked[0], TEXT.cannotOrderLabsForPatient, blocked);
    const { npi } = await this.credentials.profile(actor);
    if (!npi) throw invalidState(TEXT.laboratoriesNeedNpiOnOrder);
  }
}

const raise = (): never => {
  throw notFound();
};

const productOf = ({ facts }: CaseFacts): string | null =>
  drawnProduct(facts.plan ?? null, facts.today, facts.therapy_ended_on ?? null);

function assertWindow({ window_from: from, due_on: until }: LabOrderRequest, today: string): void {
  const fields: Record<string, string> = {};
  if (from < today) fields['window_from'] = TEXT.enterTodayOrLaterDay;
  if (until < from) fields['due_on'] = TEXT.enterFirstDayForDraw;
  else if (until > addDays(today, LONGEST_WINDOW_DAYS)) fields['due_on'] = TEXT.enterDayWithinYear;
  if (Object.keys(fields).length) throw validationFailed(fields);
}

/** The same test is not drawn twice because two clinicians saw that it was due. */
function assertNotTwice(open: readonly LinkedOrder[], body: LabOrderRequest): void {
  if (open.length >= LAB_ORDER_LIMITS.open)
    throw invalidState(TEXT.ordersOfPatientOpen(LAB_ORDER_LIMITS.open));
  const same = open.filter(({ analytes }) => body.analytes.some((key) => analytes.includes(key)));
  if (!same.length || body.despite_open) return;
  const numbers = same.map(({ number }) => orderNumberText(number)).join(', ');
  throw new AppError(409, 'invalid_state', TEXT.openOrderAlreadySomeOfTests(numbers), {
    extra: { open_orders: same.map(({ id }) => id) },
  });
}

import { Injectable } from '@nestjs/common';
import { staffIntakeSummary } from '../cases/intake-summary.js';
import { Documents } from '../documents/documents.repository.js';
import { Patients } from '../patients/patients.service.js';
import { Clock } from '../platform/time/clock.js';
import type { StoredPrescription } from '../prescriptions/prescription-rows.js';
import { Credentials } from '../regulation/credentials.service.js';
import { PrescriberFacts } from '../regulation/prescriber-facts.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { PharmacyOrdersRepository, type OrderSheet } from './pharmacy-orders.repository.js';

/** Everything that a pharmacy reads of an order, on paper and in a message. */
export interface OrderContents extends OrderSheet {
  prescription: StoredPrescription;
  /** The state the patient reported. */
  state: string | null;
  phone: string | null;
  allergies: string | null;
  /** Of the prescriber, valid today in that state. */
  dea: string | null;
}

@Injectable()
export class OrderContentsReader {
  constructor(
    private readonly orders: PharmacyOrdersRepository,
    private readonly patients: Patients,
    private readonly documents: Documents,
    private readonly evaluations: Evaluations,
    private readonly prescribers: PrescriberFacts,
    private readonly credentials: Credentials,
    private readonly clock: Clock,
  ) {}

  /** The caller has checked access to the prescription. */
  async read(id: string, prescription: StoredPrescription): Promise<OrderContents> {
    const sheet = await this.orders.sheet(id);
    const today = this.clock.today(sheet.clinic.timezone);
    const { phone } = await this.patients.reach(prescription.patient_id);
    const intake = await this.documents.latest(prescription.patient_id, 'intake');
    const { facts } = await this.evaluations.read(prescription.case_id);
    const signer = sheet.prescriber?.id;
    const { jurisdiction } = await this.prescribers.of(
      { userId: signer ?? prescription.patient_user_id },
      { id: prescription.patient_id },
    );
    const state = jurisdiction.patient_state ?? null;
    return {
      ...sheet,
      prescription,
      state,
      phone,
      allergies: intake && staffIntakeSummary(intake.data, today, facts.safety_changes).allergies,
      dea: signer ? await this.credentials.deaNumber(signer, state, today) : null,
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { LabProblem } from '#common/api/lab-messages.js';
import { HL7_SEX, sexOf } from '#common/intake/index.js';
import { isMrn } from '#common/mrn.js';
import { Documents } from '../documents/documents.repository.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import { inScope } from '../platform/access/context.js';
import { isUuid } from '../platform/access/decorators.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { canHaveGivenName, hasFamilyName } from './same-person.js';
import type { ComparedPatient, SaidPatient } from './reading.js';

const MOST_CANDIDATES = 5;

export type Match = { patient: PatientRow } | { problem: LabProblem };

/** PID-8 of the sexes that contradict each other. */
const OPPOSITES: readonly unknown[] = [HL7_SEX.male, HL7_SEX.female];

/** Whose orders a message names. */
export interface Ordered {
  /** Patients of the organization. */
  patients: readonly string[];
  /** Organizations of orders that are none of its own. */
  elsewhere: readonly string[];
}
const NO_ORDERS: Ordered = { patients: [], elsewhere: [] };

/** Whose results a message has: one patient, by number, name and date of birth. */
@Injectable()
export class PatientMatch {
  constructor(
    private readonly patients: Patients,
    private readonly documents: Documents,
  ) {}

  /** An order number identifies a patient like any other. */
  async find(
    orgId: string | null,
    said: ComparedPatient,
    { patients: ordered, elsewhere }: Ordered = NO_ORDERS,
  ): Promise<Match> {
    const wrong = (kind: LabProblem['kind'], what: string | null): Match => ({
      problem: { kind, said: what, test: null, proposal: null },
    });
    const numbers = said.numbers.join(', ') || null;
    const numbered = await this.numbered(orgId, said);
    const ofOrders = [...(await this.patients.manyForStaff({ orgId }, ordered)).values()];
    if (
      elsewhere.length ||
      ofOrders.length > 1 ||
      (numbered[0] && ofOrders.some(({ id }) => id !== numbered[0]!.id))
    )
      return wrong('order_patient', numbers);
    const [patient, second] = numbered.length ? numbered : ofOrders;
    if (second) return wrong('two_patients', numbers);
    if (!patient) return wrong(isNumbered(said) ? 'unknown_patient' : 'no_patient', numbers);
    if (!hasFamilyName(patient.full_name, said.family)) return wrong('name_differs', said.family || null);
    if (!said.dob || patient.dob !== said.dob) return wrong('birth_date_differs', said.dob);
    if (!canHaveGivenName(patient.full_name, said.given)) return wrong('given_name_differs', said.given);
    if (await this.hasOtherSex(patient.id, said.sex)) return wrong('sex_differs', said.sex);
    return { patient };
  }

  /** Against the newest signed intake, which orders are written from. */
  private async hasOtherSex(patientId: string, sent: string): Promise<boolean> {
    const said = sent.slice(0, 1).toUpperCase();
    if (!OPPOSITES.includes(said)) return false;
    const signed = await this.documents.latest(patientId, 'intake');
    const sex = signed && sexOf(signed.data);
    const own = sex && HL7_SEX[sex];
    return OPPOSITES.includes(own) && own !== said;
  }

  /**
   * Whose staff may see a message. It is the organization that the laboratory sends to, unless it names another one's patient
   * exactly. Where only a number is another one's, it may be the laboratory's own number, if the name is of a patient here;
   * otherwise nobody's: both would read of a stranger.
   */
  async receiver(
    named: readonly ComparedPatient[],
    sentTo: string | null,
    orderOwners: readonly string[],
  ): Promise<string | null> {
    return inScope(EVERYTHING, async () => {
      const [said, second] = named;
      const exact = said && !second ? await this.find(null, said) : null;
      if (exact && 'patient' in exact) return exact.patient.org_id;
      const numbers = named.flatMap((one) => one.numbers);
      const numbered = await this.numbered(null, { numbers });
      const owners = new Set([...numbered.map(({ org_id }) => org_id), ...orderOwners]);
      if ([...owners].every((org) => org === sentTo)) return sentTo;
      if (second || !said || !sentTo || owners.has(sentTo)) return null;
      return (await this.alike(sentTo, said)).length ? sentTo : null;
    });
  }

  /** Patients it may be about: those its numbers name, those of the orders it names, and those of its family name and date of birth. */
  async candidates(orgId: string, said: SaidPatient, ordered: readonly string[]): Promise<PatientRow[]> {
    const ofOrders = (await this.patients.manyForStaff({ orgId }, ordered)).values();
    const all = new Map(
      [...(await this.numbered(orgId, said)), ...ofOrders, ...(await this.alike(orgId, said))].map((one) => [
        one.id,
        one,
      ]),
    );
    return [...all.values()].slice(0, MOST_CANDIDATES);
  }

  private async alike(orgId: string, said: SaidPatient): Promise<PatientRow[]> {
    const born = said.dob ? await this.patients.bornOn({ orgId }, said.dob) : [];
    return born.filter(({ full_name }) => hasFamilyName(full_name, said.family));
  }

  private async numbered(
    orgId: string | null,
    { numbers }: Pick<SaidPatient, 'numbers'>,
  ): Promise<PatientRow[]> {
    const byMrn = await this.patients.manyByMrn({ orgId }, numbers.filter(isMrn));
    const byId = await this.patients.manyForStaff({ orgId }, numbers.filter(isUuid));
    return [...new Map([...byMrn.values(), ...byId.values()].map((one) => [one.id, one])).values()];
  }
}

/** One of the numbers could be of a patient here. */
const isNumbered = ({ numbers }: SaidPatient): boolean =>
  numbers.some((number) => isMrn(number) || isUuid(number));

import { Injectable } from '@nestjs/common';
import {
  keptFromActing,
  keptFromOrderingLabs,
  keptFromReviewing,
  planKeptFromActing,
} from '#common/clinical/index.js';
import type { Role } from '#common/vocabulary/index.js';
import type { Actor } from '../platform/access/actor.js';
import { ruleBlocked } from '../platform/errors/errors.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Prescriptions } from './prescriptions.service.js';
import { TEXT } from './text/en.js';

/** Whether a role acts under a license of its own. An administrator signs nothing: the clinician who signed the order is judged. */
const LICENSED: Readonly<Record<Role, boolean>> = { provider: true, system_admin: false, patient: false };

/** Throws for a role without a line: it must not pass as one that signs nothing. */
function isLicensed({ roles }: Actor): boolean {
  const undecided = roles.filter((role) => !Object.hasOwn(LICENSED, role));
  if (!roles.length || undecided.length)
    throw new Error(
      `Whether this role acts under a license is not decided: ${undecided.join(', ') || 'none'}`,
    );
  return roles.some((role) => LICENSED[role]);
}

/** Checks licenses, registrations and state for the acting clinician too, regardless of who signed the order. */
@Injectable()
export class ActingClinician {
  constructor(private readonly prescriptions: Prescriptions) {}

  /** The rules that keep this clinician from acting today, and the facts they were judged on. */
  async judged(actor: Actor, known: CaseFacts): Promise<{ keys: string[]; known: CaseFacts }> {
    if (!isLicensed(actor)) return { keys: [], known };
    const signed = await this.prescriptions.signedBy(actor, known);
    return { keys: keptFromActing(signed.facts), known: signed };
  }

  /** The rules about the right to practice for which this clinician's approval of a plan needs a reason. */
  async askedOfPlan(actor: Actor, known: CaseFacts): Promise<string[]> {
    if (!isLicensed(actor)) return [];
    return planKeptFromActing((await this.prescriptions.signedBy(actor, known)).facts);
  }

  /** The rules that keep this clinician from ordering labs for this patient. */
  async keptFromOrderingLabs(actor: Actor, known: CaseFacts): Promise<string[]> {
    return keptFromOrderingLabs((await this.prescriptions.signedBy(actor, known)).facts);
  }

  /** The rules about the license that keep this clinician from reviewing what the patient wrote. */
  async keptFromReviewing(actor: Actor, known: CaseFacts): Promise<string[]> {
    if (!isLicensed(actor)) return [];
    return keptFromReviewing((await this.prescriptions.signedBy(actor, known)).facts);
  }

  /** Reviewing releases orders: it needs the license that approving them needs. */
  async assertMayReview(actor: Actor, known: CaseFacts): Promise<void> {
    const keys = await this.keptFromReviewing(actor, known);
    const [first] = keys;
    if (first) throw ruleBlocked(first, TEXT.canReadAndAnswerWhatPatient, keys);
  }

  /** The same license for what is settled for the patient: an emergency, results, a refill, a fill. */
  async assertLicensed(actor: Actor, known: CaseFacts): Promise<void> {
    const keys = await this.keptFromReviewing(actor, known);
    const [first] = keys;
    if (first) throw ruleBlocked(first, TEXT.takesLicense, keys);
  }

  async assertMayAct(actor: Actor, known: CaseFacts): Promise<void> {
    const { keys } = await this.judged(actor, known);
    const [first] = keys;
    if (first) throw ruleBlocked(first, TEXT.cannotDoForPatient, keys);
  }
}

import { Injectable } from '@nestjs/common';
import {
  EMERGENCIES,
  emergencyAlertKey,
  emergencyKinds,
  type EmergencyKind,
} from '#common/emergency/emergency.js';
import type { AlertReport } from '#common/api/cases.js';
import type { Actor } from '../platform/access/actor.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Evaluations } from './evaluations.service.js';

const LOW_MOOD_PLACE = { check_in: 'a check-in', intake: 'the intake' } as const;

export interface HeardText {
  /** The first to answer first. */
  kinds: EmergencyKind[];
  /** What the audit row of the caller says of it; it has none of the words. */
  detail: { emergency: EmergencyKind; alerted: boolean } | undefined;
}

/** Tells the care team on the patient's case what a patient in danger wrote about: one open alert a kind, with its times. */
@Injectable()
export class Emergencies {
  constructor(
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
  ) {}

  /**
   * The first one opens the case if the patient has none.
   * @returns whether there is a case to tell it on: staff have none; the caller's audit row says so
   */
  async report(
    actor: Actor,
    kinds: readonly EmergencyKind[],
    place: AlertReport['place'],
    { threadId, unsent = false }: { threadId?: string | undefined; unsent?: boolean } = {},
  ): Promise<boolean> {
    const known =
      actor.patientId && kinds.length ? await this.cases.forEmergency(actor, actor.patientId) : null;
    if (!known) return false;
    for (const kind of kinds)
      await this.evaluations.raise(known, {
        rule_key: emergencyAlertKey(kind),
        severity: 'critical',
        message: `The patient ${place === 'safety_check' ? 'reported' : 'may have written about'} ${EMERGENCIES[kind].label} and was shown emergency advice. Contact the patient.`,
        place,
        thread_id: threadId,
        unsent,
      });
    return true;
  }

  /** Of these kinds, those that the care team was told when they were ticked, before the form that now came. */
  async toldBefore(actor: Actor, kinds: readonly EmergencyKind[]): Promise<EmergencyKind[]> {
    const known =
      actor.patientId && kinds.length ? await this.cases.forEmergency(actor, actor.patientId) : null;
    const told = known ? await this.evaluations.formSent(known.id, kinds.map(emergencyAlertKey)) : [];
    return kinds.filter((kind) => told.includes(emergencyAlertKey(kind)));
  }

  /** Reads a text that a patient saves, and reports what it speaks of. */
  async hear(actor: Actor, text: string | null, place: AlertReport['place']): Promise<HeardText> {
    const kinds = emergencyKinds(text ?? '');
    const alerted = await this.report(actor, kinds, place);
    return { kinds, detail: kinds[0] && { emergency: kinds[0], alerted } };
  }

  /** A mood as low as the intake calls severe. */
  async lowMood(actor: Actor, severity: number, place: 'check_in' | 'intake'): Promise<boolean> {
    const known = actor.patientId && (await this.cases.forEmergency(actor, actor.patientId));
    if (!known) return false;
    await this.evaluations.raise(known, {
      rule_key: emergencyAlertKey('low_mood'),
      severity: 'critical',
      message: `The patient rated low mood ${severity} of 10 in ${LOW_MOOD_PLACE[place]} and was shown 988. Contact the patient today for a safety assessment.`,
      place,
    });
    return true;
  }
}

import { Injectable } from '@nestjs/common';
import { emergencyKinds, type EmergencyKind } from '../../common/emergency/emergency.js';
import { redFlags, type IntakeData } from '../../common/intake/index.js';
import { Audit } from '../audit/audit.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Emergencies } from '../rules/emergencies.service.js';

/** A severity is a number, not a text that could mention an emergency. */
const SEVERITY = 'sadness_mood_severity';

export interface ReadEmergencies {
  kinds: EmergencyKind[];
  /** The severity of low mood, if it is severe now and was not before. */
  lowMood: number | null;
}

/** Emergencies mentioned in these answers but not in the earlier ones, so that each is reported once during typing. */
export function freshEmergencies(before: IntakeData, after: IntakeData): ReadEmergencies {
  const earlier = redFlags(before, emergencyKinds);
  const now = redFlags(after, emergencyKinds);
  const inTexts = (flags: typeof now) => flags.filter((flag) => flag.field !== SEVERITY);
  const known = new Set(inTexts(earlier).map((flag) => flag.kind));
  const severe = (flags: typeof now) => flags.some((flag) => flag.field === SEVERITY);
  return {
    kinds: [...new Set(inTexts(now).map((flag) => flag.kind))].filter((kind) => !known.has(kind)),
    lowMood: severe(now) && !severe(earlier) ? Number(after[SEVERITY]) : null,
  };
}

/** Alerts the care team to what a patient in danger wrote in the intake. */
@Injectable()
export class IntakeEmergencies {
  constructor(
    private readonly emergencies: Emergencies,
    private readonly audit: Audit,
  ) {}

  async tell(actor: Actor, patientId: string, { kinds, lowMood }: ReadEmergencies): Promise<void> {
    if (!kinds.length && lowMood === null) return;
    const told = await this.emergencies.report(patientId, kinds, 'intake');
    const toldMood = lowMood !== null && (await this.emergencies.lowMood(patientId, lowMood, 'intake'));
    await this.audit.record(actor, {
      action: 'intake.emergency',
      patientId,
      detail: { emergency: kinds[0] ?? 'self_harm', alerted: told || toldMood },
      as: ['patient'],
    });
  }
}

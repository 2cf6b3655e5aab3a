import { Injectable } from '@nestjs/common';
import { emergencyDetector } from '#common/emergency/emergency.js';
import { freshFlags, type IntakeData } from '#common/intake/index.js';
import { Audit } from '../audit/audit.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Emergencies } from '../rules/emergencies.service.js';

/** Alerts the care team to what a patient in danger wrote in the intake. */
@Injectable()
export class IntakeEmergencies {
  constructor(
    private readonly emergencies: Emergencies,
    private readonly audit: Audit,
  ) {}

  /** Each once: what the earlier answers said was told before. */
  async tell(actor: Actor, patientId: string, before: IntakeData, after: IntakeData): Promise<void> {
    const { kinds, lowMood } = freshFlags(before, after, emergencyDetector);
    if (!kinds.length && lowMood === null) return;
    const told = await this.emergencies.report(actor, kinds, 'intake');
    const toldMood = lowMood !== null && (await this.emergencies.lowMood(actor, lowMood, 'intake'));
    await this.audit.record(actor, {
      action: 'intake.emergency',
      patientId,
      detail: { emergency: kinds[0] ?? 'self_harm', alerted: told || toldMood },
      as: ['patient'],
    });
  }
}

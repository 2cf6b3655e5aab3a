import { reauthRequired } from '../errors/errors.js';
import type { Actor } from './actor.js';

/** `@StepUp('prescribing')` for one way of using a call. */
export function assertProvenToPrescribe({ policies, provenRecently }: Actor): void {
  if (policies.stepUpForPrescribing && !provenRecently) throw reauthRequired();
}

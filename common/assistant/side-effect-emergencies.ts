import type { SideEffect } from '../clinical/safety-check.js';
import type { EmergencyKind } from '../emergency/emergency-kinds.js';

/** Side effects that are an emergency however mild they are called. */
export const EMERGENCY_OF: Partial<Record<SideEffect, EmergencyKind>> = {
  chest_pain: 'heart_or_breathing',
  breathlessness: 'heart_or_breathing',
  one_sided_weakness: 'stroke',
  priapism: 'priapism',
  leg_swelling: 'clot',
};

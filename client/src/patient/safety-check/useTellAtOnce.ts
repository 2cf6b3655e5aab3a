import { useEffect, useRef, useState } from 'react';
import type { TickedEmergency, TickedEmergencyRequest } from '#common/api/index.js';
import { EMERGENCY_OF } from '#common/assistant/side-effect-emergencies.js';
import { SIDE_EFFECTS, type SideEffect } from '#common/clinical/safety-check.js';
import type { EmergencyKind } from '#common/emergency/emergency-kinds.js';
import { api } from '../../shared/api/index.js';
import type { SafetyCheckDraft } from './draft.js';

/** Whether the care team could be told. */
export type Told = 'yes' | 'no';
export interface ToldOf {
  told: Told;
  /** The answer that told of it. */
  by: SideEffect;
}

/** Tells the care team of each ticked emergency at once: the form may never be sent. Once a page and kind. */
export function useTellAtOnce({
  effects,
}: SafetyCheckDraft): Readonly<Partial<Record<EmergencyKind, ToldOf>>> {
  const asked = useRef(new Set<EmergencyKind>());
  const [told, setTold] = useState<Partial<Record<EmergencyKind, ToldOf>>>({});
  const ticked = SIDE_EFFECTS.filter((effect) => effects[effect] && EMERGENCY_OF[effect]).join();
  useEffect(() => {
    for (const effect of ticked.split(',') as SideEffect[]) {
      const kind = EMERGENCY_OF[effect];
      if (!kind || asked.current.has(kind)) continue;
      asked.current.add(kind);
      const body: TickedEmergencyRequest = { side_effects: [effect] };
      api.post<TickedEmergency>('/api/safety-checks/emergency', body).then(
        (answer) => setTold((now) => ({ ...now, [kind]: { told: answer.told ? 'yes' : 'no', by: effect } })),
        () => {
          // Ticked again, it is told again.
          asked.current.delete(kind);
          setTold((now) => ({ ...now, [kind]: { told: 'no', by: effect } }));
        },
      );
    }
  }, [ticked]);
  return told;
}

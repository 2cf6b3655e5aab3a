import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { EmergencyKind } from '../../../../common/assistant/emergency-kinds.js';
import { emergencyKindsByPattern } from '../../../../common/assistant/emergency-patterns.js';

type ReadKinds = (text: string) => EmergencyKind[];

/** Reads texts for emergencies: with the patterns at once, with the classifier as soon as it is loaded. */
export function useEmergencyReader(): ReadKinds {
  const [read, setRead] = useState<ReadKinds>(() => emergencyKindsByPattern);
  useEffect(() => {
    let here = true;
    import('../../../../common/assistant/emergency.js').then(
      (detector) => here && setRead(() => detector.emergencyKinds),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return read;
}

/** The emergency that a text being typed speaks of. */
export function useEmergencyIn(text: string): EmergencyKind | null {
  const read = useEmergencyReader();
  const settled = useDeferredValue(text);
  return useMemo(() => read(settled)[0] ?? null, [read, settled]);
}

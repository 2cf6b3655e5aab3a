import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { EmergencyDetector, EmergencyKind } from '#common/emergency/emergency-kinds.js';

const NONE: EmergencyDetector = { kinds: () => [], isCurrent: () => false };

/** Checks texts for emergencies once the detector has loaded, right after the page. */
export function useEmergencyDetector(): EmergencyDetector {
  const [detector, setDetector] = useState(NONE);
  useEffect(() => {
    let here = true;
    import('#common/emergency/emergency.js').then(
      ({ emergencyDetector }) => here && setDetector(emergencyDetector),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return detector;
}

/** The emergency mentioned in the text being typed. */
export function useEmergencyIn(text: string): EmergencyKind | null {
  const { kinds } = useEmergencyDetector();
  const settled = useDeferredValue(text);
  return useMemo(() => kinds(settled)[0] ?? null, [kinds, settled]);
}

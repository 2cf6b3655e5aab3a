import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { EmergencyKind } from '../../../../common/emergency/emergency-kinds.js';

type ReadKinds = (text: string) => EmergencyKind[];

const none = (): EmergencyKind[] => [];

/** Checks texts for emergencies once the detector has loaded, right after the page. */
export function useEmergencyReader(): ReadKinds {
  const [read, setRead] = useState<ReadKinds>(() => none);
  useEffect(() => {
    let here = true;
    import('../../../../common/emergency/emergency.js').then(
      (detector) => here && setRead(() => detector.emergencyKinds),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return read;
}

/** The emergency mentioned in the text being typed. */
export function useEmergencyIn(text: string): EmergencyKind | null {
  const read = useEmergencyReader();
  const settled = useDeferredValue(text);
  return useMemo(() => read(settled)[0] ?? null, [read, settled]);
}

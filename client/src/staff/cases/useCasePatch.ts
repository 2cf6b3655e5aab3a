import { useState } from 'react';
import type { CasePatchRequest } from '#common/api/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';

interface CasePatchOptions {
  change: () => Omit<CasePatchRequest, 'version'>;
  done: string;
  onClose: () => void;
}

/** Saves a change to the case itself on the version shown; after a conflict, on the version reported by it. */
export function useCasePatch(detail: CaseDetail, { change, done, onClose }: CasePatchOptions) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  return useSave<CaseDetail['case']>({
    send: () => staff.patchCase(detail.id, { version, ...change() }),
    done,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
}

import { CASE_STATUSES } from '#common/vocabulary/index.js';
import { useSession } from '../../shared/session/index.js';
import { isUuid } from '../kit/uuid.js';
import { usePageParams } from '../lists/usePageParams.js';
import type { Sort } from '../lists/Worklist.js';

const SORTABLE = ['urgency', 'last_name', 'status', 'created_at', 'updated_at', 'next_review_at'];
/** Longest wait first: an open case since it was opened, a treated one since its review was due. */
export const DEFAULT_SORT: Sort = { field: 'urgency', order: 'ASC' };

export function useCaseListParams() {
  const place = usePageParams(SORTABLE, DEFAULT_SORT);
  const { params, page, sort, change } = place;
  const systemWide = useSession()?.orgId === null;
  const asked = params.get('org_id');
  return {
    place,
    page,
    sort,
    /** The clinic chosen in the cockpit; of a clinic’s own staff there is none to choose. */
    orgId: systemWide && asked !== null && isUuid(asked) ? asked : null,
    allClinics: () => change({ org_id: null }),
    status: CASE_STATUSES.find((known) => known === params.get('status')) ?? '',
    flagged: params.get('flagged') === '1',
    overdue: params.get('overdue') === '1',
    emergency: params.get('emergency') === '1',
    setFilter: (name: 'status' | 'flagged' | 'overdue' | 'emergency', value: string | null) =>
      change({ [name]: value }),
    toFirstPage: () => change({}),
    clear: () => change({ status: null, flagged: null, overdue: null, emergency: null }),
  };
}

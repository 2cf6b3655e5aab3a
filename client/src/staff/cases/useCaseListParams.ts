import { CASE_STATUSES } from '../../../../common/vocabulary/index.js';
import { usePageParams } from '../kit/usePageParams.js';
import type { Sort } from '../kit/Worklist.js';

const SORTABLE = ['urgency', 'last_name', 'status', 'created_at', 'updated_at', 'next_review_at'];
/** Longest wait first: an open case since it was opened, a treated one since its review was due. */
export const DEFAULT_SORT: Sort = { field: 'urgency', order: 'ASC' };

export function useCaseListParams() {
  const { params, change, ...page } = usePageParams(SORTABLE, DEFAULT_SORT);
  return {
    ...page,
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

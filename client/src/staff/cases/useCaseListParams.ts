import { useSearchParams } from 'react-router-dom';
import { CASE_STATUSES } from '../../../../common/vocabulary/index.js';
import type { Sort } from '../kit/Worklist.js';

const SORTABLE = ['patient_name', 'status', 'created_at', 'updated_at', 'next_review_at'];
/** Urgency: the review that is overdue longest comes first, cases without one last. */
export const DEFAULT_SORT: Sort = { field: 'next_review_at', order: 'ASC' };

function readSort(text: string | null): Sort {
  const order = text?.startsWith('-') ? 'DESC' : 'ASC';
  const field = text?.replace(/^-/, '') ?? '';
  return SORTABLE.includes(field) ? { field, order } : DEFAULT_SORT;
}

/** Sort, page and filters live in the address, so that they survive a reload. What was searched for never does. */
export function useCaseListParams() {
  const [params, setParams] = useSearchParams();
  const status = CASE_STATUSES.find((known) => known === params.get('status')) ?? '';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);

  function change(changes: Record<string, string | null>) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ page: null, ...changes })) {
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { preventScrollReset: true, replace: !('page' in changes) },
    );
  }
  return {
    page,
    status,
    flagged: params.get('flagged') === '1',
    overdue: params.get('overdue') === '1',
    sort: readSort(params.get('sort')),
    setPage: (next: number) => change({ page: next > 1 ? String(next) : null }),
    setSort: ({ field, order }: Sort) => change({ sort: order === 'DESC' ? `-${field}` : field }),
    setFilter: (name: 'status' | 'flagged' | 'overdue', value: string | null) => change({ [name]: value }),
    toFirstPage: () => change({}),
    clear: () => change({ status: null, flagged: null, overdue: null }),
  };
}

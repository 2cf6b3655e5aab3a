import { useSearchParams } from 'react-router-dom';
import type { Sort } from './Worklist.js';

function readSort(text: string | null, sortable: readonly string[], defaultSort: Sort): Sort {
  const order = text?.startsWith('-') ? 'DESC' : 'ASC';
  const field = text?.replace(/^-/, '') ?? '';
  return sortable.includes(field) ? { field, order } : defaultSort;
}

/** The filters that may be saved: choices and dates, nothing that says who a patient is. */
const SAVED =
  'status view tab flagged overdue emergency abnormal mine role audience event outcome from to'.split(' ');

/** Those of the URL: what the router hands over is as old as the last render, and loses a filter set just before. */
const shownParams = () => new URLSearchParams(window.location.search);

/** Sort, page and filters are in the URL, so that they survive a reload. The search text never is. */
export function usePageParams(sortable: readonly string[], defaultSort: Sort) {
  const [params, setParams] = useSearchParams();

  function change(changes: Record<string, string | null>) {
    setParams(
      () => {
        const next = shownParams();
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
    params,
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
    sort: readSort(params.get('sort'), sortable, defaultSort),
    setPage: (next: number) => change({ page: next > 1 ? String(next) : null }),
    setSort: ({ field, order }: Sort) => change({ sort: order === 'DESC' ? `-${field}` : field }),
    /** Changing a filter returns to the first page. */
    change,
    /** The filters as a user may save them. */
    filters: Object.fromEntries([...params].filter(([name]) => SAVED.includes(name))),
    /** Replaces all filters, and the sort where users choose it. */
    apply: (filters: Record<string, string>, { field, order }: Sort) =>
      setParams(
        () => {
          const kept = [...shownParams()].filter(([name]) => name === 'org_id');
          const sorted = sortable.includes(field) && { sort: order === 'DESC' ? `-${field}` : field };
          return { ...Object.fromEntries(kept), ...filters, ...sorted };
        },
        { preventScrollReset: true },
      ),
  };
}
export type PageParams = ReturnType<typeof usePageParams>;

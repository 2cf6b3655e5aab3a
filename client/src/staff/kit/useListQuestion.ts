import { useSearch } from './SearchField.js';
import { usePageParams } from './usePageParams.js';
import type { Sort } from './Worklist.js';

const PER_PAGE = 25;

/** A choice above a list; any value in the address that it does not offer is none. */
export interface ListFilter {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}
export interface ListKind {
  sortable: readonly string[];
  usual: Sort;
  filters: readonly ListFilter[];
}

/** What a list is asked: search, filters, sort and page. All but the search are in the address. */
export function useListQuestion({ sortable, usual, filters }: ListKind) {
  const { params, page, sort, setPage, setSort, change } = usePageParams(sortable, usual);
  const { q, setQ, fieldKey, clear } = useSearch();
  const asked = filters.flatMap(({ name, options }) => {
    const known = options.find(({ value }) => value === params.get(name));
    return known ? [[name, known.value] as const] : [];
  });
  const chosen: Record<string, string> = Object.fromEntries(asked);
  return {
    filters,
    /** As the server reads it. */
    filter: { ...(q && { q }), ...chosen },
    sort,
    setSort,
    page,
    perPage: PER_PAGE,
    setPage,
    chosen,
    choose: (name: string, value: string) => change({ [name]: value }),
    /** Another key empties the field. */
    fieldKey,
    search: (text: string) => {
      setQ(text);
      if (page > 1) setPage(1);
    },
    narrowed: q !== '' || asked.length > 0,
    clear: () => {
      clear();
      change(Object.fromEntries(filters.map(({ name }) => [name, null])));
    },
  };
}
export type ListQuestion = ReturnType<typeof useListQuestion>;

import { useSearch } from './SearchField.js';
import { usePageParams } from './usePageParams.js';
import type { Sort } from './Worklist.js';

/** A filter above a list; values in the URL that it does not offer are ignored. */
export interface ListFilter {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}
export interface ListKind {
  sortable: readonly string[];
  defaultSort: Sort;
  filters: readonly ListFilter[];
}

/** A list's query: search, filters, sort and page. All but the search are in the URL. */
export function useListQuestion({ sortable, defaultSort, filters }: ListKind) {
  const place = usePageParams(sortable, defaultSort);
  const { params, page, setPage, change } = place;
  const { q, setQ, fieldKey, clear } = useSearch();
  const asked = filters.flatMap(({ name, options }) => {
    const known = options.find(({ value }) => value === params.get(name));
    return known ? [[name, known.value] as const] : [];
  });
  const chosen: Record<string, string> = Object.fromEntries(asked);
  return {
    filters,
    /** As the server expects it. */
    filter: { ...(q && { q }), ...chosen },
    place,
    chosen,
    choose: (name: string, value: string) => change({ [name]: value }),
    /** Changing this key empties the field. */
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

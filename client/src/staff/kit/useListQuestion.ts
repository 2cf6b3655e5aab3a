import { useSearch } from './SearchField.js';
import { usePageParams } from './usePageParams.js';
import type { Sort } from './Worklist.js';

const PER_PAGE = 25;

interface Known<Choices> {
  sortable: readonly string[];
  usual: Sort;
  /** The filters with the values each may have; any other value in the address is none. */
  choices: Choices;
}
type Chosen<Choices extends Record<string, readonly string[]>> = {
  [Name in keyof Choices]: Choices[Name][number] | '';
};

/** What a list is asked: search, filters, sort and page. All but the search are in the address. */
export function useListQuestion<const Choices extends Record<string, readonly string[]>>({
  sortable,
  usual,
  choices,
}: Known<Choices>) {
  const { params, page, sort, setPage, setSort, change } = usePageParams(sortable, usual);
  const { q, setQ, fieldKey, clear } = useSearch();
  const names = Object.keys(choices);
  const chosen = Object.fromEntries(
    names.map((name) => [name, choices[name]?.find((value) => value === params.get(name)) ?? '']),
  ) as Chosen<Choices>;
  const asked = Object.entries({ q, ...chosen }).filter(([, value]) => value !== '');
  const filter = Object.fromEntries(asked) as { q?: string } & Partial<Chosen<Choices>>;
  return {
    filter,
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
    narrowed: Object.keys(filter).length > 0,
    clear: () => {
      clear();
      change(Object.fromEntries(names.map((name) => [name, null])));
    },
  };
}
export type ListQuestion = ReturnType<typeof useListQuestion<Record<string, readonly string[]>>>;

import { useDataProvider, useRecordSelection, type ListControllerResult, type RaRecord } from 'react-admin';
import { toast } from '../../shared/toasts/index.js';
import { LIST_TOOLS_TEXT as words } from './text/en.js';
import { useLiveList } from './useLiveList.js';
import type { PageParams } from './usePageParams.js';

const PER_PAGE = 25;
/** As many rows as the server gives in one answer. */
const EXPORT_PER_CALL = 100;

interface Asked {
  place: PageParams;
  /** What the server is asked for: the filters of the URL, and the search, which is never in the URL. */
  filter: Record<string, unknown>;
  perPage?: number;
  meta?: { orgId: string };
  /** The list updates itself while it is on the screen. */
  live?: boolean;
  /** Overrides what a page turn does. */
  setPage?: (page: number) => void;
}

/**
 * A staff list: its rows, and react-admin's view of it, from which the table, the columns, the saved filters and the
 * export read. react-admin's own controller would put the search into the URL, which may be a patient's name.
 */
export function useStaffList<Row extends RaRecord>(resource: string, asked: Asked) {
  const { place, filter, perPage = PER_PAGE, meta, live = true, setPage = place.setPage } = asked;
  const { page, sort } = place;
  const provider = useDataProvider();
  const list = useLiveList<Row>(
    resource,
    { pagination: { page, perPage }, sort, filter, ...(meta && { meta }) },
    live,
  );
  const [selectedIds, { select, toggle, clearSelection }] = useRecordSelection<Row>({
    resource,
    disableSyncWithStore: true,
  });
  const { data, total = 0 } = list;

  /** Every row of the list, page by page, up to a limit; says when that leaves rows out. */
  async function getData({ maxResults = 1000 }: { maxResults?: number } = {}): Promise<Row[]> {
    const rows: Row[] = [];
    for (let next = 1; rows.length < maxResults; next += 1) {
      const pagination = { page: next, perPage: EXPORT_PER_CALL };
      // One after the other: each page is a call of its own in the access log.
      const answer = await provider.getList<Row>(resource, {
        pagination,
        sort,
        filter,
        ...(meta && { meta }),
      });
      rows.push(...answer.data);
      if (answer.data.length < EXPORT_PER_CALL || rows.length >= (answer.total ?? 0)) return rows;
    }
    if (total > rows.length) toast.show({ message: words.cut(rows.length, total), tone: 'warning' });
    return rows;
  }

  const nothing = () => undefined;
  const controller = {
    ...list,
    resource,
    page,
    perPage,
    sort,
    setPage,
    setSort: place.setSort,
    setPerPage: nothing,
    filterValues: place.filters,
    displayedFilters: {},
    setFilters: (filters: Record<string, string>) => place.apply(filters, sort),
    showFilter: nothing,
    hideFilter: nothing,
    getData,
    selectedIds,
    onSelect: select,
    onSelectAll: () => select((data ?? []).map(({ id }) => id)),
    onToggleItem: toggle,
    onUnselectItems: clearSelection,
    hasPreviousPage: page > 1,
    hasNextPage: page * perPage < total,
  } as unknown as ListControllerResult<Row>;
  return { ...list, resource, place, page, perPage, setPage, controller };
}
export type StaffList<Row extends RaRecord> = ReturnType<typeof useStaffList<Row>>;

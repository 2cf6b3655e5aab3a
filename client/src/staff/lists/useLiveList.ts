import { useEffect, useState } from 'react';
import { useDataProvider, useGetList, type RaRecord, type SortPayload } from 'react-admin';
import type { ListMeta } from '#common/api/index.js';
import { BACKGROUND } from '../data/dataProvider.js';
import { askAgain } from './SourceBanner.js';

const LIVE_EVERY_MS = 30_000;

export interface ListParams {
  pagination: { page: number; perPage: number };
  sort: SortPayload;
  filter: Record<string, unknown>;
  /** The clinic that a system-wide administrator looks at. */
  meta?: { orgId: string };
}
interface Fresh<R> {
  /** The query; an answer to another query is not shown. */
  asked: string;
  /** When the shown list was loaded; an older answer is ignored. */
  after: number;
  rows: R[];
  meta: Partial<ListMeta>;
}

/** A list that updates itself without moving a row: values change in place, a new order is offered. */
export function useLiveList<R extends RaRecord>(resource: string, params: ListParams, live = true) {
  const provider = useDataProvider();
  const list = useGetList<R>(resource, params, { placeholderData: (before: unknown) => before as never });
  const [fresh, setFresh] = useState<Fresh<R> | null>(null);
  const asked = JSON.stringify([resource, params]);
  const after = list.dataUpdatedAt;
  const loaded = list.isSuccess;
  const newer = fresh && fresh.asked === asked && fresh.after === after ? fresh : null;
  const meta = newer?.meta ?? (list.meta as Partial<ListMeta> | undefined);
  const every = askAgain(meta?.source) || LIVE_EVERY_MS;

  useEffect(() => {
    if (!loaded || !live) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      const [what, query] = JSON.parse(asked) as [string, ListParams];
      provider.getList<R>(what, { ...query, meta: { ...query.meta, ...BACKGROUND } }).then(
        ({ data, meta }) => setFresh({ asked, after, rows: data, meta: (meta ?? {}) as Partial<ListMeta> }),
        // The next poll retries; the rows on the screen stay, with the time they were read.
        () => undefined,
      );
    }, every);
    return () => clearInterval(timer);
  }, [provider, asked, after, loaded, every, live]);

  const byId = new Map(newer?.rows.map((row) => [row.id, row]));
  const rows = list.data?.map((row) => byId.get(row.id) ?? row);
  const moved =
    newer !== null && newer.rows.map((row) => row.id).join() !== rows?.map((row) => row.id).join();
  return {
    ...list,
    data: rows,
    meta,
    /** Rows were added, removed or reordered since; nothing moves until the user asks for it. */
    moved,
  };
}

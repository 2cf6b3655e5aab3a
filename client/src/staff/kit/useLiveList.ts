import { useEffect, useState } from 'react';
import { useDataProvider, useGetList, type RaRecord, type SortPayload } from 'react-admin';
import type { ListMeta } from '../../../../common/api/index.js';
import { BACKGROUND } from '../dataProvider.js';
import { askAgain } from './SourceBanner.js';

const LIVE_EVERY_MS = 30_000;

interface ListParams {
  pagination: { page: number; perPage: number };
  sort: SortPayload;
  filter: Record<string, unknown>;
}
interface Fresh<R> {
  /** What was asked; an answer to another question is not shown. */
  asked: string;
  /** When the list on the screen was loaded; a newer one has overtaken this answer. */
  after: number;
  rows: R[];
  meta: Partial<ListMeta>;
}

/** A list that keeps itself up to date without moving a row: values change in place, a new order is offered. */
export function useLiveList<R extends RaRecord>(resource: string, params: ListParams) {
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
    if (!loaded) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      const [what, query] = JSON.parse(asked) as [string, ListParams];
      provider.getList<R>(what, { ...query, meta: BACKGROUND }).then(
        ({ data, meta }) => setFresh({ asked, after, rows: data, meta: (meta ?? {}) as Partial<ListMeta> }),
        // The next round asks again; what is on the screen stays, with the time it was read.
        () => undefined,
      );
    }, every);
    return () => clearInterval(timer);
  }, [provider, asked, after, loaded, every]);

  const byId = new Map(newer?.rows.map((row) => [row.id, row]));
  const rows = list.data?.map((row) => byId.get(row.id) ?? row);
  const moved =
    newer !== null && newer.rows.map((row) => row.id).join() !== rows?.map((row) => row.id).join();
  return {
    ...list,
    data: rows,
    meta,
    /** Rows came, went or changed places since; nothing moves until it is asked for. */
    moved,
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDataProvider } from 'react-admin';
import type { Sort } from '../lists/Worklist.js';
import { DEFAULT_SORT } from './useCaseListParams.js';

const KEY = ['case-queue'] as const;
const MOST = { page: 1, perPage: 100 };

/** The list the user is working through: its query, and the page that was shown. */
export interface Queue {
  question: { sort: Sort; filter: object };
  ids: readonly string[];
  /** The page is the whole list. */
  whole: boolean;
}

/** Remembers the order the user is working through, in memory only; sign-out clears it. */
export function useRememberQueue(): (queue: Queue) => void {
  const client = useQueryClient();
  return useCallback((queue) => client.setQueryData(KEY, queue), [client]);
}

export interface QueuePlace {
  place: number;
  of: number;
  previous: string | null;
  next: string | null;
}

/** A case's position in the list it was opened from, including its other pages; after a reload, in the list by urgency. */
export function useQueuePlace(id: string): QueuePlace | null {
  const provider = useDataProvider();
  const kept = { staleTime: Infinity, gcTime: Infinity, retry: false };
  const { data: queue } = useQuery<Queue>({
    queryKey: KEY,
    queryFn: () => ({ question: { sort: DEFAULT_SORT, filter: {} }, ids: [], whole: false }),
    ...kept,
  });
  const { data: ids = queue?.ids } = useQuery<readonly string[]>({
    queryKey: [...KEY, queue?.question],
    queryFn: async () => {
      const { data: rows } = await provider.getList('cases', { pagination: MOST, ...queue!.question });
      return rows.map((row) => String(row.id));
    },
    enabled: queue !== undefined && !queue.whole,
    ...kept,
  });
  const index = ids?.indexOf(id) ?? -1;
  if (!ids || index < 0) return null;
  return {
    place: index + 1,
    of: ids.length,
    previous: ids[index - 1] ?? null,
    next: ids[index + 1] ?? null,
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDataProvider } from 'react-admin';
import { DEFAULT_SORT } from './useCaseListParams.js';

const KEY = ['case-queue'] as const;
const WHOLE_PAGE = { page: 1, perPage: 100 };

/** Remembers the order a person is working through, in memory only; sign-out empties it. */
export function useRememberQueue(): (ids: readonly string[]) => void {
  const client = useQueryClient();
  return useCallback((ids) => client.setQueryData(KEY, ids), [client]);
}

export interface QueuePlace {
  place: number;
  of: number;
  previous: string | null;
  next: string | null;
}

/** Where a case stands in the list it was opened from; after a reload, in the list by urgency. */
export function useQueuePlace(id: string): QueuePlace | null {
  const provider = useDataProvider();
  const { data } = useQuery<readonly string[]>({
    queryKey: KEY,
    queryFn: async () => {
      const { data: rows } = await provider.getList('cases', {
        pagination: WHOLE_PAGE,
        sort: DEFAULT_SORT,
        filter: {},
      });
      return rows.map((row) => String(row.id));
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  const index = data?.indexOf(id) ?? -1;
  if (!data || index < 0) return null;
  return {
    place: index + 1,
    of: data.length,
    previous: data[index - 1] ?? null,
    next: data[index + 1] ?? null,
  };
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading, LoadError } from '../../shared/ui/index.js';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** What is being loaded, for those who cannot see the grey bars. */
  label: string;
  /** The screen's own sentence when it cannot be loaded. */
  failed: string;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** What a query brings, or that it is on its way, or that it failed with a way to try again. */
export function Loaded<T>({ query, label, failed, rows = 4, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <LoadError
        error={query.error}
        message={failed}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  return <Loading rows={rows} label={label} />;
}

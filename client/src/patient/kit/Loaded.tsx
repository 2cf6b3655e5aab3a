import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { formatAge, Loading, LoadError, Notice } from '../../shared/ui/index.js';
import { KIT_TEXT as text } from './text/en.js';

/** The parts of a query used here, for one page or many. */
interface Loadable<T> {
  data: T | undefined;
  error: Error | null;
  isError: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}
interface LoadedProps<T> {
  query: Loadable<T>;
  /** Names what is loading, for screen reader users who cannot see the placeholders. */
  label: string;
  /** The screen's own message when loading fails. */
  failed: string;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** Shows a query's result, its loading state, or its failure with a way to try again. */
export function Loaded<T>({ query, label, failed, rows = 4, children }: LoadedProps<T>) {
  const again = () => void query.refetch();
  if (query.data !== undefined)
    return (
      <>
        {query.isError && <Stale since={query.dataUpdatedAt} onRetry={again} retrying={query.isFetching} />}
        {children(query.data)}
      </>
    );
  if (query.isError)
    return <LoadError error={query.error} message={failed} onRetry={again} retrying={query.isFetching} />;
  return <Loading rows={rows} label={label} />;
}

interface StaleProps {
  since: number;
  onRetry: () => void;
  retrying: boolean;
}
/** The data shown was read earlier, and refreshing it failed. */
function Stale({ since, onRetry, retrying }: StaleProps) {
  return (
    <Notice
      tone="warning"
      role="status"
      sx={{ marginBottom: 3 }}
      action={
        <Button color="inherit" variant="outlined" onClick={onRetry} disabled={retrying}>
          {text.again}
        </Button>
      }
    >
      {text.stale(formatAge(new Date(since).toISOString()))}
    </Notice>
  );
}

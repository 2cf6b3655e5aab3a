import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { formatAge, Loading, LoadError, Notice } from '../../shared/ui/index.js';
import { KIT_TEXT as text } from './text/en.js';

/** What is needed of a query, of one page or of many. */
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
  /** What is being loaded, for those who cannot see the grey bars. */
  label: string;
  /** The screen's own sentence when it cannot be loaded. */
  failed: string;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** What a query brings, or that it is on its way, or that it failed with a way to try again. */
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
/** What stands there was read earlier, and the attempt to read it anew failed. */
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

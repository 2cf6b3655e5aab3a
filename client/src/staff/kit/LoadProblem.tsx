import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { comesBack, loadErrorMessage, outageWords } from '../../shared/api/index.js';
import { formatAge, Notice } from '../../shared/ui/index.js';

const DATABASE = 'The database cannot be reached right now.';
const wasRead = (at: number) =>
  `What you see was read ${formatAge(new Date(at).toISOString())} ago and is still here.`;

/** What is known of something that is loaded. */
export interface Reading {
  data?: unknown;
  error: unknown;
  isFetching: boolean;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  refetch: () => unknown;
}

/** The last failure, until something could be loaded: also while it is asked again, so that nothing flickers. */
export function useLoadProblem({ error, dataUpdatedAt, errorUpdatedAt }: Reading): unknown {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? (errorUpdatedAt > dataUpdatedAt ? last : null);
}

interface LoadProblemProps {
  problem: unknown;
  reading: Reading;
  /** The screen's own sentence for a failed load. */
  failed: string;
  title?: string;
  /** What is known of the database, where the screen asks for it itself. */
  children?: ReactNode;
}
/** A failed load: what happened, how old is what still stands there, and a way to try again. */
export function LoadProblem({ problem, reading, failed, title, children }: LoadProblemProps) {
  const { data, dataUpdatedAt, isFetching, refetch } = reading;
  const out = comesBack(problem);
  const kept = data !== undefined && dataUpdatedAt > 0;
  const why = [
    out && !children && problem.code === 'database_unavailable' && DATABASE,
    kept && wasRead(dataUpdatedAt),
    ...outageWords(problem),
  ].filter(Boolean);
  return (
    <Notice
      tone={kept && out ? 'warning' : 'danger'}
      role="alert"
      title={title ?? (why.length > 0 ? loadErrorMessage(problem, failed) : undefined)}
      sx={{ alignItems: 'center' }}
      action={
        <Button
          color="inherit"
          variant="outlined"
          onClick={() => void refetch()}
          // In an outage it is asked again every few seconds; a button that comes and goes would lose the focus.
          disabled={isFetching && !out}
        >
          Try again
        </Button>
      }
    >
      {(title !== undefined || why.length === 0) && <div>{loadErrorMessage(problem, failed)}</div>}
      {why.length > 0 && <div>{why.join(' ')}</div>}
      {children}
    </Notice>
  );
}

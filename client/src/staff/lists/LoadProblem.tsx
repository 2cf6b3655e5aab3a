import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { comesBack, loadErrorMessage, outageWords } from '../../shared/api/index.js';
import { formatAge, Notice } from '../../shared/ui/index.js';
import { LOAD_PROBLEM_TEXT } from './text/en.js';

const DATABASE = LOAD_PROBLEM_TEXT.databaseCannotReachedRightNow;
const wasRead = (at: number) => LOAD_PROBLEM_TEXT.whatSeeReadAgo(formatAge(new Date(at).toISOString()));

/** The state of something being loaded. */
export interface Reading {
  data?: unknown;
  error: unknown;
  isFetching: boolean;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  refetch: () => unknown;
}

/** The last failure, until a load succeeds: kept during retries, so that nothing flickers. */
export function useLoadProblem({ error, dataUpdatedAt, errorUpdatedAt }: Reading): unknown {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? (errorUpdatedAt > dataUpdatedAt ? last : null);
}

interface LoadProblemProps {
  problem: unknown;
  reading: Reading;
  /** The screen's own message for a failed load. */
  failed: string;
  title?: string;
  /** The database status, where the screen checks it itself. */
  children?: ReactNode;
}
/** A failed load: what happened, how old the shown data is, and a retry button. */
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
          // In an outage it retries every few seconds; a button that comes and goes would lose the focus.
          disabled={isFetching && !out}
        >
          {LOAD_PROBLEM_TEXT.tryAgain}
        </Button>
      }
    >
      {(title !== undefined || why.length === 0) && <div>{loadErrorMessage(problem, failed)}</div>}
      {why.length > 0 && <div>{why.join(' ')}</div>}
      {children}
    </Notice>
  );
}

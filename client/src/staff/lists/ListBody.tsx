import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { ListMeta } from '#common/api/index.js';
import { Empty, Loading, NoMatch, Notice } from '../../shared/ui/index.js';
import { LoadProblem, useLoadProblem, type Reading } from './LoadProblem.js';
import { LIST_TOOLS_TEXT as words } from './text/en.js';

interface NoMatchWords {
  noMatch: string;
  noMatchHint: string;
  clear: string;
}
export interface ListBodyProps<Row> {
  list: Reading & {
    data?: Row[] | undefined;
    isPlaceholderData: boolean;
    meta?: Partial<ListMeta> | undefined;
  };
  /** The screen's own message for a failed load. */
  failed: string;
  loading: string;
  /** Shown when there is nothing at all. */
  empty: { title: string; hint: string };
  /** Shown when search and filters hide everything; undefined while nothing is filtered. */
  noMatch?: { words: NoMatchWords; onClear: () => void } | undefined;
  children: (rows: Row[]) => ReactNode;
}

/** A list's states: failed, loading, empty, no match, or its rows. A failed load never looks empty. */
export function ListBody<Row>({ list, failed, loading, empty, noMatch, children }: ListBodyProps<Row>) {
  const { data, isPlaceholderData, meta } = list;
  const withheld = <Withheld rows={meta?.withheld} />;
  const failure = useLoadProblem(list);
  const problem = failure ? (
    <Box sx={{ padding: 2 }}>
      <LoadProblem problem={failure} reading={list} failed={failed} />
    </Box>
  ) : null;
  // Nor does a failed load after an empty answer.
  if (problem && !data?.length) return problem;
  if (!data) {
    return (
      <Box sx={{ padding: 2 }}>
        <Loading rows={10} label={loading} />
      </Box>
    );
  }
  if (data.length === 0) {
    if (meta?.withheld) return withheld;
    return noMatch ? (
      <NoMatch
        title={noMatch.words.noMatch}
        action={<Button onClick={noMatch.onClear}>{noMatch.words.clear}</Button>}
      >
        {noMatch.words.noMatchHint}
      </NoMatch>
    ) : (
      <Empty title={empty.title}>{empty.hint}</Empty>
    );
  }
  return (
    <Box sx={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
      {/* Earlier rows stay on the screen. */}
      {problem}
      {withheld}
      {children(data)}
    </Box>
  );
}

/** In a clinic that requires reasons: rows of records that this person has not opened are not shown. */
export function Withheld({ rows = 0 }: { rows?: number | undefined }) {
  return rows ? (
    <Notice tone="info" sx={{ margin: 2 }}>
      {words.withheld(rows)}
    </Notice>
  ) : null;
}

import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading, Page } from '#client/shared/ui/index.js';
import { LoadProblem, useLoadProblem } from '../../lists/LoadProblem.js';
import { ClinicScope, type useClinicScope } from './ClinicScope.js';

interface FiguresWords {
  title: string;
  lead: string;
  refresh: string;
  failed: string;
  failedTitle?: string;
  loading: string;
}
interface FiguresProps<Data> {
  words: FiguresWords;
  width: number;
  scope: ReturnType<typeof useClinicScope>;
  query: UseQueryResult<Data>;
  /** Stands beside the message when the figures cannot be read. */
  beside?: ReactNode;
  /** @param known false: the data is from before, and could not be refreshed */
  children: (data: Data, known: boolean) => ReactNode;
}

/** A page of figures about one clinic or all of them: the choice, a refresh, and the states of loading. */
export function ClinicFigures<Data>({
  words,
  width,
  scope: { orgId, organisations, choose },
  query,
  beside,
  children,
}: FiguresProps<Data>) {
  const { data, isFetching, refetch } = query;
  const problem = useLoadProblem(query);
  return (
    <Page
      title={words.title}
      width={width}
      lead={words.lead}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5 }}>
          {organisations && <ClinicScope organisations={organisations} value={orgId} onChange={choose} />}
          <Button
            variant="outlined"
            startIcon={<RefreshOutlined />}
            onClick={() => void refetch()}
            loading={isFetching}
            loadingPosition="start"
          >
            {words.refresh}
          </Button>
        </Box>
      }
    >
      {problem ? (
        <Box sx={{ marginBottom: data ? 3 : 0 }}>
          <LoadProblem problem={problem} reading={query} failed={words.failed} title={words.failedTitle}>
            {beside}
          </LoadProblem>
        </Box>
      ) : (
        !data && <Loading rows={10} label={words.loading} />
      )}
      {data && children(data, !problem)}
    </Page>
  );
}

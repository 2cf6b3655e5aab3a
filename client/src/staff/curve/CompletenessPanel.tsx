import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CaseMeasure } from '../../../../common/api/index.js';
import { formatDate, Loading, LoadError, Panel, StatusChip } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { COMPLETENESS_TEXT as words } from './text/en.js';

/** Which monitoring is done and which is overdue; never a bare percentage. */
export function CompletenessPanel({ caseId }: { caseId: string }) {
  const staff = useStaff();
  const { data, ...query } = useQuery({
    queryKey: ['completeness', caseId],
    queryFn: ({ signal }) => staff.getCompleteness(caseId, signal),
  });
  if (query.isError && !data)
    return (
      <Panel title={words.title}>
        <LoadError
          error={query.error}
          message={words.failed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Panel>
    );
  if (!data)
    return (
      <Panel title={words.title}>
        <Loading rows={2} label={words.loading} />
      </Panel>
    );
  const overdue = data.details.filter(({ status }) => status === 'overdue');
  const due = data.details.filter(({ status }) => status === 'due');
  const tone = data.critical_overdue.length > 0 ? 'danger' : overdue.length > 0 ? 'warning' : 'success';
  return (
    <Panel title={words.title} actions={<StatusChip tone={tone}>{data.summary}</StatusChip>}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {overdue.length === 0 && <Typography>{words.allDone}</Typography>}
        {overdue.length > 0 && <Measures title={words.overdue} measures={overdue} />}
        {due.length > 0 && <Measures title={words.soon} measures={due} />}
      </Box>
    </Panel>
  );
}

function Measures({ title, measures }: { title: string; measures: readonly CaseMeasure[] }) {
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
        {measures.map(({ id, title: name, critical, due_on: dueOn, source }) => (
          <li key={id}>
            {name}
            {dueOn && `, ${words.due(formatDate(dueOn))}`}{' '}
            {critical && <StatusChip tone="danger">{words.critical}</StatusChip>}{' '}
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {words.source(source)}
            </Typography>
          </li>
        ))}
      </Box>
    </div>
  );
}

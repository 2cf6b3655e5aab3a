import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CaseMeasure } from '#common/api/index.js';
import {
  formatDate,
  Loading,
  LoadError,
  Panel,
  StatusChip,
  TextLink,
  visuallyHidden,
} from '../../shared/ui/index.js';
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
  const of = (status: CaseMeasure['status']) => data.details.filter((one) => one.status === status);
  const [overdue, due, done] = [of('overdue'), of('due'), of('done')];
  const tone = data.critical_overdue.length > 0 ? 'danger' : overdue.length > 0 ? 'warning' : 'success';
  return (
    <Panel title={words.title} actions={<StatusChip tone={tone}>{data.summary}</StatusChip>}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {overdue.length === 0 && <Typography>{words.allDone}</Typography>}
        {overdue.length > 0 && <Measures title={words.overdue} measures={overdue} caseId={caseId} />}
        {due.length > 0 && <Measures title={words.soon} measures={due} caseId={caseId} />}
        {done.length > 0 && (
          <Box component="details">
            <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content', fontWeight: 600 }}>
              {words.done(done.length)}
            </Box>
            <Measures measures={done} caseId={caseId} />
          </Box>
        )}
      </Box>
    </Panel>
  );
}

interface MeasuresProps {
  title?: string;
  measures: readonly CaseMeasure[];
  caseId: string;
}
function Measures({ title, measures, caseId }: MeasuresProps) {
  return (
    <div>
      {title && <Typography sx={{ fontWeight: 600 }}>{title}</Typography>}
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
        {measures.map((measure) => (
          <li key={measure.id}>
            {measure.title}
            {measure.status !== 'done' && measure.due_on && `, ${words.due(formatDate(measure.due_on))}`}{' '}
            {measure.critical && measure.status !== 'done' && (
              <StatusChip tone="danger">{words.critical}</StatusChip>
            )}{' '}
            <EvidenceOf measure={measure} caseId={caseId} />{' '}
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {words.source(measure.source)}
            </Typography>
          </li>
        ))}
      </Box>
    </div>
  );
}

/** What a measure rests on; a lab is a link to its panel. */
function EvidenceOf({ measure, caseId }: { measure: CaseMeasure; caseId: string }) {
  const { evidence_ref: found, title } = measure;
  if (!found) return null;
  const said = words.evidence(words.kinds[found.kind], found.on && formatDate(found.on));
  if (found.kind !== 'lab' || !found.id) return <span>{said}.</span>;
  return (
    <>
      <TextLink to={`/trt/cases/${caseId}?tab=labs&panel=${found.id}`}>
        {said}
        <Box component="span" sx={visuallyHidden}>{`: ${title}`}</Box>
      </TextLink>
      .
    </>
  );
}

import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ClinicCompletenessResponse } from '#common/api/index.js';
import {
  Empty,
  formatDate,
  formatDateTime,
  formatNumber,
  Panel,
  saveFile,
  visuallyHidden,
} from '#client/shared/ui/index.js';
import { useStaff } from '../../data/useStaff.js';
import { listCsv, type CsvColumns } from '../../lists/listCsv.js';
import { localToday } from '../../kit/localToday.js';
import { usePageParams } from '../../lists/usePageParams.js';
import { ClinicFigures } from '../kit/ClinicFigures.js';
import { useClinicScope } from '../kit/ClinicScope.js';
import { CASE_CSV, csvMeasures, isChoice, MEASURE_CSV, measureRows, type MeasureRow } from './figures.js';
import { MeasureTable, QuarterTable } from './MeasureTables.js';
import { MissingCases } from './MissingCases.js';
import { CLINIC_COMPLETENESS_TEXT as words } from './text/en.js';

/** /admin/completeness: how complete the monitoring of a clinic's patients is. */
export default function CompletenessPage() {
  const staff = useStaff();
  const scope = useClinicScope();
  const { orgId, clinic } = scope;
  const query = useQuery({
    queryKey: ['completeness', 'clinic', orgId],
    queryFn: ({ signal }) => staff.getClinicCompleteness(orgId, signal),
  });
  return (
    <ClinicFigures words={words} width={1280} scope={scope} query={query}>
      {(data) => <Report key={orgId} data={data} clinic={clinic} />}
    </ClinicFigures>
  );
}

function Report({ data, clinic }: { data: ClinicCompletenessResponse; clinic: string | null }) {
  const place = usePageParams([], { field: 'id', order: 'ASC' });
  const list = useRef<HTMLDivElement>(null);
  const rows = measureRows(data);
  const asked = place.params.get('missing');
  const showMissing = (id: string) => {
    place.change({ missing: id });
    list.current?.focus();
  };
  if (data.patients === 0) return <Empty title={words.none}>{words.noneHint}</Empty>;
  const groups = [
    { title: words.before, of: rows.filter(({ id }) => id.startsWith('P')) },
    { title: words.after, of: rows.filter(({ id }) => !id.startsWith('P')) },
  ];
  return (
    <Stack spacing={3}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography sx={{ color: 'text.secondary', marginRight: 'auto' }}>
          {clinic && `${words.ofClinic(clinic)} `}
          {words.asOf(formatDateTime(data.as_of))}
        </Typography>
        <Button
          size="small"
          startIcon={<DownloadOutlined />}
          onClick={() => download('measures', csvMeasures(rows), MEASURE_CSV)}
        >
          {words.measuresCsv}
        </Button>
      </Box>
      <Figures data={data} />
      {groups.map(({ title, of }) => (
        <Panel key={title} title={title} flush>
          <MeasureTable label={title} rows={of} onMissing={showMissing} />
        </Panel>
      ))}
      <Quarters rows={rows} />
      <MissingCases
        ref={list}
        data={data}
        choice={isChoice(asked) ? asked : 'any'}
        onChoice={(choice) => place.change({ missing: choice === 'any' ? null : choice })}
        page={place.page}
        onPage={place.setPage}
        onCsv={(cases) => download('patients', cases, CASE_CSV)}
      />
    </Stack>
  );
}

function download<Item>(name: string, rows: readonly Item[], columns: CsvColumns<Item>): void {
  const file = new Blob([listCsv(rows, columns)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, `completeness-${name}-${localToday()}.csv`);
}

/** The clinic in three figures, each with its last quarter. */
function Figures({ data }: { data: ClinicCompletenessResponse }) {
  const [last] = data.quarters;
  const figures = [
    { name: words.patients, now: formatNumber(data.patients), before: last && formatNumber(last.patients) },
    ...(['complete', 'critical'] as const).map((part) => ({
      name: words[part],
      now: words.metOf(data[part], data.patients),
      before: last && words.metOf(last[part], last.patients),
    })),
  ];
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
      }}
    >
      {figures.map(({ name, now, before }) => (
        <Box
          key={name}
          sx={{
            padding: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: '10px',
            backgroundColor: 'background.paper',
          }}
        >
          <Box component="dt" sx={{ fontSize: '0.9375rem', color: 'text.secondary' }}>
            {name}
          </Box>
          <Box
            component="dd"
            className="tabular"
            sx={{ margin: 0, fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.3 }}
          >
            {now}
          </Box>
          {last && before && (
            <Box
              component="dd"
              className="tabular"
              sx={{ margin: 0, fontSize: '0.875rem', color: 'text.secondary' }}
            >
              {words.onDay(formatDate(last.on), before)}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

function Quarters({ rows }: { rows: readonly MeasureRow[] }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title={words.asTable}
      flush
      actions={
        <Button
          size="small"
          variant="outlined"
          aria-expanded={open}
          aria-controls="completeness-quarters"
          onClick={() => setOpen(!open)}
        >
          {open ? words.hide : words.show}
          <Box component="span" sx={visuallyHidden}>{`: ${words.asTable}`}</Box>
        </Button>
      }
    >
      <Box id="completeness-quarters" hidden={!open}>
        {open && <QuarterTable rows={rows} />}
      </Box>
    </Panel>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { forwardRef } from 'react';
import type { ClinicCase, ClinicCompletenessResponse } from '#common/api/index.js';
import { MEASURES } from '#common/clinical/completeness/measures.js';
import { useSession } from '#client/shared/session/index.js';
import { Empty, Notice, Panel, StatusChip, TextLink } from '#client/shared/ui/index.js';
import { SmallField } from '../../forms/SmallField.js';
import { Cell, Head, Pager, Row, WorkTable } from '../../lists/Worklist.js';
import { casesFor, titleOfMeasure } from './figures.js';
import { CLINIC_COMPLETENESS_TEXT as words } from './text/en.js';

const PER_PAGE = 25;

interface MissingCasesProps {
  data: ClinicCompletenessResponse;
  choice: string;
  onChoice: (choice: string) => void;
  page: number;
  onPage: (page: number) => void;
  onCsv: (rows: ClinicCase[]) => void;
}

/** Who misses a measure: names and measures only, no values. */
export const MissingCases = forwardRef<HTMLDivElement, MissingCasesProps>(function MissingCases(
  { data, choice, onChoice, page, onPage, onCsv },
  ref,
) {
  const rows = casesFor(data.cases, choice);
  const at = Math.min(page, Math.max(1, Math.ceil(rows.length / PER_PAGE)));
  const shown = rows.slice((at - 1) * PER_PAGE, at * PER_PAGE);
  return (
    <Box ref={ref} tabIndex={-1} sx={{ scrollMarginTop: '80px', '&:focus': { outline: 'none' } }}>
      <Panel
        title={words.cases}
        flush
        actions={
          <Button
            size="small"
            startIcon={<DownloadOutlined />}
            disabled={rows.length === 0}
            onClick={() => onCsv(rows)}
          >
            {words.casesCsv}
          </Button>
        }
      >
        <Box sx={{ padding: '0 16px 14px', display: 'grid', gap: 1.5 }}>
          <Box sx={{ maxWidth: 420 }}>
            <SmallField
              id="completeness-cases"
              type="select"
              label={words.whichCases}
              value={choice}
              onChange={onChoice}
            >
              <option value="any">{words.overdueAny}</option>
              <option value="critical">{words.overdueCritical}</option>
              <option value="all">{words.everyCase}</option>
              {MEASURES.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SmallField>
          </Box>
          {data.cases_withheld > 0 && <Notice tone="info">{words.withheld(data.cases_withheld)}</Notice>}
        </Box>
        {rows.length === 0 ? (
          <Empty title={words.noCases}>{words.noCasesHint}</Empty>
        ) : (
          <>
            <CaseTable rows={shown} />
            {rows.length > PER_PAGE && (
              <Pager page={at} perPage={PER_PAGE} total={rows.length} onPage={onPage} />
            )}
          </>
        )}
      </Panel>
    </Box>
  );
});

function CaseTable({ rows }: { rows: readonly ClinicCase[] }) {
  const records = useSession()?.clinicalActs ?? false;
  const { caseColumns: columns } = words;
  return (
    <WorkTable
      label={words.cases}
      head={
        <>
          <Head>{columns.patient}</Head>
          <Head>{columns.mrn}</Head>
          <Head>{columns.done}</Head>
          <Head>{columns.overdue}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.case_id}>
          <Cell sx={{ fontWeight: 600 }}>
            {records ? (
              <TextLink to={`/trt/cases/${row.case_id}?tab=plan`}>{row.patient_name}</TextLink>
            ) : (
              row.patient_name
            )}
          </Cell>
          <Cell name={columns.mrn}>
            <span className="tabular">{row.mrn}</span>
          </Cell>
          <Cell name={columns.done} oneLine>
            <span className="tabular">{words.metOf(row.done, row.done + row.overdue)}</span>
          </Cell>
          <Cell name={columns.overdue}>
            <Overdue row={row} />
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}

/** Critical ones first. */
function Overdue({ row: { overdue_measures: overdue, critical_overdue: critical } }: { row: ClinicCase }) {
  const others = overdue.filter((id) => !critical.includes(id));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px' }}>
      {critical.map((id) => (
        <StatusChip key={id} tone="danger">
          {titleOfMeasure(id)}
        </StatusChip>
      ))}
      <span>{others.map(titleOfMeasure).join(' · ') || (critical.length ? '' : words.noneMissing)}</span>
    </Box>
  );
}

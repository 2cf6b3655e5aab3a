import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffLabReport } from '../../../../common/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate, formatNumber, Page, Panel, StatusChip, TextLink } from '../../shared/ui/index.js';
import { LabEntryForm } from '../cases/LabEntryForm.js';
import { explained, Failure } from '../kit/Failure.js';
import { ListBody } from '../kit/ListBody.js';
import { isStale, SourceBanner } from '../kit/SourceBanner.js';
import { useLiveList } from '../kit/useLiveList.js';
import { usePageParams } from '../kit/usePageParams.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { ViewTabs } from '../kit/ViewTabs.js';
import { Cell, Head, Pager, Row, WorkTable, type Sort } from '../kit/Worklist.js';
import { REPORTS_TEXT as words } from './text/reports.js';

const PER_PAGE = 25;
const OLDEST: Sort = { field: 'uploaded_at', order: 'ASC' };
const VIEWS = {
  waiting: { label: words.views.waiting, filter: { state: 'waiting' }, sort: OLDEST },
  all: { label: words.views.all, filter: {}, sort: { field: 'uploaded_at', order: 'DESC' } },
} as const satisfies Record<string, { label: string; filter: object; sort: Sort }>;
type View = keyof typeof VIEWS;

/** /trt/provider/lab-reports: reports that patients sent, to read and enter. */
export default function LabReportsPage() {
  const { params, page, setPage, change } = usePageParams([], OLDEST);
  const view: View = params.get('view') === 'all' ? 'all' : 'waiting';
  const [open, setOpen] = useState<StaffLabReport | null>(null);
  const { filter, sort } = VIEWS[view];
  const list = useLiveList<StaffLabReport>('lab-reports', {
    pagination: { page, perPage: PER_PAGE },
    sort,
    filter,
  });
  const { data, total = 0, meta } = list;
  const readOnly = isStale(meta?.source);
  return (
    <Page title={words.title} lead={words.lead} width={1440} count={data ? total : undefined}>
      {readOnly && <SourceBanner kind="fallback lab reports" asOf={meta?.as_of} />}
      {open && !readOnly && <Entry key={open.id} report={open} onClose={() => setOpen(null)} />}
      <ViewTabs
        label={words.viewsLabel}
        value={view}
        views={VIEWS}
        onChange={(next) => change({ view: next })}
      >
        <Panel title={VIEWS[view].label} flush hideTitle>
          <ListBody list={list} failed={words.failed} loading={words.loading} empty={words.none}>
            {(rows) => (
              <>
                <WorkTable
                  label={words.title}
                  head={
                    <>
                      <Head>{words.patient}</Head>
                      <Head>{words.report}</Head>
                      <Head>{words.sent}</Head>
                      <Head>{words.state}</Head>
                      <Head end>{words.act}</Head>
                    </>
                  }
                >
                  {rows.map((report) => (
                    <Line
                      key={report.id}
                      report={report}
                      onEnter={readOnly ? undefined : () => setOpen(report)}
                    />
                  ))}
                </WorkTable>
                <Pager page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
              </>
            )}
          </ListBody>
        </Panel>
      </ViewTabs>
    </Page>
  );
}

const fileAt = (id: string): string => `/api/trt/lab-reports/${encodeURIComponent(id)}/file`;

function FileLink({ report }: { report: StaffLabReport }) {
  return (
    <Box
      component="a"
      href={fileAt(report.id)}
      download
      sx={{ color: 'primary.main', textUnderlineOffset: '3px' }}
    >
      {report.name}
    </Box>
  );
}

function Line({ report, onEnter }: { report: StaffLabReport; onEnter: (() => void) | undefined }) {
  const waiting = report.state === 'waiting';
  return (
    <Row>
      <Cell>
        {report.case_id ? (
          <TextLink to={`/trt/cases/${report.case_id}`} bold>
            {report.patient_name}
          </TextLink>
        ) : (
          report.patient_name
        )}
        <Box className="tabular" sx={{ color: 'text.secondary' }}>
          {report.mrn}
        </Box>
      </Cell>
      <Cell name={words.report}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <FileLink report={report} />
          <Box sx={{ color: 'text.secondary' }}>
            {words.size(formatNumber(Math.ceil(report.bytes / 1024)))}
          </Box>
        </Box>
      </Cell>
      <Cell name={words.sent}>{formatDate(report.uploaded_at)}</Cell>
      <Cell name={words.state}>
        <StatusChip tone={waiting ? 'warning' : 'success'}>
          {waiting ? words.waiting : words.entered(formatDate(report.transcribed_at ?? report.uploaded_at))}
        </StatusChip>
      </Cell>
      <Cell end blank={!waiting || !onEnter}>
        {waiting && onEnter && (
          <Button
            size="small"
            variant="outlined"
            aria-label={words.enterFor(report.patient_name)}
            onClick={onEnter}
          >
            {words.enter}
          </Button>
        )}
      </Cell>
    </Row>
  );
}

/** The values of one report; it leaves the list once all of them are marked as entered. */
function Entry({ report, onClose }: { report: StaffLabReport; onClose: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function done() {
    setBusy(true);
    setFailure(null);
    try {
      await staff.reportEntered(report.id);
      toast.success(words.done);
      await refresh();
      onClose();
    } catch (error) {
      setFailure(explained(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Box
      component="section"
      aria-label={words.entryOf(report.patient_name)}
      sx={{ display: 'grid', gap: 1.5, marginBottom: 2.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' }}>
        <Box sx={{ fontWeight: 650, fontSize: '1.125rem' }}>
          {report.patient_name}{' '}
          <Box component="span" className="tabular" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            {report.mrn}
          </Box>
        </Box>
        <FileLink report={report} />
        <Button size="small" onClick={onClose}>
          {words.close}
        </Button>
      </Box>
      {report.case_id ? (
        <LabEntryForm caseId={report.case_id} patientId={report.patient_id} />
      ) : (
        <Panel title={words.noCaseTitle}>{words.noCase}</Panel>
      )}
      {failure && <Failure title={words.markFailed} detail={failure} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button variant="contained" loading={busy} onClick={() => void done()}>
          {words.markEntered}
        </Button>
        <Box sx={{ color: 'text.secondary' }}>{words.markHint}</Box>
      </Box>
    </Box>
  );
}

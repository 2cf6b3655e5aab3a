import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { NOTHING_TO_ENTER, type NothingToEnter } from '#common/api/lab-reports.js';
import type { StaffLabReport } from '#common/api/index.js';
import { isApiError } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate, formatNumber, Page, Panel, StatusChip } from '../../shared/ui/index.js';
import { LabEntryForm } from '../cases/LabEntryForm.js';
import { explained, Failure } from '../forms/Failure.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { ListFrame } from '../lists/ListFrame.js';
import { PatientName } from '../kit/PatientName.js';
import { SmallField } from '../forms/SmallField.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { ActsColumn, Column, StaffTable } from '../lists/StaffTable.js';
import { usePageParams } from '../lists/usePageParams.js';
import { useStaffList } from '../lists/useStaffList.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import type { Sort } from '../lists/Worklist.js';
import { REPORTS_TEXT as words } from './text/reports.js';

const OLDEST: Sort = { field: 'uploaded_at', order: 'ASC' };
const VIEWS = {
  waiting: { label: words.views.waiting, filter: { state: 'waiting' }, sort: OLDEST },
  all: { label: words.views.all, filter: {}, sort: { field: 'uploaded_at', order: 'DESC' } },
} as const satisfies Record<string, { label: string; filter: object; sort: Sort }>;
type View = keyof typeof VIEWS;

/** /trt/provider/lab-reports: reports that patients sent, to read and enter. */
export default function LabReportsPage() {
  const place = usePageParams([], OLDEST);
  const { params, change } = place;
  const view: View = params.get('view') === 'all' ? 'all' : 'waiting';
  const [open, setOpen] = useState<StaffLabReport | null>(null);
  const { filter, sort } = VIEWS[view];
  const list = useStaffList<StaffLabReport>('lab-reports', { place: { ...place, sort }, filter });
  const { data, total, meta } = list;
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
        <ListFrame
          title={VIEWS[view].label}
          list={list}
          csv={REPORT_CSV}
          failed={words.failed}
          loading={words.loading}
          empty={words.none}
        >
          <ReportTable onEnter={readOnly ? undefined : setOpen} />
        </ListFrame>
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

const isWaiting = (report: StaffLabReport): boolean => report.state === 'waiting';

const REPORT_CSV: CsvColumns<StaffLabReport> = {
  [words.patient]: (report) => report.patient_name,
  MRN: (report) => report.mrn,
  [words.report]: (report) => report.name,
  [words.sent]: (report) => report.uploaded_at,
  [words.state]: (report) => report.state,
};

function ReportTable({ onEnter }: { onEnter: ((report: StaffLabReport) => void) | undefined }) {
  return (
    <StaffTable label={words.title}>
      <Column<StaffLabReport>
        source="patient"
        fixed
        label={words.patient}
        unlabeled
        render={({ patient_name: name, mrn, case_id: caseId }) => (
          <PatientName name={name} mrn={mrn} to={caseId ? `/trt/cases/${caseId}` : undefined} />
        )}
      />
      <Column<StaffLabReport>
        source="report"
        label={words.report}
        render={(report) => (
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <FileLink report={report} />
            <Box sx={{ color: 'text.secondary' }}>
              {words.size(formatNumber(Math.ceil(report.bytes / 1024)))}
            </Box>
          </Box>
        )}
      />
      <Column<StaffLabReport>
        source="uploaded_at"
        label={words.sent}
        render={(report) => formatDate(report.uploaded_at)}
      />
      <Column<StaffLabReport>
        source="state"
        label={words.state}
        render={(report) => (
          <StatusChip tone={isWaiting(report) ? 'warning' : 'success'}>
            {isWaiting(report)
              ? words.waiting
              : (report.values_entered ? words.entered : words.closed)(
                  formatDate(report.transcribed_at ?? report.uploaded_at),
                )}
          </StatusChip>
        )}
      />
      <ActsColumn<StaffLabReport>
        label={words.act}
        render={(report) =>
          isWaiting(report) &&
          onEnter && (
            <Button
              size="small"
              variant="outlined"
              aria-label={words.enterFor(report.patient_name)}
              onClick={() => onEnter(report)}
            >
              {words.enter}
            </Button>
          )
        }
      />
    </StaffTable>
  );
}

/** The values of one report; it leaves the list once all of them are marked as entered. */
function Entry({ report, onClose }: { report: StaffLabReport; onClose: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [why, setWhy] = useState<NothingToEnter | ''>('');
  const [nothingYet, setNothingYet] = useState<string | null>(null);

  async function done(nothing?: NothingToEnter) {
    setBusy(true);
    setFailure(null);
    try {
      await staff.reportEntered(report.id, nothing);
      toast.success(words.done);
      await refresh();
      onClose();
    } catch (error) {
      const noResults = isApiError(error) ? (error.fields['nothing_to_enter'] ?? null) : null;
      setNothingYet(noResults);
      if (!noResults) setFailure(explained(error));
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2 }}>
        <SmallField
          id="nothing-to-enter"
          type="select"
          label={words.orNothing}
          value={why}
          onChange={(chosen) => {
            setWhy(chosen as NothingToEnter | '');
            setNothingYet(null);
          }}
          error={nothingYet}
        >
          <option value="">{words.chooseWhy}</option>
          {NOTHING_TO_ENTER.map((key) => (
            <option key={key} value={key}>
              {words.why[key]}
            </option>
          ))}
        </SmallField>
        {why && (
          <Button variant="outlined" loading={busy} onClick={() => void done(why)}>
            {words.closeWithout}
          </Button>
        )}
      </Box>
    </Box>
  );
}

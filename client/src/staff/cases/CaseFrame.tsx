import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { ShowControllerResult } from 'react-admin';
import type { Prescription } from '#common/api/index.js';
import { CASE_STATUS, DEFAULT_CASE_LABEL } from '#common/vocabulary/index.js';
import { isNotFound } from '../../shared/api/index.js';
import {
  ButtonLink,
  Empty,
  Loading,
  LoadError,
  Notice,
  Page,
  PageTitle,
  StatusChip,
  TextLink,
} from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ruleTitle } from '../kit/words.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { useHeadingHandover } from '../kit/useHeadingHandover.js';
import { HoldNotice } from './HoldNotice.js';
import { orderLine } from '../orders/lines.js';
import { CASE_FRAME_TEXT, CASE_TEXT, LIST_TEXT } from './text/en.js';
import { RecordShow } from '../records/RecordShow.js';

export const caseName = ({ case: one }: CaseDetail): string =>
  one.patient_name || one.patient_email || one.mrn;

interface CaseScreenProps {
  id: string;
  /** The tab's title while the case is loading or missing. */
  title: string;
  failed?: string;
  children: (detail: CaseDetail, readOnly: boolean) => ReactNode;
}

/** Loads a case for one of its screens; loading and error states look the same on all of them. */
export const CaseScreen = (props: CaseScreenProps) => (
  <RecordShow resource="cases" id={props.id}>
    {(show) => <LoadedCase {...props} show={show} />}
  </RecordShow>
);

function LoadedCase({
  title,
  failed = CASE_TEXT.caseFailed,
  children,
  show: { record, error, refetch, isFetching },
}: CaseScreenProps & { show: ShowControllerResult<CaseDetail> }) {
  const handover = useHeadingHandover(record !== undefined);
  if (record) return children(record, isStale(record.case_source));
  return (
    <Page title={title} width={1440}>
      {handover}
      {!error && <Loading rows={8} label={CASE_FRAME_TEXT.loadingCase} />}
      {error && isNotFound(error) && (
        <Empty
          title={CASE_TEXT.notFound}
          action={<ButtonLink to="/trt/provider/cases">{CASE_TEXT.backToCases}</ButtonLink>}
        >
          {CASE_TEXT.notFoundHint}
        </Empty>
      )}
      {error && !isNotFound(error) && (
        <LoadError error={error} message={failed} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  );
}

interface CaseFrameProps {
  detail: CaseDetail;
  /** The screen's name within the case; absent for the case page itself. */
  part?: string;
  /** Shown at the end of the back link's line. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** Shown right below the patient's identity, before anything else. */
  urgent?: ReactNode;
  children: ReactNode;
}

/** The patient's identity stays in view on every screen of a case. */
export function CaseFrame({ detail, part, aside, actions, urgent, children }: CaseFrameProps) {
  const name = caseName(detail);
  const number = detail.case.case_number;
  return (
    <Box sx={{ maxWidth: 1440, marginInline: 'auto' }}>
      {/* The name stays out of the tab's title: titles end up in the browser's history. */}
      <PageTitle title={part ? `${part}, case ${number}` : CASE_FRAME_TEXT.case(number)} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: '4px 16px',
          fontSize: '0.875rem',
          marginBottom: 1,
        }}
      >
        <Box component="span">
          <TextLink to="/trt/provider/cases">{CASE_FRAME_TEXT.cases}</TextLink>
          {part && (
            <>
              {' / '}
              <TextLink to={`/trt/cases/${detail.id}`}>{name}</TextLink>
            </>
          )}
        </Box>
        {aside}
      </Box>
      <Box
        sx={(theme) => ({
          position: { md: 'sticky' },
          top: 65,
          zIndex: 2,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '10px 36px',
          padding: '10px 0 14px',
          backgroundColor: theme.vars.palette.background.default,
        })}
      >
        <Heading detail={detail} text={part ?? name} />
        <PatientFacts detail={detail} name={part && name} call="patient" brief />
      </Box>
      {urgent}
      <CaseLine detail={detail} actions={actions} />
      <Box sx={{ display: 'grid', gap: 2, marginBottom: 2.5 }}>
        <HoldNotice detail={detail} />
        <ApprovedAgainst orders={detail.prescriptions} />
        <ClinicalStrip detail={detail} />
      </Box>
      {isStale(detail.case_source) && <SourceBanner kind="fallback case details" asOf={detail.as_of} />}
      {children}
    </Box>
  );
}

/** Orders in use that passed rules stay marked. */
function ApprovedAgainst({ orders }: { orders: readonly Prescription[] }) {
  const passed = orders.filter(
    ({ status, ended_reason: ended, override_rules: rules }) =>
      (status === 'accepted' || status === 'filled') && ended === null && rules.length > 0,
  );
  if (passed.length === 0) return null;
  return (
    <Notice tone="warning">
      {passed.map((order) => (
        <div key={order.prescription_id}>
          {orderLine(order)}. {LIST_TEXT.approvedAgainst(order.override_rules.map(ruleTitle).join(', '))}
        </div>
      ))}
    </Notice>
  );
}

function Heading({ detail, text }: { detail: CaseDetail; text: string }) {
  const status = CASE_STATUS[detail.case.status] ?? { label: DEFAULT_CASE_LABEL, tone: 'neutral' };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}>
      <Box component="h1" tabIndex={-1} sx={{ margin: 0, typography: 'h1', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
      <StatusChip tone={status.tone}>{status.label}</StatusChip>
      {detail.pending_plan && <StatusChip tone="warning">{CASE_FRAME_TEXT.planPendingReview}</StatusChip>}
    </Box>
  );
}

function CaseLine({ detail, actions }: { detail: CaseDetail; actions: ReactNode }) {
  const { case_number, diagnosis, primary_clinician } = detail.case;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: '8px 24px',
        marginBottom: 2.5,
        color: 'text.secondary',
        fontSize: '0.875rem',
      }}
    >
      <span>
        {CASE_FRAME_TEXT.case2(
          case_number,
          diagnosis || CASE_TEXT.noDiagnosis,
          primary_clinician ? `cared for by ${primary_clinician}` : CASE_TEXT.noClinician,
        )}
      </span>
      {actions}
    </Box>
  );
}

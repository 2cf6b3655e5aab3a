import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useParams, useSearchParams } from 'react-router-dom';
import { CASE_STATUS, DEFAULT_CASE_LABEL, shortId } from '../../../../common/vocabulary/index.js';
import { isNotFound } from '../../shared/api/index.js';
import { ButtonLink, Empty, Loading, LoadError, Page, StatusChip, TextLink } from '../../shared/ui/index.js';
import type { CaseDetail } from '../dataProvider.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { isStale, SourceBanner } from '../kit/SourceBanner.js';
import { AlertsTab } from './AlertsTab.js';
import { ClinicalFactsForm } from './ClinicalFactsForm.js';
import { LabsTab } from './LabsTab.js';
import { PlanTab } from './PlanTab.js';
import { PrescriptionsTab } from './PrescriptionsTab.js';
import { RulesTab } from './RulesTab.js';
import { useCase } from './useCase.js';

const TABS = ['Alerts', 'Rules', 'Labs', 'Plan', 'Prescriptions'] as const;
type TabName = (typeof TABS)[number];

/** /trt/cases/:id: one patient's case. */
export default function CaseDetailPage() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useCase(id);
  if (data) return <CaseView detail={data} />;
  return (
    <Page title="Case" width={1440}>
      {!error && <Loading rows={8} label="Loading the case" />}
      {error && isNotFound(error) && (
        <Empty
          title="Case not found."
          action={<ButtonLink to="/trt/provider/cases">Back to cases</ButtonLink>}
        >
          It may have been closed, or it belongs to another clinic.
        </Empty>
      )}
      {error && !isNotFound(error) && (
        <LoadError
          error={error}
          message="Unable to load case detail"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Page>
  );
}

function CaseView({ detail }: { detail: CaseDetail }) {
  const name = detail.case.patient_name || detail.case.patient_email || shortId(detail.case.patient_id);
  const stale = isStale(detail.case_source);
  return (
    <Box sx={{ maxWidth: 1440, marginInline: 'auto' }}>
      <CaseHeader detail={detail} name={name} />
      {stale && <SourceBanner kind="fallback case details" asOf={detail.as_of} />}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
        }}
      >
        <CaseTabs detail={detail} readOnly={stale} />
        <ClinicalFactsForm key={detail.id} detail={detail} readOnly={stale} />
      </Box>
    </Box>
  );
}

/** Stays in view: whose record this is must never be in doubt. */
function CaseHeader({ detail, name }: { detail: CaseDetail; name: string }) {
  const status = CASE_STATUS[detail.case.status] ?? { label: DEFAULT_CASE_LABEL, tone: 'neutral' };
  return (
    <>
      <Box sx={{ fontSize: '0.875rem', marginBottom: 1 }}>
        <TextLink to="/trt/provider/cases">Cases</TextLink>
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
          marginBottom: 1,
          backgroundColor: theme.vars.palette.background.default,
        })}
      >
        <PageHeading name={name}>
          <StatusChip tone={status.tone}>{status.label}</StatusChip>
          {detail.pending_plan && <StatusChip tone="warning">plan pending review</StatusChip>}
        </PageHeading>
        <PatientFacts detail={detail} />
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', marginBottom: 2.5 }}>
        Case {detail.case.case_number} · {detail.case.diagnosis || 'no diagnosis recorded'} ·{' '}
        {detail.case.primary_clinician
          ? `cared for by ${detail.case.primary_clinician}`
          : 'no clinician assigned'}
      </Box>
    </>
  );
}

function PageHeading({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}>
      {/* The name stays out of the tab's title: titles end up in the browser's history. */}
      <title>Case - TRT Program</title>
      <Box component="h1" tabIndex={-1} sx={{ margin: 0, typography: 'h1' }}>
        {name}
      </Box>
      {children}
    </Box>
  );
}

function CaseTabs({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const [params, setParams] = useSearchParams();
  const current = TABS.find((tab) => tab.toLowerCase() === params.get('tab')) ?? 'Alerts';
  const panels: Record<TabName, React.ReactNode> = {
    Alerts: <AlertsTab alerts={detail.alerts} />,
    Rules: <RulesTab rules={detail.rules} />,
    Labs: <LabsTab detail={detail} readOnly={readOnly} />,
    Plan: <PlanTab detail={detail} />,
    Prescriptions: <PrescriptionsTab prescriptions={detail.prescriptions} />,
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={current}
        onChange={(_event, tab: TabName) =>
          setParams({ tab: tab.toLowerCase() }, { replace: true, preventScrollReset: true })
        }
        variant="scrollable"
        scrollButtons={false}
        aria-label="Parts of the case"
        sx={{ borderBottom: 1, borderColor: 'divider', marginBottom: 2.5 }}
      >
        {TABS.map((tab) => (
          <Tab key={tab} value={tab} label={tab} id={`tab-${tab}`} aria-controls={`panel-${tab}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${current}`} aria-labelledby={`tab-${current}`} tabIndex={0}>
        {panels[current]}
      </Box>
    </Box>
  );
}

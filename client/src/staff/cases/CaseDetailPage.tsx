import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useSession } from '../../shared/session/index.js';
import { ButtonLink, TextLink } from '../../shared/ui/index.js';
import { TimelinePanel } from '../curve/TimelinePanel.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { planInForce } from '../records/planInForce.js';
import { TelemedPanel } from '../regulation/TelemedPanel.js';
import { NewMessageButton } from '../messages/NewMessageButton.js';
import { AlertsTab } from './AlertsTab.js';
import { AwaitedIntake } from './AwaitedIntake.js';
import { CaseFrame, caseName, CaseScreen } from './CaseFrame.js';
import { ClinicalFactsForm } from './ClinicalFactsForm.js';
import { CloseCaseDialog, isFollowedUp, isUntreated } from './CloseCaseDialog.js';
import { DiscontinueDialog } from './DiscontinueDialog.js';
import { EditCaseDialog } from './EditCaseDialog.js';
import { EmergencyBar } from './EmergencyBar.js';
import { EndOfTreatment } from './EndOfTreatment.js';
import { HomeReading } from './HomeReading.js';
import { IntakeDialog } from './IntakeDialog.js';
import { LabsTab } from './LabsTab.js';
import { isAlarming, OpenAlerts } from './OpenAlerts.js';
import { PlanTab } from './PlanTab.js';
import { PrescriptionsTab } from './PrescriptionsTab.js';
import { RulesTab } from './RulesTab.js';
import { SafetyChecks } from './SafetyChecks.js';
import { HoldTherapyDialog } from './HoldTherapyDialog.js';
import { ResumeTherapyDialog } from './ResumeTherapyDialog.js';
import { WritePlanDialog } from './WritePlanDialog.js';
import { HOLD_TEXT, WRITE_PLAN_TEXT } from './text/decisions.js';
import {
  CASE_DETAIL_PAGE_TEXT,
  CASE_TEXT,
  CLOSE_CASE_TEXT,
  DISCONTINUE_TEXT,
  CASE_TABS_TEXT,
  EDIT_CASE_TEXT,
  INTAKE_TEXT,
} from './text/en.js';
import { UnreadHistory } from '../records/UnreadHistory.js';
import { TellInPerson } from './TellInPerson.js';
import { SamePerson } from '../records/SamePerson.js';
import { UnsentNotice } from './UnsentNotice.js';
import { useQueuePlace } from './useQueue.js';

const TABS = ['Alerts', 'Rules', 'Labs', 'Plan', 'Prescriptions'] as const;
type TabName = (typeof TABS)[number];

/** /trt/cases/:id: one patient's case. */
export default function CaseDetailPage() {
  const { id = '' } = useParams();
  return (
    <CaseScreen id={id} title={CASE_DETAIL_PAGE_TEXT.case} failed={CASE_TEXT.detailFailed}>
      {(detail, readOnly) => <Case key={detail.id} detail={detail} readOnly={readOnly} />}
    </CaseScreen>
  );
}

function Case({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  // Facts that only a clinician enters stay collapsed until opened; the chart uses their space until then.
  const [factsOpen, setFactsOpen] = useState(false);
  const treated = planInForce(detail) !== null;
  const facts = { open: factsOpen, toggle: () => setFactsOpen(!factsOpen) };
  return (
    <CaseFrame
      detail={detail}
      aside={<Queue id={detail.id} />}
      urgent={<EmergencyBar detail={detail} readOnly={readOnly} />}
      actions={<Actions detail={detail} readOnly={readOnly} facts={facts} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: factsOpen ? 'minmax(0, 1fr) 340px' : 'minmax(0, 1fr)',
          },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <AwaitedIntake detail={detail} readOnly={readOnly} />
          {!treated && <EndOfTreatment detail={detail} />}
          <HomeReading detail={detail} readOnly={readOnly} />
          <SamePerson detail={detail} />
          <UnsentNotice unsent={detail.unsent_changes} />
          <TellInPerson detail={detail} readOnly={readOnly} />
          <UnreadHistory detail={detail} readOnly={readOnly} />
          <OpenAlerts detail={detail} />
          {/* In an outage only the case itself is available. */}
          {!readOnly && (
            <TimelinePanel caseId={detail.id} treated={treated} alarming={detail.alerts.some(isAlarming)} />
          )}
          <SafetyChecks detail={detail} />
          <CaseTabs detail={detail} readOnly={readOnly} />
        </Box>
        <Box id="clinical-facts" hidden={!factsOpen} sx={{ minWidth: 0, order: { xs: -1, lg: 0 } }}>
          <ClinicalFactsForm detail={detail} readOnly={readOnly} />
        </Box>
      </Box>
    </CaseFrame>
  );
}

/** Previous and next case of the list. */
function Queue({ id }: { id: string }) {
  const queue = useQueuePlace(id);
  const tab = useSearchParams()[0].get('tab');
  if (!queue || queue.of < 2) return null;
  // Open the next case on the same tab.
  const to = (next: string) => `/trt/cases/${next}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`;
  return (
    <Box
      component="nav"
      aria-label={CASE_DETAIL_PAGE_TEXT.queue}
      sx={{ display: 'flex', gap: 2, color: 'text.secondary' }}
    >
      {queue.previous && <TextLink to={to(queue.previous)}>{CASE_TEXT.previous}</TextLink>}
      <span className="tabular">{CASE_TEXT.queuePlace(queue.place, queue.of)}</span>
      {queue.next && <TextLink to={to(queue.next)}>{CASE_TEXT.next}</TextLink>}
    </Box>
  );
}

type Open = 'intake' | 'edit' | 'end' | 'close' | 'hold' | 'resume' | 'write' | null;

interface ActionsProps {
  detail: CaseDetail;
  readOnly: boolean;
  facts: { open: boolean; toggle: () => void };
}

/** What waits first, then the other screens of this case. */
function Links({ detail, readOnly }: Pick<ActionsProps, 'detail' | 'readOnly'>) {
  const at = `/trt/cases/${detail.id}`;
  return (
    <>
      {detail.pending_plan && !readOnly && (
        <ButtonLink
          to="/trt/provider/plan-review"
          state={{ mrn: detail.case.mrn }}
          variant="contained"
          size="small"
        >
          {CASE_TEXT.reviewPlan}
        </ButtonLink>
      )}
      <TextLink to={`${at}/titration`} bold>
        {CASE_TEXT.adjust}
      </TextLink>
      <TextLink to={`${at}/prescriptions`} bold>
        {CASE_TEXT.prescriptions}
      </TextLink>
      <TextLink to={`/trt/provider/patients/${detail.case.patient_id}`} bold>
        {CASE_TEXT.profile}
      </TextLink>
      {!isUntreated(detail) && (
        <TextLink to="/trt/discontinue" bold>
          {CASE_TEXT.discontinueInfo}
        </TextLink>
      )}
    </>
  );
}

function Actions({ detail, readOnly, facts }: ActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const dialog = { detail, name: caseName(detail), onClose: () => setOpen(null) };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 20px' }}>
      <Links detail={detail} readOnly={readOnly} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" onClick={() => setOpen('intake')}>
          {INTAKE_TEXT.open}
        </Button>
        {!readOnly && <NewMessageButton patientId={detail.case.patient_id} name={caseName(detail)} small />}
        {!readOnly && (
          <Button size="small" variant="outlined" onClick={() => setOpen('edit')}>
            {EDIT_CASE_TEXT.open}
          </Button>
        )}
        <Button
          size="small"
          variant="outlined"
          aria-expanded={facts.open}
          aria-controls="clinical-facts"
          onClick={facts.toggle}
        >
          {facts.open ? CASE_TEXT.hideFacts : CASE_TEXT.editFacts}
        </Button>
      </Box>
      {!readOnly && detail.case.status !== 'closed' && <TherapyActions detail={detail} onOpen={setOpen} />}
      {!readOnly && detail.case.status !== 'closed' && (
        // Set apart: it ends the treatment, while the link with a similar name only explains how.
        <Box
          sx={{
            marginLeft: { sm: 1 },
            paddingLeft: { sm: 3.5 },
            borderLeft: { sm: 1 },
            borderColor: { sm: 'divider' },
          }}
        >
          {isFollowedUp(detail) || isUntreated(detail) ? (
            <Button size="small" variant="outlined" onClick={() => setOpen('close')}>
              {CLOSE_CASE_TEXT.open}
            </Button>
          ) : (
            <Button size="small" variant="outlined" color="error" onClick={() => setOpen('end')}>
              {DISCONTINUE_TEXT.open}
            </Button>
          )}
        </Box>
      )}
      {open === 'hold' && <HoldTherapyDialog {...dialog} />}
      {open === 'resume' && <ResumeTherapyDialog {...dialog} />}
      {open === 'write' && <WritePlanDialog {...dialog} />}
      {open === 'intake' && <IntakeDialog {...dialog} />}
      {open === 'edit' && <EditCaseDialog {...dialog} />}
      {open === 'end' && <DiscontinueDialog {...dialog} />}
      {open === 'close' && <CloseCaseDialog {...dialog} />}
    </Box>
  );
}

/** Pausing or ending treatment; if nothing is planned, writing a plan by hand. */
function TherapyActions({ detail, onOpen }: { detail: CaseDetail; onOpen: (open: Open) => void }) {
  const prescribes = useSession()?.roles.includes('provider') ?? false;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {detail.hold && (
        <Button size="small" variant="outlined" onClick={() => onOpen('resume')}>
          {HOLD_TEXT.resume}
        </Button>
      )}
      {planInForce(detail) && !detail.hold && (
        <Button size="small" variant="outlined" onClick={() => onOpen('hold')}>
          {HOLD_TEXT.hold}
        </Button>
      )}
      {prescribes && !planInForce(detail) && !detail.pending_plan && (
        <Button size="small" variant="outlined" onClick={() => onOpen('write')}>
          {WRITE_PLAN_TEXT.open}
        </Button>
      )}
    </Box>
  );
}

function CaseTabs({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const [params, setParams] = useSearchParams();
  const current = TABS.find((tab) => tab.toLowerCase() === params.get('tab')) ?? 'Alerts';
  const panels: Record<TabName, React.ReactNode> = {
    Alerts: <AlertsTab detail={detail} readOnly={readOnly} />,
    Rules: <RulesTab rules={detail.rules} />,
    Labs: <LabsTab detail={detail} readOnly={readOnly} />,
    Plan: <PlanTab detail={detail} />,
    Prescriptions: (
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <PrescriptionsTab caseId={detail.id} prescriptions={detail.prescriptions} />
        <TelemedPanel caseId={detail.id} readOnly={readOnly} />
      </Box>
    ),
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
        aria-label={CASE_DETAIL_PAGE_TEXT.partsOfCase}
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          marginBottom: 2.5,
          // All five stay visible on a phone.
          '& [role=tab]': { minWidth: { xs: 0, sm: 90 }, paddingInline: { xs: '9px', sm: 2 } },
        }}
      >
        {TABS.map((tab) => (
          <Tab
            key={tab}
            value={tab}
            label={CASE_TABS_TEXT[tab]}
            id={`tab-${tab}`}
            aria-controls={`panel-${tab}`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${current}`} aria-labelledby={`tab-${current}`} tabIndex={0}>
        {panels[current]}
      </Box>
    </Box>
  );
}

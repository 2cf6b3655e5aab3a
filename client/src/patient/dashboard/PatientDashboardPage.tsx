import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import type { DashboardResponse } from '#common/api/index.js';
import { Loading, Notice, Page, TextLink } from '../../shared/ui/index.js';
import { FirstDoseCard } from '../first-dose/FirstDoseCard.js';
import { KeptBanner } from '../kit/KeptBanner.js';
import { Loaded } from '../kit/Loaded.js';
import { ZoneOffer } from '../kit/ZoneOffer.js';
import { closingQuery, dashboardQuery, educationQuery, messagesQuery, unreadIn } from '../data/queries.js';
import { CheckInCard } from './CheckInCard.js';
import { EmergencyOpen } from './EmergencyOpen.js';
import { IntakeCard, LabsCard, PlanCard } from './cards.js';
import { NextStep } from './NextStep.js';
import { useSupplyNow } from '../refills/useSupplyNow.js';
import { PrescriptionsCard } from './PrescriptionsCard.js';
import { Reminders } from './Reminders.js';
import { SafetyCheckCard } from './SafetyCheckCard.js';
import { isOnTreatment, mayRequest, standingOf, waitsForLabs } from './standing.js';
import { DASHBOARD_TEXT as text } from './text/en.js';
import { VisitCard } from './VisitCard.js';
import { WhatNext } from './WhatNext.js';

// Few patients ever see them.
const Unsent = lazy(() => import('./Unsent.js').then((module) => ({ default: module.Unsent })));
const ClosingNotice = lazy(() => import('../profile/ClosingNotice.js'));
// At the end of the page.
const ReminderMail = lazy(() =>
  import('./ReminderMail.js').then((module) => ({ default: module.ReminderMail })),
);
const ClinicDose = lazy(() => import('../doses/ClinicDose.js'));
const TreatmentCard = lazy(() => import('../refills/TreatmentCard.js'));

export default function PatientDashboardPage() {
  const query = useQuery(dashboardQuery);
  return (
    <Page title={text.title} heading={text.heading} width={1040}>
      <ZoneOffer />
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={6}>
        {(dashboard) => <Dashboard dashboard={dashboard} />}
      </Loaded>
    </Page>
  );
}

function Dashboard({ dashboard }: { dashboard: DashboardResponse }) {
  // Used only to choose the next step; if it cannot be read, offer the step after it.
  const education = useQuery(educationQuery);
  const standing = standingOf(dashboard, education.data?.education_acknowledged);
  const supply = useSupplyNow();
  const step = !education.isPending && (
    <NextStep standing={standing} mayRequest={mayRequest(dashboard)} waits={waitsForLabs(dashboard)} />
  );
  const treated = isOnTreatment(standing) && supply ? dashboard.plan : null;
  // A hold, and a blood count or blood test that cannot wait, come before all else.
  const first = treated ? standing !== 'approved' : standing === 'paused';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <KeptBanner answer={dashboard} words={text.cached} />
      {dashboard.emergency_open && <EmergencyOpen />}
      {/* Answers that an earlier version cached for an outage do not include them. */}
      {dashboard.unsent_changes && (
        <Suspense>
          <Unsent unsent={dashboard.unsent_changes} />
        </Suspense>
      )}
      <Closing />
      {dashboard.held_since && <Notice tone="info">{text.held}</Notice>}
      {first && step}
      {treated && supply && (
        <Suspense fallback={<Loading rows={4} label={text.treatment} />}>
          <TreatmentCard supply={supply} />
        </Suspense>
      )}
      {isOnTreatment(standing) && !treated && (
        <Suspense>
          <ClinicDose />
        </Suspense>
      )}
      <UnreadMessages />
      <SafetyCheckCard />
      <CheckInCard />
      <FirstDoseCard />
      {!treated && !first && step}
      <Box sx={columns}>
        <Box sx={column}>
          <PlanCard dashboard={dashboard} />
          <Box sx={{ order: 3 }}>
            <PrescriptionsCard expected={!dashboard.no_plan} />
          </Box>
          <Box sx={{ order: 4 }}>
            <Reminders />
          </Box>
        </Box>
        <Box sx={column}>
          <VisitCard standing={standing} submitted={dashboard.intake_completed} />
          <LabsCard dashboard={dashboard} />
          {!education.isPending && <WhatNext dashboard={dashboard} standing={standing} />}
          <Box sx={{ order: 5 }}>
            <IntakeCard dashboard={dashboard} />
          </Box>
          <Box sx={{ order: 6 }}>
            <Suspense>
              <ReminderMail />
            </Suspense>
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** Offers a patient who signs in while the account is closing the choice to keep it. */
function Closing() {
  const { data } = useQuery(closingQuery);
  return (
    data?.closing && (
      <Suspense>
        <ClosingNotice />
      </Suspense>
    )
  );
}

/** A reply from the care team is news; show nothing while it cannot be known. */
function UnreadMessages() {
  const unread = unreadIn(useQuery(messagesQuery).data);
  if (unread === 0) return null;
  return (
    <Notice tone="info" sx={{ alignItems: 'center' }}>
      {text.messages(unread)} <TextLink to="/trt/patient/messages">{text.readMessages}</TextLink>
    </Notice>
  );
}

/** Two columns; on a narrow screen one, most important first. */
const columns = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
} as const;
const column = {
  display: { xs: 'contents', md: 'grid' },
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
} as const;

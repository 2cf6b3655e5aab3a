import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useGetList } from 'react-admin';
import type { StaffAppointment, StaffMessageThread } from '#common/api/index.js';
import { formatDate, Loading, LoadError, Panel, StatusChip, TextLink } from '../../shared/ui/index.js';
import { whenText } from '../appointments/times.js';
import { AlertsTab } from '../cases/AlertsTab.js';
import { HoldNotice } from '../cases/HoldNotice.js';
import { useRecord } from '../records/useRecord.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { isStale } from '../lists/SourceBanner.js';
import { OrderChips, OrderLine } from '../orders/OrderSummary.js';
import { PROFILE_TEXT as words } from './text/en.js';

const FEW = 5;

/** The case today: dose, labs, alerts and current prescriptions. */
export function CaseOverview({ caseId }: { caseId: string }) {
  const { data, error, refetch, isFetching } = useRecord('cases', caseId);
  if (error && !data)
    return (
      <LoadError
        error={error}
        message={words.caseFailed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return <Loading rows={4} label={words.caseLoading} />;
  const orders = data.prescriptions.filter((order) => order.prescription_state !== 'past');
  return (
    <>
      <Panel
        title={words.atAGlance}
        actions={<TextLink to={`/trt/cases/${caseId}?tab=labs`}>{words.labs}</TextLink>}
      >
        <Stack spacing={2}>
          <HoldNotice detail={data} />
          <ClinicalStrip detail={data} />
        </Stack>
      </Panel>
      <Panel title={words.alerts}>
        <AlertsTab detail={data} readOnly={isStale(data.case_source)} />
      </Panel>
      <Panel
        title={words.prescriptions}
        actions={<TextLink to={`/trt/cases/${caseId}/prescriptions`}>{words.manage}</TextLink>}
      >
        {orders.length === 0 ? (
          words.noPrescriptions
        ) : (
          <Rows>
            {orders.map((order) => (
              <Row key={order.prescription_id}>
                <OrderLine order={order} />
                <OrderChips order={order} />
              </Row>
            ))}
          </Rows>
        )}
      </Panel>
    </>
  );
}

const newest = (field: string, patientId: string) => ({
  pagination: { page: 1, perPage: FEW },
  sort: { field, order: 'DESC' as const },
  filter: { patient_id: patientId },
});

/** The latest messages and appointments, each with a link to its page. */
export function Correspondence({ patientId }: { patientId: string }) {
  const threads = useGetList<StaffMessageThread>('messages', newest('last_message_at', patientId));
  const appointments = useGetList<StaffAppointment>('appointments', newest('created_at', patientId));
  return (
    <>
      <Panel title={words.messages}>
        {threads.data?.length ? (
          <Rows>
            {threads.data.map((thread) => (
              <Row key={thread.thread_id}>
                <TextLink to={`/trt/provider/messages?view=all&thread=${thread.thread_id}`}>
                  {thread.subject}
                </TextLink>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {formatDate(thread.last_message_at)}
                </Box>
              </Row>
            ))}
          </Rows>
        ) : (
          <None failed={threads.isError} pending={threads.isPending} none={words.noMessages} />
        )}
      </Panel>
      <Panel title={words.appointments}>
        {appointments.data?.length ? (
          <Rows>
            {appointments.data.map((one) => (
              <Row key={one.appointment_id}>
                <span>{one.starts_at ? whenText(one.starts_at) : words.noTime}</span>
                <StatusChip tone="neutral">{words.appointmentStatus[one.status]}</StatusChip>
              </Row>
            ))}
          </Rows>
        ) : (
          <None failed={appointments.isError} pending={appointments.isPending} none={words.noAppointments} />
        )}
      </Panel>
    </>
  );
}

function None({ failed, pending, none }: { failed: boolean; pending: boolean; none: string }) {
  if (pending) return <Loading rows={2} label={words.caseLoading} />;
  return <>{failed ? words.listFailed : none}</>;
}

function Rows({ children }: { children: React.ReactNode }) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1.25, listStyle: 'none', margin: 0, padding: 0 }}>
      {children}
    </Box>
  );
}

function Row({ children }: { children: React.ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        gap: '4px 16px',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}

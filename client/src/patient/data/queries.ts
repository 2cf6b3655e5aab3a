import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  AccessLogResponse,
  AppointmentsResponse,
  ClosingResponse,
  ConnectedAppsResponse,
  DashboardResponse,
  EducationResponse,
  FirstDoseQuestion,
  MaybeKept,
  MessagesResponse,
  PatientProfileResponse,
  PatientPrescriptionsResponse,
  ProgressResponse,
  ReminderMailResponse,
  RemindersResponse,
  SafetyChecksResponse,
} from '#common/api/index.js';
import { api, queryClient } from '../../shared/api/index.js';

const RETRY_MS = 5000;
const MESSAGES_EVERY_MS = 60_000;

/** An answer from before an outage, repeated while it lasts. */
interface Answer extends MaybeKept {
  case_source?: string;
}
export const isKept = ({ case_source, source = 'db' }: Answer): boolean => (case_source ?? source) !== 'db';

/** What the patient pages read. All keys begin with `patient`, so that one call refreshes them all. */
export function read<T extends object>(
  name: string,
  path: string,
  label: string,
  every: number | false = false,
) {
  const queryKey = ['patient', name];
  const kept = (answer: T | undefined): boolean => answer !== undefined && isKept(answer);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      const before = queryClient.getQueryData<T>(queryKey);
      // Automatic refetching must not keep a session alive.
      const background = kept(before) || (every !== false && before !== undefined);
      return api.get<T>(path, { signal, label, background });
    },
    // While the answer is from before an outage, keep trying for a fresh one.
    refetchInterval: (query) => (kept(query.state.data) ? RETRY_MS : every),
  });
}

export const dashboardQuery = read<DashboardResponse>('dashboard', '/api/trt/dashboard', 'your dashboard');
export const remindersQuery = read<RemindersResponse>('reminders', '/api/trt/reminders', 'your reminders');
export const educationQuery = read<EducationResponse>('education', '/api/trt/education', 'education content');
export const reminderMailQuery = read<ReminderMailResponse>(
  'reminder-mail',
  '/api/trt/reminders/email',
  'your reminder emails',
);
export const prescriptionsQuery = read<PatientPrescriptionsResponse>(
  'prescriptions',
  '/api/prescriptions',
  'your prescriptions',
);
/** An answer may arrive while the page is open. */
export const messagesQuery = read<MessagesResponse>(
  'messages',
  '/api/messages',
  'your messages',
  MESSAGES_EVERY_MS,
);
export const unreadIn = (messages: MessagesResponse | undefined): number =>
  messages?.threads.reduce((sum, thread) => sum + thread.unread, 0) ?? 0;
export const appointmentsQuery = read<AppointmentsResponse>(
  'appointments',
  '/api/appointments',
  'your appointments',
);
export const profileQuery = read<PatientProfileResponse>('profile', '/api/patient/profile', 'your profile');
export const connectedAppsQuery = read<ConnectedAppsResponse>(
  'apps',
  '/api/patient/apps',
  'your connected apps',
);
export const closingQuery = queryOptions({
  queryKey: ['patient', 'closing', '/api/patient/closing'] as const,
  queryFn: ({ signal, queryKey }) => api.get<ClosingResponse>(queryKey[2], { signal, background: true }),
  staleTime: 0,
});
export const accessLogQuery = infiniteQueryOptions({
  queryKey: ['patient', 'access-log'],
  queryFn: ({ pageParam, signal }) =>
    api.get<AccessLogResponse>(`/api/patient/access-log${pageParam ? `?before=${pageParam}` : ''}`, {
      signal,
      label: 'who opened your record',
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: AccessLogResponse) => page.next,
});
export const progressQuery = read<ProgressResponse>('progress', '/api/progress', 'your progress');
export const safetyChecksQuery = read<SafetyChecksResponse>(
  'safety-checks',
  '/api/safety-checks',
  'your safety checks',
);
export const firstDoseQuery = read<FirstDoseQuestion>('first-dose', '/api/first-dose', 'your first dose');

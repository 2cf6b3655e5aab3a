import { queryOptions } from '@tanstack/react-query';
import type {
  DashboardResponse,
  EducationResponse,
  PatientPrescriptionsResponse,
  ReminderMailResponse,
  RemindersResponse,
} from '../../../common/api/index.js';
import { api, queryClient } from '../shared/api/index.js';

const RETRY_MS = 5000;

/** What the patient pages read. All keys begin with `patient`, so that one call makes them all fresh. */
const DASHBOARD_KEY = ['patient', 'dashboard'];
const isCached = (answer: DashboardResponse | undefined) =>
  answer !== undefined && answer.case_source !== 'db';

export const dashboardQuery = queryOptions({
  queryKey: DASHBOARD_KEY,
  queryFn: ({ signal }) =>
    api.get<DashboardResponse>('/api/trt/dashboard', {
      signal,
      label: 'your dashboard',
      // Asking again by itself must not keep a session alive.
      background: isCached(queryClient.getQueryData(DASHBOARD_KEY)),
    }),
  // While the details are cached ones we keep trying for fresh ones.
  refetchInterval: (query) => (isCached(query.state.data) ? RETRY_MS : false),
});

export const remindersQuery = queryOptions({
  queryKey: ['patient', 'reminders'],
  queryFn: ({ signal }) =>
    api.get<RemindersResponse>('/api/trt/reminders', { signal, label: 'your reminders' }),
});

export const educationQuery = queryOptions({
  queryKey: ['patient', 'education'],
  queryFn: ({ signal }) =>
    api.get<EducationResponse>('/api/trt/education', { signal, label: 'education content' }),
});

export const reminderMailQuery = queryOptions({
  queryKey: ['patient', 'reminder-mail'],
  queryFn: ({ signal }) =>
    api.get<ReminderMailResponse>('/api/trt/reminders/email', { signal, label: 'your reminder mails' }),
});

export const prescriptionsQuery = queryOptions({
  queryKey: ['patient', 'prescriptions'],
  queryFn: ({ signal }) =>
    api.get<PatientPrescriptionsResponse>('/api/prescriptions', { signal, label: 'your prescriptions' }),
});

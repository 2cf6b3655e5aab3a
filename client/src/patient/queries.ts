import { queryOptions } from '@tanstack/react-query';
import type {
  AccessLogResponse,
  AppointmentsResponse,
  DashboardResponse,
  EducationResponse,
  MessagesResponse,
  PatientProfileResponse,
  PatientPrescriptionsResponse,
  ProgressResponse,
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

const MESSAGES_KEY = ['patient', 'messages'];
export const messagesQuery = queryOptions({
  queryKey: MESSAGES_KEY,
  queryFn: ({ signal }) =>
    api.get<MessagesResponse>('/api/messages', {
      signal,
      label: 'your messages',
      background: queryClient.getQueryData(MESSAGES_KEY) !== undefined,
    }),
  // An answer may come while the page is open.
  refetchInterval: 60_000,
});

export const appointmentsQuery = queryOptions({
  queryKey: ['patient', 'appointments'],
  queryFn: ({ signal }) =>
    api.get<AppointmentsResponse>('/api/appointments', { signal, label: 'your appointments' }),
});

const PROFILE_KEY = ['patient', 'profile'];
const isOld = (profile: PatientProfileResponse | undefined) =>
  profile !== undefined && profile.source !== 'db';
export const profileQuery = queryOptions({
  queryKey: PROFILE_KEY,
  queryFn: ({ signal }) =>
    api.get<PatientProfileResponse>('/api/patient/profile', {
      signal,
      label: 'your profile',
      background: isOld(queryClient.getQueryData(PROFILE_KEY)),
    }),
  refetchInterval: (query) => (isOld(query.state.data) ? RETRY_MS : false),
});

export const accessLogQuery = queryOptions({
  queryKey: ['patient', 'access-log'],
  queryFn: ({ signal }) =>
    api.get<AccessLogResponse>('/api/patient/access-log', { signal, label: 'who opened your record' }),
});

export const progressQuery = queryOptions({
  queryKey: ['patient', 'progress'],
  queryFn: ({ signal }) => api.get<ProgressResponse>('/api/progress', { signal, label: 'your progress' }),
});

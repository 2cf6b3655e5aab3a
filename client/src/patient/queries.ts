import { queryOptions } from '@tanstack/react-query';
import type { DashboardResponse, EducationResponse, RemindersResponse } from '../../../common/api/index.js';
import { api } from '../shared/api/index.js';

/** What the patient pages read. All keys begin with `patient`, so that one call makes them all fresh. */
export const dashboardQuery = queryOptions({
  queryKey: ['patient', 'dashboard'],
  queryFn: ({ signal }) =>
    api.get<DashboardResponse>('/api/trt/dashboard', { signal, label: 'your dashboard' }),
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

import type {
  DosesResponse,
  LabOrdersResponse,
  LabReportsResponse,
  PatientTimelineResponse,
  RefillRequestsResponse,
  SupplyResponse,
} from '#common/api/index.js';
import { read } from './queries.js';

/** What the treatment pages read; separate, because earlier pages do not need it. */
export const supplyQuery = read<SupplyResponse>('supply', '/api/supply', 'your supply');
export const refillRequestsQuery = read<RefillRequestsResponse>(
  'refill-requests',
  '/api/refill-requests',
  'your refill requests',
);
export const timelineQuery = read<PatientTimelineResponse>('timeline', '/api/trt/timeline', 'your treatment');
export const dosesQuery = read<DosesResponse>('doses', '/api/doses', 'your doses');
export const labOrdersQuery = read<LabOrdersResponse>('lab-orders', '/api/lab-orders', 'your lab orders');
export const labReportsQuery = read<LabReportsResponse>(
  'lab-reports',
  '/api/lab-reports',
  'your lab reports',
);

import type { BaselinePlanResponse } from '#common/api/index.js';
import { api, newIdempotencyKey } from '../../shared/api/index.js';

/** Asks for a draft plan from the submitted intake. It never becomes active before a clinician approves it. */
export const requestPlan = (): Promise<BaselinePlanResponse> =>
  api.post<BaselinePlanResponse>(
    '/api/trt/patient/generate-baseline-plan',
    {},
    { label: 'your plan', idempotencyKey: newIdempotencyKey() },
  );

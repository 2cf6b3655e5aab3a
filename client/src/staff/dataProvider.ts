import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListResult, RaRecord } from 'react-admin';
import type {
  ApproveUnflaggedRequest,
  ApproveUnflaggedResponse,
  CaseDetailResponse,
  CasePatchRequest,
  Lab,
  LabCreateRequest,
  ListMeta,
  PendingPlansResponse,
  Plan,
  PlanApproveRequest,
  PlanApproveResponse,
  PlanFlagRequest,
} from '../../../common/api/index.js';
import { api, request } from '../shared/api/index.js';

/** Where each resource lives and under which name its rows come. */
const PLACES: Record<string, { path: string; rows: string; label: string }> = {
  cases: { path: 'trt/cases', rows: 'items', label: 'cases' },
  labs: { path: 'labs', rows: 'labs', label: 'labs' },
};

/** A case with all that belongs to it, as react-admin wants it: with an id of its own. */
export type CaseDetail = CaseDetailResponse & { id: string };

/** The acts of staff beyond reading lists: one typed method each. */
export interface StaffActs {
  getCase: (id: string, signal?: AbortSignal) => Promise<CaseDetail>;
  patchCase: (id: string, patch: CasePatchRequest) => Promise<unknown>;
  addLab: (lab: LabCreateRequest, idempotencyKey: string) => Promise<Lab>;
  getPendingPlans: (signal?: AbortSignal) => Promise<PendingPlansResponse>;
  flagPlan: (body: PlanFlagRequest) => Promise<Plan>;
  unflagPlan: (planId: string) => Promise<Plan>;
  approvePlan: (body: PlanApproveRequest, idempotencyKey: string) => Promise<PlanApproveResponse>;
  approveUnflagged: (
    body: ApproveUnflaggedRequest,
    idempotencyKey?: string,
  ) => Promise<ApproveUnflaggedResponse>;
}
export type StaffDataProvider = DataProvider & StaffActs;

interface HttpOptions {
  method?: string;
  body?: BodyInit | null;
  signal?: AbortSignal | null;
}

/** ra-data-simple-rest over the portal's only fetch; `pick` takes the rows out of the list envelope. */
function restClient(label: string, pick: (json: unknown) => unknown) {
  const client = async (url: string, options: HttpOptions = {}) => {
    const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : undefined;
    const answer = await request(options.method ?? 'GET', url, body, {
      signal: options.signal ?? undefined,
      label,
    });
    return { status: answer.status, headers: answer.headers, body: '', json: pick(answer.json) };
  };
  return simpleRestProvider('/api', client);
}

function place(resource: string) {
  const found = PLACES[resource];
  if (!found) throw new Error(`Unknown resource: ${resource}`);
  return found;
}

const base: DataProvider = {
  ...restClient('data', (json) => json),
  getList: async <R extends RaRecord>(resource: string, params: Parameters<DataProvider['getList']>[1]) => {
    const { path, rows, label } = place(resource);
    let meta: Partial<ListMeta> = {};
    const rest = restClient(label, (json) => {
      const envelope = json as ListMeta & Record<string, unknown>;
      meta = { source: envelope.source, as_of: envelope.as_of };
      return Array.isArray(json) ? json : envelope[rows];
    });
    const result: GetListResult<R> = await rest.getList<R>(path, params);
    return { ...result, meta };
  },
};

const plans = '/api/trt/provider/plans';
const acts: StaffActs = {
  getCase: async (id, signal) => {
    const path = `/api/trt/cases/${encodeURIComponent(id)}/detail`;
    const detail = await api.get<CaseDetailResponse>(path, { signal, label: 'case detail' });
    return { ...detail, id: detail.case.id };
  },
  patchCase: (id, patch) => api.patch(`/api/trt/cases/${encodeURIComponent(id)}`, patch),
  addLab: (lab, idempotencyKey) => api.post('/api/labs', lab, { idempotencyKey }),
  getPendingPlans: (signal) => api.get('/api/trt/provider/pending-plans', { signal, label: 'pending plans' }),
  flagPlan: (body) => api.post(`${plans}/flag`, body),
  unflagPlan: (planId) => api.post(`${plans}/unflag`, { plan_id: planId }),
  approvePlan: (body, idempotencyKey) => api.post(`${plans}/approve`, body, { idempotencyKey }),
  approveUnflagged: (body, idempotencyKey) =>
    api.post(`${plans}/approve-unflagged`, body, { idempotencyKey }),
};

export const dataProvider: StaffDataProvider = { ...base, ...acts };

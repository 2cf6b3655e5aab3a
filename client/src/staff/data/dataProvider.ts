import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListResult, RaRecord } from 'react-admin';
import type { ListMeta } from '#common/api/index.js';
import { request, type RawAnswer } from '../../shared/api/index.js';
import { acts as careActs, type StaffActs as CareActs } from './acts.js';
import { adminActs } from './adminActs.js';
import { regulationActs } from './regulationActs.js';
import { STAFF_RESOURCES } from './resources.js';

export type { CaseDetail, PatientProfile } from './acts.js';
export type StaffDataProvider = DataProvider & CareActs & typeof adminActs & typeof regulationActs;

interface HttpOptions {
  method?: string;
  body?: BodyInit | null;
  signal?: AbortSignal | null;
}

/** What the API is asked with besides what react-admin asks. */
interface Asked {
  background?: boolean;
  /** The clinic that a system-wide administrator looks at. */
  orgId?: string;
}

/** ra-data-simple-rest over the portal's only fetch; `pick` takes the rows out of the list envelope. */
function restClient(
  label: string,
  pick: (json: unknown) => unknown,
  { background = false, orgId, below = '' }: Asked & { below?: string } = {},
) {
  const client = async (asked: string, options: HttpOptions = {}) => {
    const url = orgId ? `${asked}&org_id=${encodeURIComponent(orgId)}` : `${asked}${below}`;
    const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : undefined;
    const answer = await request(options.method ?? 'GET', url, body, {
      signal: options.signal ?? undefined,
      label,
      background,
    });
    return { status: answer.status, headers: ranged(answer), body: '', json: pick(answer.json) };
  };
  return simpleRestProvider('/api', client);
}

/** ra-data-simple-rest takes the total from a header; if the header is lost, use the body's. */
function ranged({ headers, json }: RawAnswer): Headers {
  const total = (json as Partial<ListMeta> | undefined)?.total;
  if (headers.has('content-range') || total === undefined) return headers;
  const completed = new Headers(headers);
  completed.set('content-range', `rows */${total}`);
  return completed;
}

function place(resource: string) {
  const found = STAFF_RESOURCES[resource];
  if (!found) throw new Error(`Unknown resource: ${resource}`);
  return found;
}

/** Polling must not keep a session alive. */
export const BACKGROUND = { background: true } as const;

const base: DataProvider = {
  ...restClient('data', (json) => json),
  getList: async <R extends RaRecord>(resource: string, params: Parameters<DataProvider['getList']>[1]) => {
    const { path, rows, label } = place(resource);
    let meta: Partial<ListMeta> = {};
    const asked = params.meta as Asked | undefined;
    const rest = restClient(
      label,
      (json) => {
        const envelope = json as ListMeta & Record<string, unknown>;
        meta = {
          source: envelope.source,
          as_of: envelope.as_of,
          total_is_estimate: envelope.total_is_estimate,
          withheld: envelope.withheld,
        };
        return Array.isArray(json) ? json : envelope[rows];
      },
      asked,
    );
    const result: GetListResult<R> = await rest.getList<R>(path, params);
    return { ...result, meta };
  },
  getOne: <R extends RaRecord>(resource: string, params: Parameters<DataProvider['getOne']>[1]) => {
    const { path, one } = place(resource);
    if (!one) throw new Error(`No page for one of the ${resource}`);
    const asked = { ...(params.meta as Asked | undefined), below: one.at };
    return restClient(one.label, (json) => ({ ...(json as object), id: params.id }), asked).getOne<R>(
      path,
      params,
    );
  },
};

export const dataProvider: StaffDataProvider = { ...base, ...careActs, ...adminActs, ...regulationActs };

import { ApiError } from './errors.js';

export const TIMEOUT_MS = 15_000;

export interface RequestOptions {
  /** What is being loaded, named in the timeout message. */
  label?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Polling: the server checks the session but does not extend it. */
  background?: boolean;
  idempotencyKey?: string;
  /** The request may outlive the page (saving on unload). */
  keepalive?: boolean;
  /** `throw` leaves a 401 to the caller instead of ending the session; for the sign-in calls. */
  on401?: 'end-session' | 'throw';
  headers?: Record<string, string>;
  /** Sends the body as is under this type (file import). */
  contentType?: 'text/csv';
  /** The answer is a file, not JSON. */
  file?: boolean;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  json: unknown;
}

type SessionGate = {
  /** True while the user is known to be signed out. */
  isSignedOut: () => boolean;
  /** Called once the server has answered 401. */
  onExpired: () => void;
};
let gate: SessionGate = { isSignedOut: () => false, onExpired: () => undefined };
let sessionEpoch = 0;

/** The session layer registers itself here, so that this file does not depend on it. */
export function connectSessionGate(next: SessionGate): void {
  gate = next;
}

/** A refusal the user can resolve: true once resolved, and the call can be sent again. */
type ForbiddenHandler = (code: string, failure: ApiError) => Promise<boolean>;
let forbiddenHandler: ForbiddenHandler | null = null;

/** The signed-in shell registers itself here (reauth_required, reason_required, mfa_enrollment_required). */
export function onForbidden(handler: ForbiddenHandler): () => void {
  forbiddenHandler = handler;
  return () => {
    if (forbiddenHandler === handler) forbiddenHandler = null;
  };
}

/** Answers to requests of an earlier session (or a rotated token) must not end the current one. */
export function beginSessionEpoch(): void {
  sessionEpoch += 1;
}

/** The page itself retries what an outage withheld: that must not keep a session alive. */
const withheld = new Set<string>();
const bare = (path: string): string => path.split('?')[0] ?? path;

/** One key for one intended action: repeat the call with the same key and the server acts once. */
export const newIdempotencyKey = (): string => crypto.randomUUID();

const NEEDS_SESSION = /^\/(api|chat|files)(\/|$)/;
const PUBLIC_PATHS = new Set(['/api/system/status']);

function assertSignedIn(path: string): void {
  if (NEEDS_SESSION.test(bare(path)) && !PUBLIC_PATHS.has(bare(path)) && gate.isSignedOut()) {
    throw new ApiError(401, 'not_authenticated', 'Not authenticated');
  }
}

function timeoutMessage(ms: number, label?: string): string {
  return `Request timed out after ${Math.round(ms / 1000)} s${label ? ` while loading ${label}` : ''}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (!response.ok) return undefined;
    throw new ApiError(response.status, 'invalid_json', 'Failed to parse JSON response');
  }
}

function toError(response: Response, json: unknown): ApiError {
  const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  const sentence = typeof body['message'] === 'string' && body['message'] !== '' ? body['message'] : null;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    response.status,
    typeof body['error'] === 'string' ? body['error'] : 'unknown',
    sentence ?? 'Request failed',
    body,
    {
      requestId: response.headers.get('x-request-id'),
      retryAfterSeconds: Number.isFinite(wait) ? wait : null,
      fromServer: sentence !== null,
    },
  );
}

/** The browser sets the content type of a form with files, including its boundary. */
function contentOf(body: unknown, { contentType }: RequestOptions): { type?: string; content: BodyInit } {
  if (body instanceof FormData) return { content: body };
  if (contentType && typeof body === 'string') return { type: contentType, content: body };
  return { type: 'application/json', content: JSON.stringify(body) };
}

function buildInit(method: string, body: unknown, options: RequestOptions, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  const sent = body === undefined ? null : contentOf(body, options);
  if (sent?.type) headers['Content-Type'] = sent.type;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.background) headers['X-Background'] = '1';
  return {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
    ...(sent && { body: sent.content }),
    ...(options.keepalive ? { keepalive: true } : {}),
  };
}

/** The only fetch of the portal. Everything uses it through `api` or, in react-admin, directly. */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<RawAnswer> {
  if (options.on401 !== 'throw') assertSignedIn(path);
  const epoch = sessionEpoch;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const timer = new AbortController();
  const handle = setTimeout(() => timer.abort(), timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timer.signal]) : timer.signal;
  try {
    const background = options.background || (method === 'GET' && withheld.has(bare(path)));
    const response = await fetch(path, buildInit(method, body, { ...options, background }, signal));
    if (response.status === 503) withheld.add(bare(path));
    else withheld.delete(bare(path));
    const json = response.ok && options.file ? await response.blob() : await readJson(response);
    if (response.ok) return { status: response.status, headers: response.headers, json };
    if (response.status === 401 && options.on401 !== 'throw' && epoch === sessionEpoch) {
      clearTimeout(handle);
      gate.onExpired();
      // Never settles: no screen may continue as if its call had failed or succeeded.
      return await new Promise<never>(() => undefined);
    }
    const failure = toError(response, json);
    if (failure.status === 403 && (await forbiddenHandler?.(failure.code, failure)))
      return await request(method, path, body, options);
    throw failure;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (options.signal?.aborted) throw error;
    if (timer.signal.aborted) throw new ApiError(0, 'timeout', timeoutMessage(timeoutMs, options.label));
    throw new ApiError(0, 'network', 'Request failed');
  } finally {
    clearTimeout(handle);
  }
}

async function json<T>(method: string, path: string, body: unknown, options?: RequestOptions): Promise<T> {
  return (await request(method, path, body, options)).json as T;
}

export const api = {
  getFile: async (path: string, options?: RequestOptions): Promise<Blob> =>
    (await request('GET', path, undefined, { ...options, file: true })).json as Blob,
  get: <T>(path: string, options?: RequestOptions) => json<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => json<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) => json<T>('PUT', path, body, options),
  patch: <T>(path: string, body?: unknown, options?: RequestOptions) => json<T>('PATCH', path, body, options),
  delete: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    json<T>('DELETE', path, body, options),
};

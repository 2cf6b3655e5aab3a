import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SMART_PATHS } from '#common/api/smart.js';
import type { Config } from '../../config/config.js';
import { newContext, runInContext, type RequestContext } from '../access/context.js';
import { ACCOUNTS } from '../access/scope.js';
import { AppError, fhirReadOnly } from '../errors/errors.js';
import { oauthError } from '../errors/oauth-error.js';
import { isFhirPath } from '../errors/operation-outcome.js';
import { isFhirSearchForm, readSearchForm } from '../requests/reads.js';
import { withoutPort } from './address.js';
import { openToOtherSites } from './cross-origin.js';
import { errorAnswer } from './error.filter.js';
import { SHARED_TEXT } from '../text/en.js';
import { inLanguage, languageOf } from '../text/spoken.js';

declare module 'fastify' {
  interface FastifyRequest {
    portalContext: RequestContext;
  }
}

const PROGRAM_ROUTES: ReadonlySet<string> = new Set([SMART_PATHS.token, SMART_PATHS.revoke]);
const FORM = 'application/x-www-form-urlencoded';
const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The address a request was understood as, with names for its variable parts; '' for none. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '';

export const newRequestId = (): string => randomUUID();

/** Called by programs, which are not on this site; no cookie is read there. */
export const isForPrograms = (request: FastifyRequest): boolean => PROGRAM_ROUTES.has(routeOf(request));

/** Where an app's page searches from its own site, no cookie came along: there is no session to abuse. */
const isAppSearch = (request: FastifyRequest): boolean =>
  isFhirSearchForm(request) && request.headers.cookie === undefined;

function csrfFault(request: FastifyRequest, origins: ReadonlySet<string>): boolean {
  if (!UNSAFE.has(request.method) || isForPrograms(request) || isAppSearch(request)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = request.headers;
  return origin !== undefined && !origins.has(origin);
}

/** An unsafe request with a body must be JSON; only the CSV import, a patient's lab report, OAuth and FHIR's search differ. */
function mediaFault(request: FastifyRequest): boolean {
  if (!UNSAFE.has(request.method)) return false;
  const length = request.headers['content-length'];
  const hasBody =
    (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return false;
  // A few compressed bytes would become megabytes; no call needs that.
  if (!['', 'identity'].includes(request.headers['content-encoding'] ?? '')) return true;
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') return !routeOf(request).startsWith('/api/labs/import');
  if (type === 'multipart/form-data') return routeOf(request) !== '/api/lab-reports';
  if (type === FORM) return !isForPrograms(request) && !isFhirSearchForm(request);
  return type !== 'application/json' || isForPrograms(request);
}

/** Below /fhir, where there is no such call: the answer is the same for whatever does not exist, so it tells no address. */
const isFhirWrite = (request: FastifyRequest): boolean =>
  isFhirPath(request.url) && ['', '/fhir/*'].includes(routeOf(request));

function notThisMedia(request: FastifyRequest): AppError {
  if (isFhirSearchForm(request)) return new AppError(415, 'unsupported_media_type', SHARED_TEXT.askByForm);
  if (isForPrograms(request)) return oauthError('invalid_request', SHARED_TEXT.sendParametersAs(FORM));
  if (isFhirWrite(request)) return fhirReadOnly();
  return new AppError(415, 'unsupported_media_type', SHARED_TEXT.requestsWithBodyMustJson);
}

/** `If-Match: "3"` says the same as a version in the body. */
function versionFromHeader(request: FastifyRequest): void {
  const header = request.headers['if-match'];
  const { body } = request;
  if (header === undefined || header === '*') return;
  if (typeof body !== 'object' || body === null || 'version' in body) return;
  // One that cannot be read is refused as a version: the caller meant to be stopped by a change.
  const digits = /^(?:W\/)?"?(\d+)"?$/.exec(header)?.[1];
  Object.assign(body, { version: digits === undefined ? null : Number(digits) });
}

/** An answer before anything else saw the request. */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.parts.retryAfterS) void reply.header('retry-after', String(error.parts.retryAfterS));
  const { type, body } = errorAnswer(error, request);
  return reply
    .status(error.status)
    .header('content-type', type)
    .header('cache-control', 'no-store')
    .headers(error.parts.headers ?? {})
    .send(body);
}

const inContextOf = (request: FastifyRequest, done: () => void): void =>
  inLanguage(languageOf(request.headers['accept-language']), () => runInContext(request.portalContext, done));

/** Request id, request context, known hosts, CSRF and media type: before anything else sees the request. */
export function addRequestHooks(fastify: FastifyInstance, config: Config): void {
  const origins = new Set([config.publicOrigin, ...config.extraOrigins]);
  const hosts = new Set([...origins].map((o) => new URL(o).host));

  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', String(request.id));
    if (isForPrograms(request)) void reply.header('pragma', 'no-cache');
    const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
    request.portalContext = newContext(String(request.id), {
      ip: withoutPort(request.ip),
      userAgent: agent,
      scope: ACCOUNTS,
    });
    inContextOf(request, done);
  });
  // Reading the body leaves the async context of the first hook.
  fastify.addHook('preValidation', (request, _reply, done) => {
    readSearchForm(request);
    versionFromHeader(request);
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => inContextOf(request, done));

  fastify.addHook('onRequest', async (request, reply) => {
    const health = request.url === '/livez' || request.url === '/readyz';
    // An absolute address names a host of its own, which nothing here checks.
    if ((!health && !hosts.has(request.headers.host ?? '')) || !request.url.startsWith('/')) {
      return refuse(request, reply, new AppError(400, 'bad_request', SHARED_TEXT.addressNotServedHere));
    }
    if (openToOtherSites(request, reply)) return reply;
    if (csrfFault(request, origins)) {
      return refuse(request, reply, new AppError(403, 'csrf', SHARED_TEXT.requestDidNotComeFromPortal));
    }
    if (mediaFault(request)) return refuse(request, reply, notThisMedia(request));
    return undefined;
  });
}

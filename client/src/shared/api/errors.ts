import type { ErrorBody } from '#common/api/index.js';
import {
  mustSignedInToDoText,
  mustSignedInToSeeText,
  pageTriesAgainByItselfText,
  weCantReachPortalText,
} from './text/errors.js';

/** Codes the client assigns to failures without an answer from the server. */
export type ClientErrorCode = 'timeout' | 'network' | 'invalid_json' | 'not_authenticated' | 'unknown';

/** Any failed call, with what the server said about it. `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: unknown;
  readonly fields: Record<string, string>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The whole answer, for fields that only some calls return (`current`, `rule_key`, `results`). */
  readonly body: Partial<ErrorBody> & Record<string, unknown>;
  /** Whether `message` is the server's own, written for users. */
  readonly fromServer: boolean;

  constructor(
    status: number,
    code: ClientErrorCode | (string & {}),
    message: string,
    body: Record<string, unknown> = {},
    more: { requestId?: string | null; retryAfterSeconds?: number | null; fromServer?: boolean } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.body = body;
    this.detail = body['detail'];
    this.fields = isTextRecord(body['fields']) ? body['fields'] : {};
    this.requestId = more.requestId ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.fromServer = more.fromServer ?? false;
  }
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

const isSignedOut = (error: unknown): boolean => isApiError(error) && error.code === 'not_authenticated';

/** The message for a failed load: a timeout and a missing session say so, otherwise the screen's own message. */
export function loadErrorMessage(error: unknown, fallback: string): string {
  if (isSignedOut(error)) return mustSignedInToSeeText;
  return isApiError(error) && error.code === 'timeout' ? error.message : fallback;
}

/** The message for a failed action: the server's explanation, otherwise the screen's own message. */
export function actionErrorMessage(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback;
  if (isSignedOut(error)) return mustSignedInToDoText;
  return error.code === 'timeout' || (error.fromServer && error.status < 500) ? error.message : fallback;
}

/** The session or the data cannot be checked right now: the server says so, and trying again later helps. */
export const isOutage = (error: unknown): error is ApiError => isApiError(error) && error.status === 503;

/** A failure that resolves without anyone doing anything. */
export const comesBack = (error: unknown): error is ApiError =>
  isOutage(error) || (isApiError(error) && error.code === 'network');

/** Why something could not be loaded, if that is temporary; nothing for other failures. */
export function outageWords(error: unknown): string[] {
  if (!comesBack(error)) return [];
  const why = error.code === 'network' ? weCantReachPortalText : error.message;
  return [error.code === 'network' || error.fromServer ? why : '', pageTriesAgainByItselfText].filter(
    Boolean,
  );
}

export const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;

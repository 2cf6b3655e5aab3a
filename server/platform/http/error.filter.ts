import {
  Catch,
  HttpException,
  Inject,
  Injectable,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from '#common/api/index.js';
import { Log } from '../logging/log.js';
import { AppError, badRequest } from '../errors/errors.js';
import { fromDatabaseError } from '../errors/database-errors.js';
import { FHIR_JSON, isFhirPath, operationOutcome } from '../errors/operation-outcome.js';
import { SHARED_TEXT } from '../text/en.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error it was answered with. */
    refusedAs?: ErrorCode;
  }
}

/** The body of an error, and the media type it has at this address. */
export function errorAnswer(error: AppError, request: FastifyRequest): { type: string; body: object } {
  request.refusedAs = error.code;
  if (isFhirPath(request.routeOptions.url ?? request.url))
    return { type: FHIR_JSON, body: operationOutcome(error) };
  return { type: 'application/json; charset=utf-8', body: errorBody(error, String(request.id)) };
}

/** What Fastify and Nest throw themselves: malformed JSON, size, media type, unknown route. */
function fromFramework(error: unknown): AppError | null {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
  const known: Record<number, [ErrorCode, string]> = {
    400: ['bad_request', SHARED_TEXT.requestCouldNotUnderstood],
    401: ['not_authenticated', SHARED_TEXT.signInToContinue],
    403: ['forbidden', SHARED_TEXT.noAccess],
    404: ['not_found', SHARED_TEXT.weCouldNotFind],
    405: ['bad_request', SHARED_TEXT.notPossibleHere],
    413: ['too_large', SHARED_TEXT.tooLargeToAccepted],
    414: ['bad_request', SHARED_TEXT.addressTooLong],
    415: ['unsupported_media_type', SHARED_TEXT.requestsWithBodyMustJson],
    431: ['bad_request', SHARED_TEXT.requestHeadersTooLarge],
  };
  const entry = status === undefined ? undefined : known[status];
  return entry && status ? new AppError(status, entry[0], entry[1]) : null;
}

const internal = () => new AppError(500, 'internal', SHARED_TEXT.somethingWentWrongOnOurSide);

const cutShort = () => badRequest(SHARED_TEXT.requestEndedBeforeComplete);
/** Node's own error for it has the code of a lost connection, and no system call. */
const isCutShort = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'ECONNRESET' && message === 'aborted';
};

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isCutShort(error)) return cutShort();
  return fromDatabaseError(error) ?? fromFramework(error) ?? internal();
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { detail, fields, current, ruleKey, extra } = error.parts;
  return {
    error: error.code,
    message: error.message,
    detail: detail ?? null,
    ...(fields && { fields }),
    ...(current !== undefined && { current }),
    ...(ruleKey && { rule_key: ruleKey }),
    ...extra,
    request_id: requestId,
  };
}

@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(Log) private readonly log: Log) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toAppError(exception);
    if (error.status >= 500) this.log.failure(request, error, exception);
    if (reply.sent) return;
    if (error.parts.retryAfterS) void reply.header('retry-after', String(error.parts.retryAfterS));
    const { type, body } = errorAnswer(error, request);
    void reply
      .headers(error.parts.headers ?? {})
      .status(error.status)
      .header('content-type', type)
      .header('cache-control', 'no-store')
      .send(body);
  }
}

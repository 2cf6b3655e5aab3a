import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedObjects } from './audit/refused-objects.js';
import { answersCalls, type Config } from './config/config.js';
import { errorBody } from './platform/http/error.filter.js';
import { badRequest, tooSlow, type AppError } from './platform/errors/errors.js';
import { scanRoutes } from './platform/access/route-scan.js';
import { SESSION_GATE, type SessionGate } from './platform/access/access.guard.js';
import { Admission } from './platform/http/admission.js';
import { Arrivals } from './platform/http/arrivals.js';
import { guardLargeBodies } from './platform/http/large-bodies.js';
import { addBodyParsers } from './platform/http/json-parser.js';
import { RefusalLog } from './limits/refusal-log.js';
import { Metrics } from './platform/metrics/metrics.js';
import { API_POLICY, isPageRequest, servePages } from './platform/http/pages.js';
import { serializeAnswer } from './platform/http/shared-rows.js';
import { addRequestHooks } from './platform/http/request-hooks.js';
import { answerHealthOnly } from './platform/http/health-only.js';
import { addUploadParser, readUploads } from './platform/http/uploads.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

const YEAR_S = 31_536_000;
const HEADER_LIMIT = 16 * 1024;

export function httpAdapter(config: Config): FastifyAdapter {
  return new FastifyAdapter({
    trustProxy: (_address, hop) => hop < config.trustProxy,
    genReqId: () => randomUUID(),
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void reply
        .status(400)
        .header('x-request-id', String(request.id))
        .header('cache-control', 'no-store')
        .send(errorBody(badRequest(SHARED_TEXT.addressCouldNotUnderstood), String(request.id)));
    },
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
    // Requests that still arrive on an open connection during shutdown are answered, then the connection ends.
    return503OnClosing: false,
    bodyLimit: 256 * 1024,
    // Applies to a whole request; a stalled body is cut off much earlier (platform/http/arrivals.ts).
    requestTimeout: 60_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    http: {
      maxHeaderSize: HEADER_LIMIT,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
    },
  });
}

const UNREADABLE: Readonly<Record<string, [string, AppError]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    badRequest(SHARED_TEXT.requestHeadersTooLarge),
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', tooSlow()],
};

/** A malformed HTTP request has no reply object yet, so the response is written by hand. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, fault] = UNREADABLE[error.code ?? ''] ?? [
    '400 Bad Request',
    badRequest(SHARED_TEXT.requestCouldNotUnderstood),
  ];
  const id = randomUUID();
  const body = JSON.stringify(errorBody(fault, id));
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `cache-control: no-store\r\nx-request-id: ${id}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Shared by the real startup and the tests: the same hooks, headers, parsers and guards. */
export async function configureApp(
  app: NestFastifyApplication,
  config: Config,
  clientFolder: string | null,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.setReplySerializer(serializeAnswer);
  addRequestHooks(fastify, config);
  if (!answersCalls(config)) answerHealthOnly(fastify);
  readUploads(fastify);
  const arrivals = app.get(Arrivals);
  arrivals.watch(fastify);
  const gate = app.get<SessionGate>(SESSION_GATE);
  guardLargeBodies(fastify, gate, (place) => arrivals.makeRoom(place));
  app.get(Admission).guard(fastify, gate);
  app.get(Metrics).measure(fastify);
  app.get(RefusedObjects).watch(fastify);
  app.get(RefusalLog).watch(fastify);
  addBodyParsers(fastify);
  await addUploadParser(fastify);
  await fastify.register(cookie);
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.secureCookies ? { maxAge: YEAR_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  await fastify.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // No call accepts a compressed body: a few bytes could become megabytes.
    globalDecompression: false,
  });
  fastify.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', API_POLICY);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    void reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    if (reply.statusCode === 404 && answersCalls(config) && isPageRequest(request))
      void reply.code(302).header('location', '/');
  });
  if (clientFolder) await servePages(fastify, clientFolder);
  scanRoutes(app);
  await app.init();
  await fastify.ready();
}

import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.js';
import { scanRoutes } from './platform/access/route-scan.js';
import { addBodyParsers } from './platform/http/json-parser.js';
import { Metrics } from './platform/metrics/metrics.js';
import { API_POLICY, isPageRequest, servePages } from './platform/http/pages.js';
import { addRequestHooks } from './platform/http/request-hooks.js';

const YEAR_S = 31_536_000;
const HEADER_LIMIT = 16 * 1024;

export function httpAdapter(config: Config): FastifyAdapter {
  return new FastifyAdapter({
    trustProxy: (_address, hop) => hop < config.trustProxy,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    http: { maxHeaderSize: HEADER_LIMIT, headersTimeout: 30_000 },
  });
}

/** What the real start and the tests share: the same hooks, headers, parsers and walls. */
export async function configureApp(
  app: NestFastifyApplication,
  config: Config,
  clientFolder: string | null,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  addRequestHooks(fastify, config);
  app.get(Metrics).measure(fastify);
  addBodyParsers(fastify);
  await fastify.register(cookie);
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.secureCookies ? { maxAge: YEAR_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  fastify.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', API_POLICY);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    void reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    if (reply.statusCode === 404 && isPageRequest(request.method, request.url))
      void reply.code(302).header('location', '/');
  });
  if (clientFolder) await servePages(fastify, clientFolder);
  scanRoutes(app);
  await app.init();
  await fastify.ready();
}

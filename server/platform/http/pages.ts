import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENGLISH, languageOf, spokenLanguages } from '../text/spoken.js';

/** First path segments that belong to the client's router; every other address leads to the landing page. */
const CLIENT_SEGMENTS = [
  'login',
  'signup',
  'forgot-password',
  'reset-password',
  'verify-email',
  'terms',
  'privacy',
  'dashboard',
  'admin',
  'trt',
  'account',
  'help',
  'access-denied',
];
const NONCE_MARK = /__CSP_NONCE__/g;

const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // No string becomes markup or code: React and the libraries need none of it.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** For everything that is no page. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** A page in each language that the client was built in. */
function page(name: string, builds: ReadonlyMap<string, string>): Page {
  const pages = new Map([...builds].map(([tag, folder]) => [tag, readFileSync(join(folder, name), 'utf8')]));
  const english = pages.get(ENGLISH)!;
  return (request, reply) => {
    const html = pages.get(languageOf(request.headers['accept-language'])) ?? english;
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(html.replace(NONCE_MARK, nonce));
  };
}

/** Where the client was built: beside the English one, one for each language. */
const buildsOf = (folder: string): Map<string, string> =>
  new Map([
    [ENGLISH, folder],
    ...spokenLanguages()
      .map((tag): [string, string] => [tag, `${folder}-${tag}`])
      .filter(([, build]) => existsSync(join(build, 'index.html'))),
  ]);

/** The built client: hashed files for ever, pages never, both from the same origin as the API. */
export async function servePages(fastify: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`The client is not built: ${folder} is missing. Run npm run build.`);
  const builds = buildsOf(folder);
  await fastify.register(fastifyStatic, {
    root: [...builds.values()].map((build) => join(build, 'assets')),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  });
  fastify.get('/', page('landing.html', builds));
  const app = page('index.html', builds);
  for (const segment of CLIENT_SEGMENTS) {
    fastify.get(`/${segment}`, app);
    fastify.get(`/${segment}/*`, app);
  }
  for (const name of ['favicon.svg', 'favicon.ico', 'robots.txt']) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const body = readFileSync(file);
    const type = name.endsWith('.svg')
      ? 'image/svg+xml; charset=utf-8'
      : name.endsWith('.ico')
        ? 'image/x-icon'
        : 'text/plain; charset=utf-8';
    fastify.get(`/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(body),
    );
  }
}

/** Unknown page addresses lead home; unknown calls and files are answered as such. */
export const isPageRequest = ({ method, url, headers, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  // By route where there is one: the same address can be written in many ways.
  !/^\/(api|auth|fhir|files|dev|assets|livez|readyz)(\/|\?|$)/.test(routeOptions.url ?? url) &&
  (!/\.[a-z0-9]{2,5}(\?|$)/i.test(url) || /\btext\/html\b/.test(headers.accept ?? ''));

import type { FastifyReply, FastifyRequest } from 'fastify';

/** What apps call from their own pages. */
const OPEN = /^\/(fhir\/|auth\/smart\/(token|revoke)$)/;
const DAY_S = '86400';
const EXPOSED = 'etag, last-modified, www-authenticate, retry-after, ratelimit, ratelimit-policy';

/**
 * Lets pages of other sites read what they get with a token. `*` never goes together with cookies, so that a session is
 * of no use to them.
 * @returns whether the browser only asked beforehand, and is answered
 */
export function openToOtherSites(request: FastifyRequest, reply: FastifyReply): boolean {
  const [path = ''] = request.url.split('?');
  if (request.headers.origin === undefined || !OPEN.test(path)) return false;
  void reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.method !== 'OPTIONS') return false;
  void reply
    .status(204)
    .headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'accept, authorization, content-type, if-none-match',
      'access-control-max-age': DAY_S,
    })
    .send();
  return true;
}

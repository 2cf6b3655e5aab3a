import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.js';
import { oauthError } from '../errors/oauth-error.js';
import { isFhirSearchForm } from '../requests/reads.js';
import { IMPORT_LIMIT, INTAKE_LIMIT, isFhirImport, limitOf, tooLarge } from './large-bodies.js';
import { isForPrograms } from './request-hooks.js';
import { SHARED_TEXT } from '../text/en.js';

const DEEPEST = 32;
const FORM_LIMIT = 64 * 1024;

/** Nesting that no call needs would only exhaust the stack of what reads it. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{' || c === '[') {
      if (++depth > DEEPEST) return true;
    } else if (c === '}' || c === ']') depth--;
  }
  return false;
}

/** Strictly UTF-8: a character that another encoding broke would be stored as a question mark. */
function decoded(request: FastifyRequest, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  const words = SHARED_TEXT.sendTextAsUtf8;
  const fault = isForPrograms(request)
    ? oauthError('invalid_request', words)
    : new AppError(400, 'bad_request', words);
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) throw fault;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw fault;
  }
}

function parse(request: FastifyRequest, body: Buffer): unknown {
  if (body.length > limitOf(request)) throw tooLarge();
  const text = decoded(request, body);
  if (text === '') return undefined;
  const malformed = () => new AppError(400, 'bad_request', SHARED_TEXT.requestBodyNotValidJson);
  if (tooDeep(text)) throw malformed();
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

/** OAuth: no name may be sent twice, and an empty value counts as not sent. */
function form(request: FastifyRequest, body: Buffer): URLSearchParams | Record<string, string> {
  const params = new URLSearchParams(decoded(request, body));
  if (isFhirSearchForm(request)) return params;
  const sent = [...params].filter(([, value]) => value !== '');
  if (new Set(sent.map(([name]) => name)).size < sent.length)
    throw oauthError('invalid_request', 'A parameter was sent twice.');
  return Object.fromEntries(sent);
}

/** JSON bodies with a limit a route; keys such as __proto__ are kept, so that validation can refuse them by name. */
export function addBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const add = (
    type: string,
    bodyLimit: number,
    read: (request: FastifyRequest, body: Buffer) => unknown,
  ): void => {
    fastify.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit },
      async (request: FastifyRequest, body: Buffer) => {
        request.received = body.length;
        return read(request, body);
      },
    );
  };
  // Only there may a JSON body be larger than the intake, also one that does not say its length.
  fastify.addHook('onRoute', (route) => {
    if (isFhirImport(route.url)) route.bodyLimit = IMPORT_LIMIT;
  });
  add('application/json', INTAKE_LIMIT, parse);
  add('text/csv', IMPORT_LIMIT, decoded);
  add('application/x-www-form-urlencoded', FORM_LIMIT, form);
}

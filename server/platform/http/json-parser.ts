import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.js';

const LIMIT = 64 * 1024;
const INTAKE_LIMIT = 256 * 1024;
const CSV_LIMIT = 5 * 1024 * 1024;
const DEEPEST = 32;

const limitOf = (request: FastifyRequest): number =>
  request.url.startsWith('/api/trt/intake') ? INTAKE_LIMIT : LIMIT;

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

function parse(request: FastifyRequest, text: string): unknown {
  if (Buffer.byteLength(text) > limitOf(request))
    throw new AppError(413, 'too_large', 'That is too large to be accepted.');
  if (text === '') return undefined;
  const malformed = () => new AppError(400, 'bad_request', 'The request body is not valid JSON.');
  if (tooDeep(text)) throw malformed();
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

/** JSON bodies with a limit a route; keys such as __proto__ are kept, so that validation can refuse them by name. */
export function addBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: INTAKE_LIMIT },
    (request, body, done) => {
      try {
        done(null, parse(request, String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  fastify.addContentTypeParser(
    'text/csv',
    { parseAs: 'string', bodyLimit: CSV_LIMIT },
    (_request, body, done) => done(null, body),
  );
}

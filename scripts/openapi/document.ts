import type { Type } from '@nestjs/common';
import { describeAccess } from '../../server/platform/access/route-scan.js';
import type { FilterKind, ListDialect } from '../../server/platform/http/list-query.js';
import { REF, answerSchemas, declaredAnswers, type Answer, type Declared, type Schema } from './answers.js';
import { bodySchema } from './bodies.js';
import { describedRoutes, type Described } from './routes.js';

const JSON_TYPE = 'application/json';

type Json = Record<string, unknown>;

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-roles': string;
  security?: Record<string, string[]>[];
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
  [extension: `x-${string}`]: unknown;
}
export interface OpenApi {
  openapi: '3.1.0';
  jsonSchemaDialect: string;
  info: Json;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Json; schemas: Record<string, Schema> };
  security: Record<string, string[]>[];
}

const ref = (name: string): Schema => ({ $ref: REF + name });
const inPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
const tagOf = (path: string): string => {
  const parts = path
    .split('/')
    .filter((part) => part && part !== 'api' && part !== 'trt' && !part.startsWith(':'));
  return parts[0] ?? 'system';
};

function filterSchema(kind: FilterKind): Schema {
  if (typeof kind !== 'string') return { type: 'string', enum: [...kind] };
  if (kind === 'boolean') return { type: 'boolean' };
  if (kind === 'number') return { type: ['integer', 'string'] };
  if (kind === 'uuid') return { type: 'string', format: 'uuid' };
  return { type: 'string', maxLength: 200 };
}

function listParameters({ sorts, filters, ids, defaultSort }: ListDialect): Json[] {
  const json = (name: string, description: string, schema: Json): Json => ({
    name,
    in: 'query',
    description,
    content: { [JSON_TYPE]: { schema } },
  });
  const id: Schema = ids === 'number' ? { type: ['integer', 'string'] } : { type: 'string', format: 'uuid' };
  const properties = Object.fromEntries(
    Object.entries(filters).map(([name, kind]) => [name, filterSchema(kind)]),
  );
  return [
    json('range', 'The first and the last row, counted from 0; at most 100 rows.', {
      type: 'array',
      items: { type: 'integer', minimum: 0 },
      minItems: 2,
      maxItems: 2,
    }),
    json('sort', `A field and a direction; ${defaultSort.join(' ')} unless given.`, {
      type: 'array',
      prefixItems: [
        { type: 'string', enum: Object.keys(sorts) },
        { type: 'string', enum: ['ASC', 'DESC'] },
      ],
    }),
    json('filter', 'Only rows that fit all of these.', {
      type: 'object',
      properties: { id: { anyOf: [id, { type: 'array', items: id, maxItems: 100 }] }, ...properties },
      additionalProperties: false,
    }),
  ];
}

function parameters({ path, list, query }: Described): Json[] {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]): Json => {
    const schema: Schema = /(^|_)id$/.test(name!) ? { type: 'string', format: 'uuid' } : { type: 'string' };
    return { name, in: 'path', required: true, schema };
  });
  const asked = query.map((name): Json => ({ name, in: 'query', schema: { type: 'string' } }));
  return [...named, ...asked, ...(list ? listParameters(list) : [])];
}

function requestBody({ body, upload }: Described): Json | null {
  if (upload) {
    const file = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    };
    return { required: true, content: { 'multipart/form-data': { schema: file } } };
  }
  if (!body) return null;
  if (body === (String as unknown as Type)) {
    return { required: true, content: { 'text/csv': { schema: { type: 'string' } } } };
  }
  return { required: true, content: { [JSON_TYPE]: { schema: ref(body.name) } } };
}

function content(answer: Answer): Json {
  if (answer.kind === 'json')
    return {
      [JSON_TYPE]: { schema: answer.list ? { type: 'array', items: ref(answer.type) } : ref(answer.type) },
    };
  if (answer.kind === 'file') return { '*/*': {} };
  return answer.kind === 'text' ? { 'text/plain': { schema: { type: 'string' } } } : {};
}

const DONE: Json = { description: 'Done; no body.' };
const ELSEWHERE: Json = {
  description: 'Leads to another address.',
  headers: { Location: { description: 'Where to', schema: { type: 'string' } } },
};

/** What is answered where nothing failed, by status. */
function successes(
  { status, list, redirects, alsoAt }: Described,
  { answer }: Declared,
): Record<string, Json> {
  if (redirects) return { 302: ELSEWHERE };
  if (answer.kind === 'none') return { [status === 200 ? 204 : status]: DONE };
  const range = { 'Content-Range': { description: 'unit first-last/total', schema: { type: 'string' } } };
  const told = { description: 'The answer.', content: content(answer), ...(list && { headers: range }) };
  return {
    // A handler that mostly has nothing to say.
    ...(status === 204 ? { 200: told, 204: DONE } : { [status]: told }),
    ...(alsoAt && { [alsoAt]: told }),
  };
}

function responses(route: Described, declared: Declared): Record<string, Json> {
  const error = (description: string): Json => ({
    description,
    content: { [JSON_TYPE]: { schema: ref('ErrorBody') } },
  });
  return {
    ...successes(route, declared),
    ...(route.body && { 422: error('The body is not what is described: `fields` says where and why.') }),
    '4XX': error('Refused: `error` says why.'),
    '5XX': error('Not possible now; nothing was changed.'),
  };
}

function operation(route: Described, declared: Declared): Operation {
  const { controller, name, rule, stepUp, systemWide, verifiedEmail } = route;
  const open = rule!.kind === 'public';
  const asked = parameters(route);
  const body = requestBody(route);
  return {
    operationId: `${controller.name.replace(/Controller$/, '')}_${name}`,
    summary: declared.summary!,
    tags: [tagOf(route.path)],
    'x-roles': describeAccess(rule!),
    ...(stepUp && { 'x-fresh-proof': stepUp }),
    ...(systemWide && { 'x-system-wide': true }),
    ...(verifiedEmail && { 'x-verified-email': true }),
    ...(open && { security: [] }),
    ...(asked.length && { parameters: asked }),
    ...(body && { requestBody: body }),
    responses: responses(route, declared),
  };
}

/** The bodies of the routes, and their nested classes. */
function bodySchemas(routes: readonly Described[]): Record<string, Schema> {
  const open = routes.flatMap(({ body }) => (body && body !== (String as unknown as Type) ? [body] : []));
  const found: Record<string, Schema> = {};
  const owners = new Map<string, Type>();
  for (let dto = open.pop(); dto; dto = open.pop()) {
    const known = owners.get(dto.name);
    if (known && known !== dto) throw new Error(`Two classes of bodies are named ${dto.name}.`);
    if (known) continue;
    owners.set(dto.name, dto);
    found[dto.name] = bodySchema(dto, (child) => open.push(child));
  }
  return found;
}

/** The description of the portal as a whole. */
const HEAD = {
  openapi: '3.1.0' as const,
  // What OpenAPI 3.1 takes anyway; programs that are not told read tuples by an older draft.
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: {
    title: 'TRT portal',
    version: '1',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    description:
      'Sign in with POST /auth/login and send the cookie with each call. Rules for every call (errors, lists, versions, ' +
      'idempotency) are in docs/api.md. The calls under /fhir are described by GET /fhir/metadata, and those under /auth/smart by GET /fhir/.well-known/smart-configuration. x-roles says who may call, x-fresh-proof where a recent POST /auth/reauth is needed.',
  },
  servers: [{ url: '/' }],
  security: [{ session: [] }],
} satisfies Partial<OpenApi>;

/** Keeps only the schemas that the calls use, directly or indirectly. */
function used(paths: OpenApi['paths'], schemas: Record<string, Schema>): Record<string, Schema> {
  const names = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!names.has(name!)) {
        names.add(name!);
        follow(schemas[name!] ?? {});
      }
  };
  follow(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export async function openApi(root: string, app: Parameters<typeof describedRoutes>[0]): Promise<OpenApi> {
  const routes = await describedRoutes(app);
  const declared = declaredAnswers(root);
  const answers = answerSchemas(root);
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const known = declared.get(`${route.controller.name}.${route.name}`);
    if (!known) throw new Error(`${route.controller.name}.${route.name} was not found in its source.`);
    if (!known.summary)
      throw new Error(`${route.path} needs a line above its handler that says what it does.`);
    if (known.answer.kind === 'unnamed')
      throw new Error(`${route.path} must declare what it answers, by a name of common/api.`);
    if (known.answer.kind === 'json' && !answers[known.answer.type])
      throw new Error(`${route.path} answers ${known.answer.type}, which common/api does not export.`);
    (paths[inPath(route.path)] ??= {})[route.method.toLowerCase()] = operation(route, known);
  }
  const tags = [
    ...new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags))),
  ];
  return {
    ...HEAD,
    tags: tags.toSorted().map((name) => ({ name })),
    paths: sorted(paths),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'trt_sid' } },
      schemas: sorted(used(paths, { ...answers, ...bodySchemas(routes) })),
    },
  };
}

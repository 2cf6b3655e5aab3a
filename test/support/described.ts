import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Response } from 'supertest';
import type { OpenApi, Operation } from '../../scripts/openapi/document.js';

const FILE = new URL('../../docs/openapi.json', import.meta.url);
const { paths, components } = JSON.parse(readFileSync(FILE, 'utf8')) as OpenApi;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'openapi', components });

interface Route {
  /** The path's segments; null matches anything. */
  parts: (string | null)[];
  operations: Record<string, Operation>;
}
const routes = Object.entries(paths).map(([path, operations]): Route => {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? null : part));
  return { parts, operations };
});
// A literal path segment comes before a parameter.
routes.sort((a, b) => a.parts.filter((p) => p === null).length - b.parts.filter((p) => p === null).length);

function operationOf(method: string, url: string): Operation | undefined {
  const parts = new URL(url).pathname.split('/');
  const fits = (route: Route): boolean =>
    route.parts.length === parts.length &&
    route.parts.every((part, i) => part === null || part === parts[i]) &&
    method in route.operations;
  return routes.find(fits)?.operations[method];
}

const checks = new WeakMap<object, ValidateFunction>();

function checkOf(described: object): ValidateFunction | null {
  const known = checks.get(described);
  if (known) return known;
  const { content } = described as { content?: Record<string, { schema: object }> };
  const schema = content?.['application/json']?.schema;
  if (!schema) return null;
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  const check = ajv.compile(JSON.parse(text) as object);
  checks.set(described, check);
  return check;
}

/** Fails if a response does not match docs/openapi.json; extra fields count. */
export function assertDescribed(method: string, url: string, response: Response): void {
  const { status, type, body } = response as { status: number; type: string; body: unknown };
  if (type !== 'application/json') return;
  const operation = operationOf(method.toLowerCase(), url);
  if (!operation) return;
  // A health check has the same form, ready or not.
  const told = status < 300 || operation.tags.includes('readyz');
  const described = operation.responses[told ? Object.keys(operation.responses)[0]! : '4XX']!;
  const check = checkOf(described);
  if (!check || check(body)) return;
  const why = check
    .errors!.slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  throw new Error(`${method} ${url} answered ${status}, not as docs/openapi.json says:\n${why.join('\n')}`);
}

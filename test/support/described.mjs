import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const FILE = new URL('../../docs/openapi.json', import.meta.url);
const { paths, components } = JSON.parse(readFileSync(FILE, 'utf8'));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'openapi', components });

/** The path's segments, null where anything matches, and its operations. */
const routes = Object.entries(paths).map(([path, operations]) => {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? null : part));
  return { parts, operations };
});
// A literal path segment comes before a parameter.
routes.sort((a, b) => a.parts.filter((p) => p === null).length - b.parts.filter((p) => p === null).length);

/** What docs/openapi.json says about a call, if it has it. */
export function operationOf(method, url) {
  const parts = new URL(url).pathname.split('/');
  const fits = (route) =>
    route.parts.length === parts.length &&
    route.parts.every((part, i) => part === null || part === parts[i]) &&
    method in route.operations;
  return routes.find(fits)?.operations[method];
}

const checks = new WeakMap();

function checkOf(described) {
  const known = checks.get(described);
  if (known) return known;
  const schema = described.content?.['application/json']?.schema;
  if (!schema) return null;
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  const check = ajv.compile(JSON.parse(text));
  checks.set(described, check);
  return check;
}

/** Fails if a response does not match docs/openapi.json; extra fields count. */
export function assertDescribed(method, url, { status, type, body }) {
  if (type !== 'application/json') return;
  const operation = operationOf(method.toLowerCase(), url);
  if (!operation) return;
  const described = operation.responses[status] ?? operation.responses[`${String(status)[0]}XX`];
  if (!described)
    throw new Error(`${method} ${url} answered ${status}, which docs/openapi.json does not have.`);
  const check = checkOf(described);
  if (!check || check(body)) return;
  const why = check.errors
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  throw new Error(`${method} ${url} answered ${status}, not as docs/openapi.json says:\n${why.join('\n')}`);
}

/** Paths of the lists, answers with a total, that this role may call. */
export function listsFor(role) {
  const schemaOf = ({ $ref }) => components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
  return Object.entries(paths)
    .filter(([path, { get }]) => {
      const answer = get?.responses['200']?.content?.['application/json']?.schema;
      const lists = answer?.$ref && 'total' in (schemaOf(answer).properties ?? {});
      return lists && !path.includes('{') && get['x-roles'].split(' ').includes(role);
    })
    .map(([path]) => path)
    .sort();
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import { markOf, PAYLOADS } from './payloads.js';

/** The writable texts of docs/openapi.json, and which of them were written with a payload. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  pattern?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

const description = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
) as Description;

/** A pattern that lets a payload through, by itself or behind a title, is none. */
const holdsPayload = ({ enum: list, const: one, format, pattern }: Schema): boolean =>
  !list && one === undefined && !format && (!pattern || new RegExp(pattern, 'iu').test(`MD ${PAYLOADS[9]}`));

function textsOf(schema: Schema, path: string): string[] {
  if (schema.$ref) return textsOf(description.components.schemas[schema.$ref.split('/').at(-1)!]!, path);
  const own = [schema.type].flat().includes('string') && holdsPayload(schema) ? [path] : [];
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...own,
    ...parts.flatMap((part) => textsOf(part, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      textsOf(part, path ? `${path}.${name}` : name),
    ),
    ...(schema.items ? textsOf(schema.items, path) : []),
  ];
}

/** Each as `POST /api/doses note`. */
const writableTexts = (): string[] => [
  ...new Set(
    Object.entries(description.paths).flatMap(([path, calls]) =>
      Object.entries(calls).flatMap(([method, { requestBody }]) =>
        Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
          textsOf(schema, '').map((name) => `${method.toUpperCase()} ${path} ${name}`),
        ),
      ),
    ),
  ),
];

const templates = Object.keys(description.paths).sort((a, b) => a.split('{').length - b.split('{').length);
const templateOf = (path: string): string =>
  templates.find((one) => new RegExp(`^${one.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path)) ?? path;

/** Sends bodies, and keeps which fields held a payload, by the mark of the text. */
export class Writer {
  readonly fields = new Map<string, string>();

  async send<T>(who: APIRequestContext, call: string, data: object = {}): Promise<T> {
    const [method = '', path = ''] = call.split(' ');
    const answer = await who.fetch(path, { method, data });
    expect(answer.status(), `${call}: ${await answer.text()}`).toBeLessThan(300);
    this.keep(`${method} ${templateOf(path)} `, data, '');
    return (await answer.json().catch(() => null)) as T;
  }

  private keep(route: string, value: unknown, path: string): void {
    if (typeof value === 'string') {
      const mark = markOf(value);
      if (mark) this.fields.set(mark, `${route}${path}`);
    } else if (Array.isArray(value)) value.forEach((one) => this.keep(route, one, path));
    else
      for (const [name, one] of Object.entries(value ?? {}))
        this.keep(route, one, path ? `${path}.${name}` : name);
  }
}

const REFUSED = 'read as a value of its kind: `refusedTexts` sees other text refused';
const KEYS = 'compared with keys of rules, fields or analytes, never kept';
const SECRET = 'a secret or a code: hashed or encrypted, never shown';

/** Texts that are not written, each with the reason. */
const EXEMPT: readonly (readonly [RegExp, string])[] = [
  [
    /dispenses override_reason$/,
    'kept where a rule asks for it, with the override reasons of the order: approvals write those',
  ],
  [/^\w+ \/auth\/\S+ ((current_|confirm_)?password|(session_)?token|code)$/, SECRET],
  [/^POST \/auth\/login email$/, 'compared with the addresses of accounts, never kept'],
  [/ (timezone|collected_at|taken_at|due_at|phone|fax|npi|emergency_contact_phone|until\.analyte)$/, REFUSED],
  [/\/(titrate|plans) (formulation|frequency|route)$/, REFUSED],
  [/ (safety_check\.)?(location_state|sex_assigned_at_birth|vte_history|last_testosterone_on)$/, REFUSED],
  [/ (overrides|confirmed|fields)$/, KEYS],
  [
    /^PUT \/api\/admin\/organisations\/\{id\}\/sso /,
    'kept only if the provider at that address answers: e2e/sso',
  ],
  [/^POST \/api\/admin\/api-keys (jwks|jwks_url)$/, REFUSED],
  [/^POST \/api\/admin\/patient-apps redirect_uris$/, 'kept only as a browser writes it: e2e/patient-apps'],
  [
    /^POST \/api\/patient\/apps\/(request|decision) \w+$/,
    'compared with what is registered, or sent back to the app: e2e/patient-apps',
  ],
  [
    /^POST \/api\/trt\/intake signature\.name$/,
    'the full name of the form: browser/stored-text signs with markup',
  ],
  [/\/pharmacy-orders reason$/, 'kept only with rules that it passes: that of a transition is written'],
  [/^POST \/api\/labs\/import $/, 'a table of values: texts in it only come back among its mistakes'],
  [
    /(held-records\/\{id\}\/release|^PATCH \/api\/trt\/cases\/\{id\}) reason$/,
    'kept for the audit, shown on no screen',
  ],
  [
    /^POST \/api\/lab-messages\/\{id\}\/((discard|match) reason|map code)$/,
    'takes a message of a laboratory: browser/lab-messages types markup',
  ],
  [/^POST \/api\/trt\/assistant\/chat message$/, 'browser/assistant types markup'],
  [/^POST \/auth\/passkeys name$/, 'browser/accounts-security names one with markup'],
];

/** Writable texts that were neither written nor exempt, and exemptions of what does not exist or was written. */
export function gaps({ fields }: Writer): string[] {
  const written = new Set(fields.values());
  const all = writableTexts();
  const left = all.filter((one) => !written.has(one) && !EXEMPT.some(([which]) => which.test(one)));
  const idle = EXEMPT.filter(([which]) => !all.some((one) => which.test(one) && !written.has(one)));
  return [...left, ...idle.map(([which]) => `no such field: ${which.source}`)];
}

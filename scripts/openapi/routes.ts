import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import {
  STEP_UP,
  SYSTEM_WIDE,
  VERIFIED_EMAIL,
  type StepUpRule,
} from '../../server/platform/access/decorators.js';
import {
  handlerMetadata,
  handlersOf,
  ruleMetadata,
  type Handler,
} from '../../server/platform/access/route-scan.js';
import { DESCRIBED, type AlsoDescribed } from '../../server/platform/http/described.js';
import type { ListDialect } from '../../server/platform/http/list-query.js';
import { QUERY_NAMES } from '../../server/platform/http/query-names.js';
import { Upload } from '../../server/platform/http/uploads.js';

type Imported = Type | DynamicModule | ForwardReference | Promise<DynamicModule>;

/** What the metadata says about one route. */
export interface Described extends Handler {
  status: number;
  body: Type | null;
  upload: boolean;
  list: ListDialect | null;
  query: readonly string[];
  redirects: boolean;
  alsoAt: number | null;
  stepUp: StepUpRule | null;
  systemWide: boolean;
  verifiedEmail: boolean;
}

/** Every controller of a module, including its imports. */
export async function controllersOf(root: Imported, seen = new Set<unknown>()): Promise<Type[]> {
  const given = await root;
  const named = 'forwardRef' in given ? (given.forwardRef() as Type | DynamicModule) : given;
  if (seen.has(named)) return [];
  seen.add(named);
  const module = 'module' in named ? named.module : named;
  const own = (key: 'imports' | 'controllers'): unknown[] => [
    ...((Reflect.getMetadata(key, module) as unknown[] | undefined) ?? []),
    ...(('module' in named && named[key]) || []),
  ];
  const found = own('controllers') as Type[];
  for (const imported of own('imports')) found.push(...(await controllersOf(imported as Imported, seen)));
  return [...new Set(found)];
}

interface Argument {
  index: number;
  data?: unknown;
}

const isDialect = (data: unknown): data is ListDialect =>
  typeof data === 'object' && data !== null && 'sorts' in data && 'filters' in data;

export function describeHandler(handler: Handler): Described {
  const { controller, name, method } = handler;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as Type[];
  const given = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, Argument>,
  );
  const of = (kind: RouteParamtypes) => given.filter(([key]) => key.startsWith(`${kind}:`)).map(([, a]) => a);
  const body = of(RouteParamtypes.BODY)[0];
  const said = handlerMetadata<AlsoDescribed>(DESCRIBED, handler) ?? {};
  return {
    ...handler,
    status: handlerMetadata<number>(HTTP_CODE_METADATA, handler) ?? (method === 'POST' ? 201 : 200),
    body: body ? types[body.index]! : (said.body ?? null),
    upload: types.includes(Upload),
    list: given.map(([, { data }]) => data).find(isDialect) ?? null,
    query: [
      ...of(RouteParamtypes.QUERY).flatMap(({ data }) => (typeof data === 'string' ? [data] : [])),
      ...(handlerMetadata<string[]>(QUERY_NAMES, handler) ?? []),
    ],
    redirects: said.redirects ?? false,
    alsoAt: said.alsoAt ?? null,
    stepUp: ruleMetadata<StepUpRule>(STEP_UP, handler) ?? null,
    systemWide: ruleMetadata<boolean>(SYSTEM_WIDE, handler) === true,
    verifiedEmail: ruleMetadata<boolean>(VERIFIED_EMAIL, handler) === true,
  };
}

export async function handlersIn(root: Imported): Promise<Handler[]> {
  const controllers = await controllersOf(root);
  return controllers.flatMap(handlersOf);
}

/** The routes other programs may rely on. GET /fhir/metadata describes those of FHIR, its smart-configuration those of OAuth. */
export async function describedRoutes(root: Imported): Promise<Described[]> {
  const handlers = await handlersIn(root);
  return handlers
    .filter(({ method, path }) => method !== 'ALL' && !/^\/(dev|fhir|auth\/smart)\//.test(path))
    .map(describeHandler);
}

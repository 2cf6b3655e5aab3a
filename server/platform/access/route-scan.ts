import { RequestMethod, type INestApplicationContext, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ROLES } from '#common/vocabulary/index.js';
import { ACCESS, type AccessRule } from './decorators.js';

export interface RouteRow {
  route: string;
  access: string;
}

/** One method of a controller on one path. */
export interface Handler {
  controller: Type;
  name: string;
  method: string;
  path: string;
  rule: AccessRule | undefined;
}

export function describeAccess(rule: AccessRule): string {
  if (rule.kind === 'roles') return ROLES.filter((r) => rule.roles.includes(r)).join(' ');
  return rule.kind === 'any-role' ? 'any role' : rule.kind;
}

const joined = (...parts: string[]): string =>
  `/${parts.join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');

export const handlerMetadata = <T>(key: string, { controller, name }: Pick<Handler, 'controller' | 'name'>) =>
  Reflect.getMetadata(key, (controller.prototype as Record<string, object>)[name]!) as T | undefined;

/** Of the method, or of its class where the method says nothing. */
export const ruleMetadata = <T>(key: string, handler: Pick<Handler, 'controller' | 'name'>): T | undefined =>
  handlerMetadata<T>(key, handler) ?? (Reflect.getMetadata(key, handler.controller) as T | undefined);

export function handlersOf(controller: Type): Handler[] {
  const base = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat()[0] ?? '';
  return new MetadataScanner().getAllMethodNames(controller.prototype as object).flatMap((name) => {
    const method = handlerMetadata<RequestMethod>(METHOD_METADATA, { controller, name });
    if (method === undefined) return [];
    const rule = ruleMetadata<AccessRule>(ACCESS, { controller, name });
    return [handlerMetadata<string | string[]>(PATH_METADATA, { controller, name })].flat().map((path) => ({
      controller,
      name,
      method: RequestMethod[method],
      path: joined(base, String(path)),
      rule,
    }));
  });
}

/** Every route with who may use it. Throws when one declares no rule: such a route must not boot. */
export function scanRoutes(app: INestApplicationContext): RouteRow[] {
  const controllers = new Set(
    app
      .get(DiscoveryService)
      .getControllers()
      .map(({ metatype }) => metatype),
  );
  const rows = [...controllers].flatMap((controller) =>
    typeof controller === 'function' ? handlersOf(controller as Type) : [],
  );
  return rows
    .map(({ controller, name, method, path, rule }) => {
      const route = `${method} ${path}`;
      if (!rule) throw new Error(`Route without an access rule: ${route} (${controller.name}.${name})`);
      return { route, access: describeAccess(rule) };
    })
    .sort((a, b) => (a.route < b.route ? -1 : 1));
}

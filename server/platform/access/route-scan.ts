import { RequestMethod, type INestApplicationContext } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ROLES } from '../../../common/vocabulary/index.js';
import { ACCESS, type AccessRule } from './decorators.js';

export interface RouteRow {
  route: string;
  access: string;
}

function describe(rule: AccessRule): string {
  if (rule.kind === 'roles') return ROLES.filter((r) => rule.roles.includes(r)).join(' ');
  return rule.kind === 'public' ? 'public' : 'any role';
}

const joined = (...parts: string[]): string =>
  `/${parts.join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');

/** Every route with who may use it. Throws when one declares no rule: such a route must not boot. */
export function scanRoutes(app: INestApplicationContext): RouteRow[] {
  const reflector = app.get(Reflector);
  const scanner = new MetadataScanner();
  const rows: RouteRow[] = [];
  for (const { instance, metatype } of app.get(DiscoveryService).getControllers()) {
    if (!instance || !metatype) continue;
    const prototype = Object.getPrototypeOf(instance) as object;
    const base = reflector.get<string | string[]>(PATH_METADATA, metatype);
    for (const name of scanner.getAllMethodNames(prototype)) {
      const handler = (prototype as Record<string, () => unknown>)[name];
      const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
      if (!handler || method === undefined) continue;
      const rule = reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, [handler, metatype]);
      const paths = [reflector.get<string | string[]>(PATH_METADATA, handler)].flat();
      for (const path of paths) {
        const route = `${RequestMethod[method]} ${joined(String([base].flat()[0] ?? ''), String(path))}`;
        if (!rule) throw new Error(`Route without an access rule: ${route} (${metatype.name}.${name})`);
        rows.push({ route, access: describe(rule) });
      }
    }
  }
  return rows.sort((a, b) => (a.route < b.route ? -1 : 1));
}

import { forwardRef, useCallback } from 'react';
import {
  reactRouterProvider,
  type RouterLinkProps,
  type RouterNavigateFunction,
  type RouterNavigateProps,
  type RouterProvider,
  type RouterTo,
} from 'react-admin';
import { STAFF_RESOURCES } from '../data/resources.js';

/** The base path given to react-admin. It marks react-admin's own paths and never reaches the address bar. */
export const RA_BASE = '/ra:';

export function toAppPath(path: string): string {
  if (!path.startsWith(RA_BASE)) return path;
  const rest = path.slice(RA_BASE.length);
  const [, resource, id] = /^\/([^/?#]+)(?:\/([^/?#]+))?(?:\/show)?(?=$|[?#])/.exec(rest) ?? [];
  const place = resource ? STAFF_RESOURCES[resource] : undefined;
  if (!place) return rest;
  if (id === undefined) return place.list;
  if (id === 'create' || !place.record) throw new Error(`No page for ${rest}`);
  return place.record(id);
}

function mapTo<To extends RouterTo | number>(to: To): To {
  if (typeof to === 'string') return toAppPath(to) as To;
  if (typeof to === 'object' && to.pathname) return { ...to, pathname: toAppPath(to.pathname) };
  return to;
}

function useNavigate(): RouterNavigateFunction {
  const go = reactRouterProvider.useNavigate();
  return useCallback((to, options) => go(mapTo(to), options), [go]);
}

const { Link: BaseLink, Navigate: BaseNavigate } = reactRouterProvider;
const Link = forwardRef<HTMLAnchorElement, RouterLinkProps>(function StaffLink({ to, ...rest }, ref) {
  return <BaseLink ref={ref} to={mapTo(to)} {...rest} />;
});
function Navigate({ to, ...rest }: RouterNavigateProps) {
  return <BaseNavigate to={mapTo(to)} {...rest} />;
}

/** react-admin's links and redirects, mapped to the specified URLs. */
export const staffRouter: RouterProvider = {
  ...reactRouterProvider,
  useNavigate,
  Link,
  Navigate,
  useMatch: (pattern) => reactRouterProvider.useMatch({ ...pattern, path: toAppPath(pattern.path) }),
};

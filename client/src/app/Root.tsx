import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { track } from '../shared/analytics/analytics.js';

export function Root() {
  const { pathname } = useLocation();
  useEffect(() => track('page_view', { path: pathname }), [pathname]);
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

import { lazy } from 'react';
import { useLocation } from 'react-router-dom';

const ConnectPage = lazy(() => import('./ConnectPage.js'));
const ConnectedAppsPage = lazy(() => import('./ConnectedAppsPage.js'));

/** The pages about apps. Their names are here so that first visits do not load them. */
export default function AppsPages() {
  return useLocation().pathname.endsWith('/connect') ? <ConnectPage /> : <ConnectedAppsPage />;
}

import '../shared/theme/fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { roleHome } from '#common/vocabulary/index.js';
import { queryClient } from '../shared/api/index.js';
import { connectSession, sessionQuery } from '../shared/session/index.js';
import { AppTheme } from '../shared/theme/index.js';
import { ToastHost } from '../shared/toasts/index.js';
import { forgetReload } from './outdated.js';
import { createRouter } from './router.js';

forgetReload();

const router = createRouter((ready) => {
  connectSession(
    {
      replace: (path) => ready().navigate(path, { replace: true }),
      currentPath: () => {
        const { pathname, search, hash } = ready().state.location;
        return pathname + search + hash;
      },
    },
    roleHome,
  );
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </AppTheme>
  </StrictMode>,
);

// After the first screen, so that nothing waits for it.
void import('../shared/api/comeback.js').then(
  ({ loadWhenBack, noticeOutages }) => {
    loadWhenBack(queryClient);
    noticeOutages(queryClient, {
      isSignedIn: () => Boolean(queryClient.getQueryData(sessionQuery.queryKey)),
    });
  },
  () => undefined,
);

import { jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { routes } from '../../client/src/app/router.js';
import { queryClient } from '../../client/src/shared/api/index.js';
import { connectSession } from '../../client/src/shared/session/index.js';
import { AppTheme } from '../../client/src/shared/theme/index.js';
import { ToastHost } from '../../client/src/shared/toasts/index.js';
import { roleHome } from '../../common/vocabulary/index.js';
import { fetchFor, recordedAt, unanswered, type Account, type Answers } from './answers.js';

// What is hidden here is not rendered: asking the styles of every ancestor takes half of the time.
configure({ defaultHidden: true });

/** Opens a page of the whole application, on the day its answers were recorded. */
export function openPage(path: string, { as, answers = {} }: { as: Account; answers?: Answers }) {
  globalThis.fetch = fetchFor(as, answers);
  jest.useFakeTimers({ now: recordedAt(as), doNotFake: REAL });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  connectSession(
    {
      replace: (to) => router.navigate(to, { replace: true }),
      currentPath: () => router.state.location.pathname + router.state.location.search,
    },
    roleHome,
  );
  render(
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </AppTheme>,
  );
  return router;
}

/** The first page of a file loads the whole application. */
export const SLOW = { timeout: 8000 };

/** Only the date stands still. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const satisfies Parameters<typeof jest.useFakeTimers>[0] extends infer Options
  ? Options extends { doNotFake?: infer Names }
    ? Names
    : never
  : never;

export function closePage(): void {
  cleanup();
  queryClient.clear();
  window.localStorage.clear();
  window.sessionStorage.clear();
  unanswered.length = 0;
  jest.useRealTimers();
}
